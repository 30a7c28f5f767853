/** Functionality that a patch takes away without anything in its place (7.1). */
import type { Remark } from '../../../model/remark.ts';
import type { SourcePatch } from '../change.ts';
import { type FunctionAt, pairFunctions } from '../functions.ts';
import type { Seen } from '../seen.ts';
import { bareDeletions, bareness, isUnused } from './bare-deletions.ts';
import { addedLines, isConcerned, isDoneBy, isMissedFile, isSaidElsewhere } from './concern.ts';
import { disabledFlags } from './disabled-flags.ts';
import { emptied } from './emptied.ts';
import { emptyNewcomers } from './empty-newcomers.ts';
import { lostDefaults } from './lost-defaults.ts';
import { lostGuards } from './lost-guards.ts';
import { lostInputs } from './lost-inputs.ts';
import { lostPieces } from './lost-pieces.ts';
import { openValidators } from './open-validators.ts';
import { plainlyEmptied } from './plain-functions.ts';
import { protectionsLost } from './protections.ts';
import { refusedNow } from './refused-now.ts';
import { asksForRemoval, complainsOfCheck, complainsOfTooMuch, complainsOfTwice } from './removal-words.ts';
import { unguarded } from './shortened-lines.ts';
import { stubNewcomers } from './stub-newcomers.ts';
import { tellingLines } from './telling-lines.ts';

const remarkOn = ({ rule, path, line, about, before }: Seen): Remark => ({
  gate: 'deletions',
  rule,
  file: path,
  line,
  ...(before === true && { before }),
  message: `the patch ${about}`,
  accepted: 'the function mended, with everything else that it does; a removal only where the finding asks for it',
});

export const deletions = ({ changes: all, findings, patch }: SourcePatch): Remark[] => {
  if (asksForRemoval(findings)) return [];
  const changes = all.filter((change) => isMissedFile(change, all, patch));
  return [...lostBehaviour(changes, findings), ...refusedNow(changes, findings)].map(remarkOn);
};

const lostBehaviour = (changes: SourcePatch['changes'], findings: SourcePatch['findings']): Seen[] => {
  const pairs = pairFunctions(changes);
  const now = tellingLines(changes, 'after');
  const gone = tellingLines(changes, 'before');
  const lines = addedLines(changes);
  const others = [...pairs.added, ...pairs.kept.map(({ after }) => after)];
  const isMissed = (lost: FunctionAt): boolean =>
    isConcerned(lost, findings) && !isSaidElsewhere(lost, lines) && !isDoneBy(others, lost);
  const { isBare, replaced } = bareness(changes, gone, now, findings);
  const unused = isBare ? pairs.lost.filter((lost) => isUnused(lost, changes)) : [];
  const concerned = pairs.kept.filter(({ before }) => isConcerned(before, findings));
  return [
    ...plainlyEmptied(changes),
    ...emptied(concerned, now, complainsOfTwice(findings)),
    ...(now.length > gone.length * 0.5 ? [] : lostPieces(pairs.lost.filter(isMissed), changes, new Set(now))),
    ...(complainsOfCheck(findings) ? [] : [...lostGuards(pairs, changes), ...lostDefaults(concerned)]),
    ...stubNewcomers(pairs.added, findings),
    ...emptyNewcomers(pairs.added, now, changes),
    ...disabledFlags(changes, findings),
    ...(complainsOfCheck(findings) ? [] : changes.flatMap((change) => openValidators(change, findings))),
    ...(isBare ? bareDeletions(changes, { replaced, unused, findings }) : protectionsLost(changes, findings)),
    ...(complainsOfTooMuch(findings) ? [] : changes.flatMap(unguarded)),
    ...(complainsOfTooMuch(findings) ? [] : lostInputs(concerned, findings, lines.join('\n'))),
  ];
};
