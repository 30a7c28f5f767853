/** Events that change what is known of a run, and add no entry to PROGRESS.txt. */
import type { RunEventOf } from '../../model/event.ts';
import { moveTo } from '../../model/place.ts';
import { Settings, type State } from './state.ts';
import type { PerEvent } from '../../model/run/per-event.ts';

export type ProgressFolds = PerEvent<string[] | void, [State]>;

const movePlaces = (state: State, event: RunEventOf<'places.moved'>): void => {
  for (const [id, place] of Object.entries(event.places)) {
    const followed = state.findings.get(id);
    if (followed) followed.finding = moveTo(followed.finding, place);
  }
};

const answered = (state: State, event: RunEventOf<'attempt.finished'>): void => {
  const said = Object.entries(event.claims).map(([id, { explanation }]): [string, string] => [id, explanation]);
  const files = event.snapshot?.files.map(({ path }) => path) ?? [];
  state.units.set(event.unit, { agent: event.agent, files, said: new Map(said) });
};

const split = (state: State, event: RunEventOf<'unit.split'>): void => {
  const whole = state.units.get(event.unit);
  for (const { unit, snapshot } of event.parts)
    state.units.set(unit, {
      agent: whole?.agent ?? '',
      files: snapshot.files.map(({ path }) => path),
      said: whole?.said ?? new Map(),
    });
};

const setLimits = ({ limits }: { limits?: object | undefined }, state: State): void => {
  const { settings } = state;
  state.settings = Settings.catch(settings).parse({ ...settings, limits: { ...settings.limits, ...limits } });
};

/** They change what is known of the run, and add nothing. */
export const learning = {
  'run.started': ({ config, progressIsSource = false }, state) => {
    state.settings = Settings.catch(state.settings).parse(config);
    state.isSource = progressIsSource;
  },
  'run.resumed': setLimits,
  'limits.set': setLimits,
  'round.started': ({ reviewers }, state) => {
    for (const reviewer of reviewers) state.reviews.set(reviewer, null);
  },
  'review.finished': (event, state) => void state.reviews.set(event.reviewer, event),
  'finding.reopened': ({ id, finding }, state) => {
    const followed = state.findings.get(id);
    if (followed) state.findings.set(id, { ...followed, finding, isFixed: false });
  },
  'head.restored': ({ fixed }, state) => {
    for (const [id, followed] of state.findings) followed.isFixed &&= Object.hasOwn(fixed, id);
  },
  'attempt.finished': (event, state) => answered(state, event),
  'unit.split': (event, state) => split(state, event),
  'places.moved': (event, state) => movePlaces(state, event),
} satisfies Partial<ProgressFolds>;

const nothing = (): void => undefined;

export const unmentioned = {
  'run.waiting': nothing,
  'run.stopping': nothing,
  'run.handed-over': nothing,
  'leftover.planned': nothing,
  'leftover.sent': nothing,
  'leftover.confirmed': nothing,
  'leftover.failed': nothing,
  'leftovers.filed': nothing,
  'cancel.requested': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'run.moved': nothing,
  warning: nothing,
  'review.started': nothing,
  'review.scoped': nothing,
  'call.started': nothing,
  'call.postponed': nothing,
  'call.finished': nothing,
  'question.asked': nothing,
  'question.answered': nothing,
  'questions.answered': nothing,
  'plan.made': nothing,
  'baseline.started': nothing,
  'baseline.finished': nothing,
  'recheck.started': nothing,
  'recheck.finished': nothing,
  'cycle.started': nothing,
  'cycle.finished': nothing,
  'step.started': nothing,
  'step.finished': nothing,
  'agent.replaced': nothing,
  'attempt.started': nothing,
  'attempt.output': nothing,
  'attempt.activity': nothing,
  'attempt.postponed': nothing,
  'check.started': nothing,
  'check.finished': nothing,
  'units.integrated': nothing,
  'head.check.started': nothing,
  'head.checked': nothing,
  'round.measured': nothing,
  'head.accepted': nothing,
  'units.ready': nothing,
  'group.finished': nothing,
  'culprits.removed': nothing,
} satisfies Partial<ProgressFolds>;
