/** What a gate judged by, as lines: the part of an attempt that it looked at. */
import type { Attempt, FileChange, GateResult } from '../../model/attempt.ts';
import type { Remark } from '../../model/remark.ts';
import { given } from '../../plain/given.ts';
import { present } from '../../plain/present.ts';
import { proofWords } from '../../views/words/judgements.ts';
import { firstOf, type Verified, redLines, runLines, verdictLines, toolLines, withoutFixLines } from './run-lines.ts';
import { remarkLines } from './remark-lines.ts';
import { challengeLines, disputeLines, decisionLines, type Noticed, shownLines } from './opinion-lines.ts';

export const changeWords = ({ path, change, added, removed }: FileChange): string =>
  `${path} (${change}, +${added ?? '?'} −${removed ?? '?'})`;

const groupLines = ({ group, verification }: Attempt): string[] =>
  present([
    group !== undefined && `proven with the other fixes of group ${group}`,
    verification !== undefined && `tree ${verification.tree.slice(0, 12)}`,
  ]);

const verifiedIn = ({ verification }: Attempt): Verified => ({ verification });

const changeLines = ({ files }: Attempt): string[] => firstOf(files.map(changeWords));

/** Those who look at more than the words that are kept with their result. */
const linesOf: Readonly<Record<string, (attempt: Attempt) => string[]>> = {
  'no-change': changeLines,
  protected: changeLines,
  untouched: changeLines,
  justification: ({ explanation = '' }) => [`the agent said: ${explanation || 'nothing'}`],
  target: (attempt) => runLines(verifiedIn(attempt), ({ target }) => target !== undefined),
  hooks: (attempt) => runLines(verifiedIn(attempt), ({ hook }) => hook === true),
  verify: (attempt) => [
    ...verdictLines(verifiedIn(attempt)),
    ...runLines(verifiedIn(attempt), ({ hook, target }) => hook !== true && target === undefined),
  ],
  tool: (attempt) => toolLines(verifiedIn(attempt)),
  'stays-red': (attempt) => redLines(verifiedIn(attempt)),
  proof: ({ proof }) => (proof === undefined ? [] : [proofWords(proof, true)]),
  'without-fix': (attempt) => withoutFixLines(verifiedIn(attempt)),
  challenge: challengeLines,
  dispute: disputeLines,
  durable: decisionLines,
  combined: groupLines,
};

/** Words that were kept with the result, such as `change: 1 file changed`. */
const keptLines = ({ evidence }: GateResult): string[] =>
  Object.entries(evidence).map(([kind, words]) => `${kind}: ${words}`);

const seenBy = ({ gate }: GateResult, attempt: Attempt): string[] =>
  Object.hasOwn(linesOf, gate) ? (linesOf[gate]?.(attempt) ?? []) : [];

export const evidenceOf = (
  judged: GateResult,
  attempt: Attempt,
  noticed: Noticed,
): { evidence: string[]; remarks?: Remark[] } => {
  const own = noticed.remarks.filter(({ gate }) => gate === judged.gate);
  const shown = judged.gate === 'challenge' ? shownLines(noticed) : [];
  const told = [...own.flatMap(remarkLines), ...seenBy(judged, attempt), ...shown];
  return {
    evidence: told.length > 0 ? told : keptLines(judged),
    ...given({ remarks: own.length > 0 ? own : undefined }),
  };
};
