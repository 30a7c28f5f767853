/**
 * What a campaign must have met beside events and statuses: endings of calls in every role, gates, votes, and trouble
 * in every phase.
 */
import { CallSubject, type CallRole } from '../../../src/model/call.ts';
import type { StoredEvent } from '../../../src/model/event.ts';
import { isStandstill } from '../../../src/model/run/outcome.ts';
import type { FindingStatus } from '../../../src/model/finding.ts';
import { isAcceptable } from '../../../src/stages/gates/acceptable.ts';
import { type RunState, workingUnits } from '../../../src/loop/state/state.ts';

const roles = CallSubject.options.map((option) => option.shape.role.value);
const phases = [...roles, 'fix'] as const;
const gates = ['verify', 'tool', 'combined', 'protected', 'hooks', 'challenge', 'justification', 'dispute', 'durable'];

/** Each must be met by a campaign. */
export const facets: readonly string[] = [
  ...['first', 'sequence', 'again', 'last'].map((cause) => `round ${cause}`),
  ...['PASSED', 'NEEDS_WORK', 'error', 'skipped'].map((verdict) => `review ${verdict}`),
  'review of nothing',
  ...roles.flatMap((role) =>
    ['ok', 'crashed', 'timeout', 'quota', 'rate-limit', 'cancelled'].map((outcome) => `${role} ends ${outcome}`),
  ),
  ...phases.flatMap((phase) =>
    ['cancelled', 'resumed', 'stopped by budget', 'stopped by quota'].map((what) => `${what} in ${phase}`),
  ),
  ...['none', 'some', 'all'].map((many) => `questions: ${many} answered`),
  ...['attended', 'alone'].flatMap((how) => [`waits ${how}`, `waits ${how} for the rest`]),
  ...['cancelled', 'resumed'].map((what) => `${what} while waiting`),
  ...['computed', 'agent', 'file'].map((by) => `plan by ${by}`),
  'plan corrected',
  'plan of an agent that cannot be used',
  ...gates.map((gate) => `refused by ${gate}`),
  'weak reason flagged',
  ...['veto', 'median', 'majority'].flatMap((vote) => ['accepted', 'refused'].map((result) => `${result} by ${vote}`)),
  'score of 0 by code',
  're-fix',
  ...['auto', 'each', '1', '2', '3'].map((together) => `group with ${together}`),
  'group proven as a whole',
  'group proven in part',
  'group without one that was refused',
  ...['verify', 'tool', 'combined'].map((gate) => `culprit by ${gate}`),
  ...['failed, then passed', 'passed, then failed'].map((what) => `tree ${what}`),
  'planned while a group is being proven',
  'resumed while a group is being proven',
  'resumed with fixes that wait for a group',
  ...['fixed again', 'looked at once more', 'not proven once more'].map((what) => `reported again: ${what}`),
  ...['tree-returned', 'minting', 'growing'].map((reason) => `gets nowhere: ${reason}`),
  ...['the start', 'a later state'].map((where) => `goes back to ${where}`),
  ...['own-lines', 'taken-back'].map((cause) => `closed as ${cause}`),
  'goes on after it got nowhere',
  'part accepted',
  'part refused by challenge',
  'part refused by verify',
  'part in conflict',
  'finding stays behind its parts',
  ...['fix', 'run', 'plan', 'review'].flatMap((command) =>
    ['clean', 'leftovers', 'cancelled'].map((status) => `${command} ends ${status}`),
  ),
  ...['run', 'plan', 'review'].map((command) => `${command} ends failed`),
];

/** Before the event is folded. */
export const facetsOf = (event: StoredEvent, state: RunState): string[] => {
  switch (event.type) {
    case 'round.started':
      return [
        `round ${event.cause}`,
        ...(event.cause === 'again' && hasReopened(state, 'fixed') ? ['reported again: looked at once more'] : []),
      ];
    case 'review.finished':
      return [
        `review ${event.verdict}`,
        ...(event.message?.startsWith('nothing could be reviewed') ? ['review of nothing'] : []),
      ];
    case 'call.finished':
    case 'call.postponed': {
      const role = state.agents.calls.get(event.call)?.subject.role;
      return role === undefined ? [] : [`${role} ends ${event.outcome}`];
    }
    case 'cancel.requested':
      return [`cancelled in ${phaseOf(state)}`, ...(state.people.waitingFor ? ['cancelled while waiting'] : [])];
    case 'run.resumed':
      return [
        `resumed in ${phaseOf(state)}`,
        ...(state.people.waitingFor ? ['resumed while waiting'] : []),
        ...(isStandstill(state.end.stopping?.reason) ? ['goes on after it got nowhere'] : []),
        ...(state.fixing.group ? ['resumed while a group is being proven'] : []),
        ...(workingUnits(state).some(({ phase }) => phase === 'ready')
          ? ['resumed with fixes that wait for a group']
          : []),
      ];
    case 'run.stopping':
      return [`stopped by ${event.reason} in ${phaseOf(state)}`, `gets nowhere: ${event.reason}`];
    case 'head.restored':
      return [`goes back to ${event.head.commit === state.run.started.start.commit ? 'the start' : 'a later state'}`];
    case 'run.waiting':
      return [waitingFacet(event.questions, state)];
    case 'questions.answered':
      return [answersFacet(event.answers, state)];
    case 'plan.made':
      return planFacets(event, state);
    case 'step.started':
      return [
        ...(event.units.some(({ findings }) => findings.some((id) => isRefix(state, id))) ? ['re-fix'] : []),
        ...(state.fixing.group ? ['planned while a group is being proven'] : []),
      ];
    case 'units.integrated':
      return [`group with ${state.config.verify.together}`];
    case 'head.checked':
      return checkedFacets(event, state);
    case 'head.accepted':
      return [`group proven ${event.units?.length === state.fixing.group?.commits.length ? 'as a whole' : 'in part'}`];
    case 'group.finished':
      return [event.culprit ? `culprit by ${event.culprit.gate}` : 'group without one that was refused'];
    case 'attempt.judged':
      return judgedFacets(event, state);
    case 'finding.closed':
      return event.cause === 'no-proof' && state.findings.get(event.id)?.reopened
        ? ['reported again: not proven once more']
        : [`closed as ${event.cause}`];
    case 'run.finished':
      return [`${state.run.started.command} ends ${event.status}`];
    default:
      return [];
  }
};

