/**
 * Keeps every commit that the journal names as a thin bundle in the artifacts, so that a run can be rebuilt where its
 * control repository is not.
 */
import type { RunEvent } from '../../../model/event.ts';
import type { Performing } from '../../engine.ts';
import { type RunState, workingUnits } from '../../state/state.ts';

/**
 * The bundle is written before the events that name its commits, and told in the same append: a crash in between leaves
 * a file that nobody asks for, and the next attempt writes its own.
 */
export const keepCommits = async (
  { engine, state }: Pick<Performing, 'engine' | 'state'>,
  events: readonly RunEvent[],
): Promise<RunEvent[]> => {
  const { start } = engine.custody;
  const isKept = (commit: string): boolean => commit === start.commit || state.code.kept.has(commit);
  const tips = [...new Set(events.flatMap(commitsIn))].filter((commit) => !isKept(commit));
  const [name] = tips;
  if (name === undefined) return [...events];
  const prerequisites = [...new Set([start.commit, ...nearby(state).filter(isKept)])];
  const { bytes, digest } = await engine.custody.bundle({ tips, prerequisites });
  const artifact = await engine.artifacts.put(`commits/${name}.bundle`, bytes);
  return [{ type: 'commits.kept', artifact, digest, tips, prerequisites }, ...events];
};

/**
 * What new commits lie on: the heads, and those that fixes under way have begun from. Anything less would have a fix
 * that was begun before the head moved kept together with all that was accepted before it.
 */
const nearby = (state: RunState): string[] => [
  state.code.verifiedHead.commit,
  state.code.head.commit,
  ...workingUnits(state).map(({ base }) => base),
];

/** Every commit that an event relies on being there later; whoever adds an event says whether it does. */
const commitsIn = (event: RunEvent): string[] => {
  switch (event.type) {
    case 'attempt.finished':
      return event.snapshot ? [event.snapshot.commit] : [];
    case 'unit.split':
      return event.parts.map(({ snapshot }) => snapshot.commit);
    case 'units.integrated':
    case 'culprits.removed':
      return [event.head.commit, ...event.commits.map(({ commit }) => commit)];
    case 'run.handed-over':
      return event.head === null ? [] : [event.head];
    case 'attempt.started':
    case 'attempt.output':
    case 'attempt.activity':
    case 'attempt.postponed':
    case 'check.started':
    case 'check.finished':
    case 'attempt.judged':
    case 'run.started':
    case 'run.resumed':
    case 'process.started':
    case 'run.moved':
    case 'commits.kept':
    case 'warning':
    case 'call.started':
    case 'call.postponed':
    case 'call.finished':
    case 'question.asked':
    case 'run.waiting':
    case 'question.answered':
    case 'questions.answered':
    case 'plan.made':
    case 'baseline.started':
    case 'baseline.finished':
    case 'recheck.started':
    case 'recheck.finished':
    case 'cycle.started':
    case 'step.started':
    case 'agent.replaced':
    case 'cancel.requested':
    case 'limits.set':
    case 'run.stopping':
    case 'leftover.planned':
    case 'leftover.sent':
    case 'leftover.confirmed':
    case 'leftover.failed':
    case 'leftovers.filed':
    case 'run.finished':
    case 'round.started':
    case 'review.started':
    case 'review.scoped':
    case 'review.finished':
    case 'findings.admitted':
    case 'finding.closed':
    case 'finding.fixed':
    case 'finding.reopened':
    case 'places.moved':
    case 'head.check.started':
    case 'head.checked':
    case 'round.measured':
    case 'head.accepted':
    case 'head.restored':
    case 'step.finished':
    case 'units.ready':
    case 'group.finished':
    case 'cycle.finished':
      return [];
    default:
      return event satisfies never;
  }
};
