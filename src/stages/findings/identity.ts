/** Ids that are the same in every run of the same input, whoever reported the finding. */
import { createHash } from 'node:crypto';
import type { DraftFinding } from '../../model/finding.ts';

const fingerprint = (finding: DraftFinding, occurrence: number): string => {
  const parts = [finding.rule ?? finding.category, finding.file ?? null, finding.title, finding.line ?? null, occurrence];
  return `f${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)}`;
};

/** Gives ids in turn; findings that look the same are told apart by their order. */
export const idGiver = (): ((finding: DraftFinding) => string) => {
  const seen = new Map<string, number>();
  const given = new Set<string>();
  return (finding) => {
    const base = fingerprint(finding, 0);
    let occurrence = seen.get(base) ?? 0;
    let id = fingerprint(finding, occurrence);
    while (given.has(id)) id = fingerprint(finding, (occurrence += 1));
    seen.set(base, occurrence + 1);
    given.add(id);
    return id;
  };
};
