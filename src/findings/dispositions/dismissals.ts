/** Which findings stay away because a person has decided about them, and which come back (requirement 1.8). */
import type { Disposition } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { sameCode } from '../identity/anchor.ts';
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

/** `textOf`: the files that the findings are about, as they were looked at. */
export const dismissals = (
  findings: readonly Finding[],
  dispositions: readonly Disposition[],
  now: Date,
  textOf: TextOf,
): Dismissals => {
  const places = new Places(textOf);
  const dismissed = new Map<string, Disposition>();
  const changed = new Map<string, Disposition>();
  const decide = (candidates: readonly Disposition[]): void => {
    const open = findings.filter(({ id }) => !dismissed.has(id));
    for (const [finding, disposition] of recognise(open, candidates, places)) {
      if (hasChanged(disposition, finding, places)) changed.set(finding.id, disposition);
      else dismissed.set(finding.id, disposition);
    }
  };
  const inForce = distinct(dispositions.filter((each) => !hasRunOut(each, now)));
  decide(inForce);
  // Two decisions about one finding, of an older and a newer state of the code: the newer one still holds.
  const used = new Set([...dismissed.values(), ...changed.values()]);
  if (changed.size > 0) decide(inForce.filter((each) => !used.has(each)));
  for (const id of dismissed.keys()) changed.delete(id);
  const left = findings.filter(({ id }) => !dismissed.has(id) && !changed.has(id));
  const over = recognise(left, distinct(dispositions.filter((each) => hasRunOut(each, now))), places);
  return {
    dismissed,
    returned: [
      ...[...changed].map(([id, disposition]): Returned => ({ id, disposition, because: 'code changed' })),
      ...[...over].map(([{ id }, disposition]): Returned => ({ id, disposition, because: 'ran out' })),
    ],
  };
};
