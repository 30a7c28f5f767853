/** What is known about trees, which fixes are proven together, and which head counts. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import { isOfTargets, type Verification } from '../../model/verification.ts';
import { provesTogether } from '../../config/trust.ts';
import { isAcceptable } from '../../stages/gates/acceptable.ts';
import { given } from '../../plain/given.ts';
import { currentCycle, type RunState } from './state.ts';
import { countTools } from './tool-counts.ts';
import { type AnsweredUnit, type Culprit, factsOf, shownOf, type UnitState } from './unit.ts';

/** Units are replaced, not changed: what it had in an earlier phase does not stay behind. */
export const replaceUnit = (state: RunState, key: string, next: (unit: UnitState) => UnitState): void => {
  const unit = state.fixing.units.get(key);
  if (unit) state.fixing.units.set(key, next(unit));
};

/** What is known of a change is known of an answer. */
export const replaceAnswered = (state: RunState, key: string, next: (unit: AnsweredUnit) => UnitState): void =>
  replaceUnit(state, key, (unit) => (unit.answer ? next(unit) : unit));

export const remember = (state: RunState, verification: Verification): void => {
  if (!isOfTargets(verification)) state.checks.verified.set(verification.tree, verification);
  state.checks.commandRuns += verification.runs ?? 0;
  if (verification.failures.some(({ kind }) => kind === 'flaky')) state.checks.isFlaky = true;
  const cycle = currentCycle(state);
  if (cycle && verification.verdict !== 'none') cycle.shown = verification;
};

export const integrate = (state: RunState, event: RunEventOf<'units.integrated'>): void => {
  startGroup(state, event);
  for (const { unit: key, files } of event.conflicts)
    replaceAnswered(state, key, (unit) => ({
      ...factsOf(unit),
      ...shownOf(unit),
      phase: 'conflict',
      conflicts: files,
    }));
  const shown = state.checks.verified.get(event.head.tree);
  if (shown && shown.verdict !== 'none') noteVerdict(state, shown);
};

type Start = Pick<RunEventOf<'units.integrated'>, 'head' | 'commits' | 'group'>;

/** Journals of earlier versions know one group for each step, and do not count them. */
const startGroup = (state: RunState, { head, commits, group }: Start): void => {
  const { code, fixing } = state;
  fixing.groups = group ?? fixing.groups + 1;
  if (commits.length > 0) fixing.group = { n: fixing.groups, commits };
  code.head = head;
  for (const commit of commits)
    replaceAnswered(state, commit.unit, (unit) => ({
      ...factsOf(unit),
      ...shownOf(unit),
      phase: 'committed',
      commit,
    }));
};

/** The tree of a group, or of the first fixes of one. */
export const checkHead = (state: RunState, { verification, places }: RunEventOf<'head.checked'>): void => {
  const { checks, config } = state;
  const { tree } = verification;
  const earlier = checks.verified.get(tree);
  const hasHeld = earlier !== undefined && isAcceptable(earlier, config);
  if (earlier && hasHeld !== isAcceptable(verification, config)) checks.isFlaky = true;
  // A run that nobody had anything against, for the sake of others, is none of the failures that are counted.
  const isFirst = hasHeld && earlier.tools.length === 0;
  checks.runs.set(tree, isFirst ? 1 : (checks.runs.get(tree) ?? 0) + 1);
  remember(state, verification);
  if (places) checks.places.set(tree, places);
  noteVerdict(state, verification);
};

/** What is known of the head is what is known at the end of the cycle. */
const noteVerdict = (state: RunState, { tree, verdict }: Verification): void => {
  const cycle = currentCycle(state);
  if (cycle && !cycle.hasAccepted && state.code.head.tree === tree) cycle.verdict = verdict;
};

/** Journals of earlier versions do not say which fixes are proven by it: all that were put together. */
export const acceptHead = (
  state: RunState,
  { head, verification, units, group }: RunEventOf<'head.accepted'>,
): void => {
  const { code, fixing, checks, config } = state;
  code.verifiedHead = head;
  const cycle = currentCycle(state);
  if (cycle) Object.assign(cycle, { hasAccepted: true, ...given({ verdict: verification }) });
  const shown = provesTogether(config) ? checks.verified.get(head.tree) : undefined;
  const proven = new Set(units ?? fixing.group?.commits.map(({ unit }) => unit));
  const commits = (fixing.group?.commits ?? []).filter((commit) => proven.has(commit.unit));
  for (const commit of commits) prove(state, commit, { group, shown });
  code.commits.push(...commits);
  code.accepted.push(head);
  if (shown) countTools(state, shown);
  leaveGroup(state, (commit) => !proven.has(commit.unit));
};

const prove = (
  state: RunState,
  commit: Commit,
  { group, shown }: { group: number | undefined; shown: Verification | undefined },
): void =>
  replaceAnswered(state, commit.unit, (unit) => ({
    ...factsOf(unit),
    ...shownOf(unit),
    ...given({ group, shown }),
    phase: 'proven',
    commit,
  }));

const leaveGroup = ({ code, fixing }: RunState, stays: (commit: Commit) => boolean): void => {
  const { group } = fixing;
  const commits = group?.commits.filter(stays) ?? [];
  if (group && commits.length > 0) fixing.group = { ...group, commits };
  else {
    delete fixing.group;
    code.head = code.verifiedHead;
  }
};

/** Its commit was on top of what is proven: what was shown of it, was shown of this fix. */
export const finishGroup = (state: RunState, { group, culprit }: RunEventOf<'group.finished'>): void => {
  for (const { unit: key, tree } of state.fixing.group?.commits ?? [])
    replaceAnswered(state, key, (unit) => {
      if (unit.phase !== 'committed') return unit;
      if (culprit?.unit !== key) return { ...factsOf(unit), ...shownOf(unit), phase: 'ready' };
      const shown = state.checks.verified.get(tree);
      return { ...factsOf(unit), ...shownOf(unit), ...given({ group, shown }), phase: 'removed', culprit };
    });
  leaveGroup(state, () => false);
};

/** Only in journals of earlier versions, which searched all culprits of a step at once. */
export const removeCulprits = (state: RunState, event: RunEventOf<'culprits.removed'>): void => {
  remember(state, event.verification);
  const cycle = currentCycle(state);
  if (cycle) cycle.verdict = event.verification.verdict;
  leaveGroup(state, () => false);
  startGroup(state, event);
  for (const { unit: key, reason } of event.removed) {
    const culprit: Culprit = { gate: 'combined', reason };
    replaceAnswered(state, key, (unit) => ({ ...factsOf(unit), ...shownOf(unit), phase: 'removed', culprit }));
  }
};
