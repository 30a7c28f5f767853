/**
 * Moves the group that is being proven on: its first fixes are accepted as soon as they hold, and the first that fails
 * on top of what holds is the culprit. The others go back into the line.
 */
import type { RunEvent } from '../../../model/event.ts';
import { splitGroup, type Split } from '../../../stages/commit/split-group.ts';
import { answeredUnit, type GroupState, type RunState } from '../../state/state.ts';
import type { Attempted } from '../gates/evidence.ts';
import { type Walk, walkGates } from '../gates/judge.ts';
import { objectionTo, type Objection } from './holds.ts';
import { suspectsOf } from './suspects.ts';
import { type Proving, nothing } from './proving.ts';
import { blame } from './blame.ts';

export const proveGroup = (state: RunState): Proving => {
  const { group } = state.fixing;
  if (!group) return nothing;
  const undoing = refuseUndoing(state, group);
  if (undoing.length > 0) return { ...nothing, decided: undoing };
  const split = splitOf(state, group);
  switch (split.next) {
    case 'accept':
      return acceptFirst(state, group, split.count);
    case 'try':
      return { ...nothing, trial: [{ do: 'check-head', tree: treeOf(group, split.count) }] };
    case 'culprit':
      return blame(state, group);
    default:
      return split satisfies never;
  }
};

/** What takes back what it was put on top of is refused before anything is run; the others go back into the line. */
const refuseUndoing = (state: RunState, group: GroupState): RunEvent[] => {
  const walks = group.commits.flatMap(({ unit, remarks = [] }) =>
    remarks.length > 0 ? walkOf(state, group, unit, 0) : [],
  );
  return refusals(walks, group);
};

const refusals = (walks: readonly Walk[], { n }: GroupState): RunEvent[] => {
  const refused = walks.flatMap((walk) => (walk.status === 'judged' ? walk.events : []));
  return refused.length > 0 ? [...refused, { type: 'group.finished', group: n }] : [];
};

const splitOf = (state: RunState, { commits }: GroupState): Split => {
  const objectionAt = objectionsIn(state, commits);
  const known = (count: number): 'holds' | 'fails' | undefined => {
    const objection = objectionAt(count);
    if (objection === undefined) return undefined;
    return objection === null ? 'holds' : 'fails';
  };
  return splitGroup(commits.length, known, (failing) =>
    suspectsOf(
      commits.slice(0, failing),
      state.checks.verified.get(commits[failing - 1]?.tree ?? ''),
      objectionAt(failing)?.reason,
    ),
  );
};

/** What is held against its first so many fixes, found out once. */
const objectionsIn = (state: RunState, commits: GroupState['commits']): ((count: number) => Objection | undefined) => {
  const objections = new Map<number, Objection | undefined>();
  return (count) => {
    if (!objections.has(count)) objections.set(count, objectionTo(state, commits.slice(0, count)));
    return objections.get(count);
  };
};

/** That of its first so many fixes. */
const treeOf = ({ commits }: GroupState, count: number): string => commits[count - 1]?.tree ?? '';

/** What holds is accepted, unless a challenger, or whoever asks for more proof, has something against one of them. */
const acceptFirst = (state: RunState, group: GroupState, count: number): Proving => {
  const walks = group.commits.slice(0, count).flatMap(({ unit: key }) => walkOf(state, group, key, count));
  const refused = refusals(walks, group);
  if (refused.length > 0) return { ...nothing, decided: refused };
  const lacking = walks.filter((walk) => walk.status === 'lacks' && walk.evidence !== 'combination');
  return lacking.length > 0 ? { ...nothing, lacking } : { ...nothing, decided: [acceptance(state, group, count)] };
};

const walkOf = (state: RunState, group: GroupState, key: string, count: number): Walk[] => {
  const unit = answeredUnit(state, key);
  if (!unit || unit.phase === 'judged') return [];
  const shown = state.checks.verified.get(treeOf(group, count));
  const attempted: Attempted = { state, unit, ...(shown && { shown }) };
  return [walkGates(attempted)];
};

const acceptance = ({ checks, config }: RunState, { n, commits }: GroupState, count: number): RunEvent => {
  const proven = commits.slice(0, count);
  const { commit = '', tree = '' } = proven.at(-1) ?? {};
  const shown = config.verify.commands.length > 0 ? checks.verified.get(tree) : undefined;
  return {
    type: 'head.accepted',
    head: { commit, tree },
    group: n,
    units: proven.map(({ unit }) => unit),
    ...(shown && { verification: shown.verdict }),
  };
};
