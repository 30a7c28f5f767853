/** Which findings stay away because a person has decided about them, and which come back (requirement 1.8). */
import type { Disposition } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { sameCode } from '../identity/read-anchor.ts';
import { recognise } from './recognise.ts';
import { Places, stillThere, type TextOf } from './still-there.ts';
import { hasRunOut } from './until.ts';

export type Returned = { id: string; disposition: Disposition; because: 'code changed' | 'ran out' };

export type Dismissals = { dismissed: Map<string, Disposition>; returned: Returned[] };

/** Where one of the two knows nothing of the code, nothing says that it changed. */
const hasChanged = (disposition: Disposition, finding: Finding, places: Places): boolean =>
  disposition.anchor !== undefined &&
  finding.anchor !== undefined &&
  !sameCode(disposition.anchor, finding.anchor) &&
  stillThere(disposition, finding, places) === null;

/** Copies of one decision, as from a merge, count once: a second one would find another finding that looks alike. */
const distinct = (dispositions: readonly Disposition[]): Disposition[] => [
  ...new Map(dispositions.map((each) => [JSON.stringify([each.finding, each.anchor ?? null]), each])).values(),
];

/** What the decisions in force say of the findings: it stays away, or its code has changed since. */
const decide = (findings: readonly Finding[], inForce: readonly Disposition[], places: Places): Decided => {
  const decided: Decided = { dismissed: new Map(), changed: new Map() };
  const apply = (candidates: readonly Disposition[]): void => {
    const open = findings.filter(({ id }) => !decided.dismissed.has(id));
    for (const [finding, disposition] of recognise(open, candidates, places)) {
      const kind = hasChanged(disposition, finding, places) ? decided.changed : decided.dismissed;
      kind.set(finding.id, disposition);
    }
  };
  apply(inForce);
  // Two decisions about one finding, of an older and a newer state of the code: the newer one still holds.
  const used = new Set([...decided.dismissed.values(), ...decided.changed.values()]);
  if (decided.changed.size > 0) apply(inForce.filter((each) => !used.has(each)));
  for (const id of decided.dismissed.keys()) decided.changed.delete(id);
  return decided;
};

type Decided = { dismissed: Map<string, Disposition>; changed: Map<string, Disposition> };

/** `textOf`: the files that the findings are about, as they were looked at. */
export const dismissals = (
  findings: readonly Finding[],
  dispositions: readonly Disposition[],
  now: Date,
  textOf: TextOf,
): Dismissals => {
  const places = new Places(textOf);
  const inForce = distinct(dispositions.filter((each) => !hasRunOut(each, now)));
  const over = distinct(dispositions.filter((each) => hasRunOut(each, now)));
  const { dismissed, changed } = decide(findings, inForce, places);
  const others = findings.filter(({ id }) => !dismissed.has(id) && !changed.has(id));
  return {
    dismissed,
    returned: [
      ...[...changed].map(([id, disposition]): Returned => ({ id, disposition, because: 'code changed' })),
      ...[...recognise(others, over, places)].map(([{ id }, disposition]): Returned => ({
        id,
        disposition,
        because: 'ran out',
      })),
    ],
  };
};
