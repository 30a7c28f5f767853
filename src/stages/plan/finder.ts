/** Finds the finding that a plan, an agent or a person names. */
import type { Finding } from '../../model/finding.ts';

/** By id, else by code, else by code in another case. */
export const finder = (findings: readonly Finding[]): ((name: string) => Finding | undefined) => {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const byCode = new Map(findings.map((finding) => [finding.code, finding]));
  const byLowerCode = new Map(findings.map((finding) => [finding.code.toLowerCase(), finding]));
  return (name) => byId.get(name) ?? byCode.get(name) ?? byLowerCode.get(name.trim().toLowerCase());
};
