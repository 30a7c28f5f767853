/** Findings against older ones: which are new, which were there before, and which are gone. */
import type { Finding } from '../../model/finding.ts';
import type { BaselineState } from '../../model/listing.ts';
import { sameCode } from '../identity/read-anchor.ts';
import { matchFindings } from '../identity/match.ts';

const said = ({ severity, title, rule, category }: Finding): string =>
  JSON.stringify([severity, title, rule ?? null, category]);

/** Where one of the two knows nothing of the code, nothing says that it changed. */
const hasChanged = (before: Finding, now: Finding): boolean =>
  said(before) !== said(now) ||
  (before.anchor !== undefined && now.anchor !== undefined && !sameCode(before.anchor, now.anchor));

/** `states`: by the id of the finding that is there now. */
export const compareWith = (
  before: readonly Finding[],
  now: readonly Finding[],
): { states: Map<string, BaselineState>; absent: Finding[] } => {
  const matches = matchFindings(before, now);
  const states = new Map<string, BaselineState>(now.map(({ id }) => [id, 'new']));
  const absent: Finding[] = [];
  for (const [index, old] of before.entries()) {
    const same = now[matches.get(index) ?? -1];
    if (same) states.set(same.id, hasChanged(old, same) ? 'updated' : 'unchanged');
    else absent.push(old);
  }
  return { states, absent };
};