const checkedFacets = (
  { verification }: Extract<StoredEvent, { type: 'head.checked' }>,
  { checks, config }: RunState,
): string[] => {
  const earlier = checks.verified.get(verification.tree);
  const held = earlier && isAcceptable(earlier, config);
  if (held === undefined || held === isAcceptable(verification, config)) return [];
  return [`tree ${held ? 'passed, then failed' : 'failed, then passed'}`];
};

const hasReopened = ({ findings }: RunState, status: FindingStatus): boolean =>
  [...findings.values()].some((finding) => finding.reopened !== undefined && finding.status === status);

/** What the run is about: the role that is asked, or was last. */
const phaseOf = (state: RunState): CallRole | 'fix' => {
  const roleOfLast = [...state.agents.calls.values()].findLast(
    ({ answer }) => !answer || answer.outcome === 'cancelled',
  )?.subject.role;
  if (roleOfLast !== undefined) return roleOfLast;
  if (!state.reviews.admitted) return 'review';
  return state.fixing.working.size > 0 || !state.config.plan.agent ? 'fix' : 'plan';
};

/** The questions that were asked last. */
const roundOf = (state: RunState): string[] => {
  const answers = [...state.agents.calls.values()].map(({ answer }) => answer?.answer);
  const last = answers.findLast((answer) => answer?.role === 'clarify');
  return last?.role === 'clarify' ? last.questions.map(({ id }) => id) : [];
};

const waitingFacet = (questions: readonly unknown[], state: RunState): string =>
  `waits ${state.people.attended ? 'attended' : 'alone'}${questions.length < roundOf(state).length ? ' for the rest' : ''}`;

const answersFacet = (answers: Readonly<Record<string, string>>, state: RunState): string => {
  const asked = roundOf(state).length;
  const given = Object.keys(answers).length;
  return `questions: ${given === 0 ? 'none' : given === asked ? 'all' : 'some'} answered`;
};

const planFacets = (event: Extract<StoredEvent, { type: 'plan.made' }>, state: RunState): string[] => {
  const isCorrected = event.by !== 'computed' && event.corrections.length > 0;
  const isReplaced = event.by === 'computed' && state.config.plan.agent !== undefined;
  return [
    `plan by ${event.by}`,
    ...(isCorrected ? ['plan corrected'] : []),
    ...(isReplaced ? ['plan of an agent that cannot be used'] : []),
  ];
};

/** Right after challengers were not content, in the same cycle. */
const isRefix = (state: RunState, id: string): boolean => {
  const last = state.findings.get(id)?.attempts.at(-1);
  return last?.gate === 'challenge' && last.cycle === state.fixing.cycles.length;
};

const judgedFacets = (
  { unit: key, results }: Extract<StoredEvent, { type: 'attempt.judged' }>,
  state: RunState,
): string[] => {
  const unit = state.fixing.units.get(key);
  const vote = state.config.challenger.vote;
  return Object.entries(results).flatMap(([id, { result, gate, flag, challenge }]) => [
    ...(result === 'accepted' && state.findings.get(id)?.reopened ? ['reported again: fixed again'] : []),
    ...(gate === undefined ? [] : [`refused by ${gate}`]),
    ...(flag === undefined ? [] : ['weak reason flagged']),
    ...(challenge && challenge.votes.length > 1 ? [`${result} by ${vote}`] : []),
    ...(challenge?.votes.length === 0 && result === 'refused' ? ['score of 0 by code'] : []),
    ...(unit?.partOf === undefined ? [] : [partFacet(result, gate)]),
    ...(unit?.isSplit === true ? ['finding stays behind its parts'] : []),
  ]);
};

const partFacet = (result: string, gate: string | undefined): string =>
  result === 'conflict' ? 'part in conflict' : `part ${result}${gate === undefined ? '' : ` by ${gate}`}`;
