/** Where on the page a finding and its attempts are, so that others can link to them. */
import type { ReportFinding } from '../../model/finding/reported.ts';

export type Anchors = (code: string) => string;

const plain = /^[\w.-]{1,80}$/;

/** A code that is more than a name is numbered: the prefixes and `~` keep all of them apart. */
export const createAnchors = (findings: readonly Pick<ReportFinding, 'code'>[]): Anchors => {
  const numbers = new Map(findings.map(({ code }, index) => [code, index + 1]));
  return (code) => (plain.test(code) ? `f-${code}` : `n-${numbers.get(code) ?? 0}`);
};

export const attemptAnchor = (finding: string, n: number): string => `${finding}~${n}`;
