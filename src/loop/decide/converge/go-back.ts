/** A run never ends worse than it began: where an earlier head was better, that one is handed over (7.6). */
import type { RunEvent } from '../../../model/event.ts';
import { type FindingState, isUnresolved, type RunState } from '../../state/state.ts';
import { closed, closedAs } from '../closings.ts';
import { type Question, record } from '../first-of.ts';
import { isLighter } from './burden.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { cameLater, fixedBy } from './fixed-at.ts';
import { returnedTree } from './returned-tree.ts';

/** Not in the middle of things, which a resumed run goes on with: fixes and reviews of the head as it is. */
export const goBackToTheBest: Question = (state) => {
  const isInTheMiddle = state.fixing.working.size > 0 || !state.reviews.admitted;
  if (state.code.commits.length === 0 || isInTheMiddle) return null;
  const better = betterHead(state);
  return better && record(goBack(state, better));
};

type Better = { target: Candidate; reason: string };

const betterHead = (state: RunState): Better | null => {
  const all = candidatesOf(state);
  const [start] = all;
  const now = all.findLast(({ head }) => head.commit === state.code.verifiedHead.commit);
  if (!start || !now) return null;
  const isInACircle = circleIn(state);
  const isAllowed = (each: Candidate): boolean => !isInACircle(each) && each.open.count <= start.open.count;
  const [first = start, ...others] = all.filter(isAllowed);
  const best = others.reduce((so, each) => (isLighter(so.open, each.open) ? so : each), first);
  if (best === now || (isAllowed(now) && !isLighter(best.open, now.open))) return null;
  return { target: best, reason: reasonFor(best, now, { isStart: best === start, isInACircle: isInACircle(now) }) };
};

/** From the commit on that brought back an earlier state, what was fixed before is not fixed any more. */
const circleIn = (state: RunState): ((candidate: Candidate) => boolean) => {
  const returned = returnedTree(state);
  return ({ commits }) => returned !== null && commits.has(returned.commit.commit);
};

const reasonFor = (
  best: Candidate,
  now: Candidate,
  { isStart, isInACircle }: { isStart: boolean; isInACircle: boolean },
): string => {
  const where = isStart ? 'the start' : best.head.commit.slice(0, 12);
  const lighter = best.open.count < now.open.count ? '' : ' that weigh less';
  const why = isInACircle
    ? 'later fixes undo earlier ones'
    : `reviewers report ${words(now)} after all fixes, and here ${words(best)}${lighter}`;
  return `Went back to ${where}, the best state that was proven: ${why}.`;
};

const words = ({ open: { count } }: Candidate): string => (count === 1 ? '1 finding' : `${count} findings`);

const goBack = (state: RunState, { target, reason }: Better): RunEvent[] => {
  const findings = [...state.findings.values()].filter(({ status }) => status !== 'dismissed');
  const fixed = findings.flatMap((each): [string, string][] => {
    const commit = fixedBy(state, each, target);
    return commit === undefined ? [] : [[each.finding.id, commit]];
  });
  const stays = new Set(fixed.map(([id]) => id));
  const taken = state.code.commits.map(({ commit }) => commit).filter((commit) => !target.commits.has(commit));
  return [
    { type: 'head.restored', head: target.head, taken, fixed: Object.fromEntries(fixed), reason },
    ...findings.filter(({ finding }) => !stays.has(finding.id)).flatMap((each) => closing(state, each, target)),
  ];
};

/** What is neither there nor fixed was brought by what was taken back. */
const closing = (state: RunState, finding: FindingState, target: Candidate): RunEvent[] => {
  if (cameLater(state, finding, target))
    return [closedAs(finding, 'dismissed', 'taken-back', 'it came with fixes that were taken back')];
  // Without a commit nothing of it can be taken back.
  if ((isUnresolved(finding) && finding.cause !== 'no-proof') || finding.commit === undefined) return [];
  const excuse = excuseOf(finding);
  if (excuse !== null) return [closed(finding, 'fixer', excuse)];
  return [closed(finding, 'taken-back', 'its fix was taken back: what came with it made things worse')];
};

/** Its own fixer could not fix it, and the fix of another that did is gone: what was said holds again. */
const excuseOf = ({ attempts }: FindingState): string | null => {
  const last = attempts.at(-1);
  if (last?.claim !== 'blocked' || last.result !== 'no-change') return null;
  return last.explanation || 'no explanation given';
};
