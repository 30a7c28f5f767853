/** The entries of PROGRESS.txt that a run leads to: a fold of its events. */
import { z } from 'zod';
import type { RunEventOf, StoredEvent } from '../model/event.ts';
import { type ClosingCause, type Finding, Level, reviewersOf } from '../model/finding.ts';
import { moveTo } from '../model/place.ts';
import { isMachineMade } from '../model/run/machine-made.ts';
import { failedEntry, fixEntry, type ProgressFinding, reviewEntry } from './progress-text.ts';

/** What is needed of the configuration; that of a journal which is not ours may be anything. */
const Settings = z.object({
  reviewers: z.array(z.object({ name: z.string(), level: Level.catch('blocking') })).catch([]),
  limits: z
    .object({ cycles: z.number().catch(0), attemptsPerFinding: z.number().nullable().catch(null) })
    .catch({ cycles: 0, attemptsPerFinding: null }),
});
type Settings = z.infer<typeof Settings>;

type Review = RunEventOf<'review.finished'> & { at: string };
type Unit = { agent: string; files: readonly string[]; said: Map<string, string> };
type Followed = { finding: Finding; attempts: number; isFixed: boolean; isDismissed: boolean };

type State = {
  settings: Settings;
  /** Reviews whose findings are not taken up yet, by reviewer, in the order in which they were asked. */
  reviews: Map<string, Review | null>;
  findings: Map<string, Followed>;
  units: Map<string, Unit>;
};

const isOpen = ({ isFixed, isDismissed }: Followed): boolean => !isFixed && !isDismissed;

const levelOf = ({ settings }: State, reviewer: string, findings: readonly Finding[]): Level =>
  settings.reviewers.find(({ name }) => name === reviewer)?.level ??
  findings.find((each) => each.reviewer === reviewer)?.level ??
  'blocking';

/** None of them was taken up: they are listed as the reviewer gave them. */
const drafts = (review: Review | null): ProgressFinding[] =>
  (review?.findings ?? []).map((draft, index) => ({
    ...draft,
    code: draft.code ?? `X${String(index + 1).padStart(3, '0')}`,
  }));

/**
 * A later review lists what is left of the ones before as well: whoever reads the file takes the newest review of a
 * reviewer for all of it.
 */
const reviewed = (
  state: State,
  reviewer: string,
  review: Review | null,
  own: readonly Finding[],
  at: string,
): string[] => {
  const level = levelOf(state, reviewer, own);
  const when = review?.at ?? at;
  if (review?.verdict === 'PASSED')
    return [reviewEntry({ at: when, reviewer, level, verdict: 'PASSED', findings: [], isNote: own.length > 0 })];
  const listed = own.length > 0 ? own : drafts(review);
  return listed.length === 0
    ? []
    : [reviewEntry({ at: when, reviewer, level, verdict: 'NEEDS_WORK', findings: listed })];
};

/** What is open, by everybody who reported it. */
const openByReviewer = (state: State): Map<string, Finding[]> => {
  const open = [...state.findings.values()]
    .filter(isOpen)
    .flatMap(({ finding }) => reviewersOf(finding).map((name) => ({ name, finding })));
  return new Map(
    [...Map.groupBy(open, ({ name }) => name)].map(([name, all]) => [name, all.map(({ finding }) => finding)]),
  );
};

/** Skipped is no verdict, and neither is a failure, whatever was found before it. */
const hasVerdict = (review: Review): boolean =>
  review.verdict === 'PASSED' ||
  review.verdict === 'NEEDS_WORK' ||
  (review.verdict === 'error' && review.findings.length > 0);

const takeUp = (state: State, admitted: readonly Finding[], at: string): string[] => {
  for (const finding of admitted)
    state.findings.set(finding.id, { finding, attempts: 0, isFixed: false, isDismissed: false });
  const open = openByReviewer(state);
  const reviews = [...state.reviews].flatMap(([name, review]) =>
    review && hasVerdict(review) ? [{ name, review }] : [],
  );
  const imported = new Set(admitted.flatMap(reviewersOf).filter((name) => !state.reviews.has(name)));
  state.reviews.clear();
  return [...reviews, ...[...imported].map((name) => ({ name, review: null }))].flatMap(({ name, review }) =>
    reviewed(state, name, review, open.get(name) ?? [], at),
  );
};

const limitOf = ({ settings: { limits } }: State): number => limits.attemptsPerFinding ?? limits.cycles;

/** Machine-made fixes and cancelled attempts cost the finding nothing. */
const judged = (state: State, event: RunEventOf<'attempt.judged'>, at: string): string[] => {
  const unit = state.units.get(event.unit);
  return Object.entries(event.results).flatMap(([id, { result }]) => {
    const followed = state.findings.get(id);
    if (followed === undefined) return [];
    if (!isMachineMade({ agent: unit?.agent }) && result !== 'cancelled') followed.attempts += 1;
    if (result !== 'accepted') return [];
    followed.isFixed = true;
    const { finding, attempts } = followed;
    const attempt = Math.max(1, attempts);
    const what = unit?.said.get(id) || finding.title;
    const fix = {
      at,
      code: finding.code,
      what,
      files: unit?.files ?? [],
      attempt,
      of: Math.max(attempt, limitOf(state)),
    };
    return reviewersOf(finding).map((reviewer) => fixEntry({ ...fix, reviewer }));
  });
};

/** Fixing was given up. For any other cause it was never begun, unless there were attempts. */
const givenUp: ReadonlySet<ClosingCause> = new Set<ClosingCause>(['fixer', 'exhausted', 'file-deleted']);

const closed = (state: State, event: RunEventOf<'finding.closed'>, at: string): string[] => {
  const followed = state.findings.get(event.id);
  if (followed === undefined) return [];
  if (event.status === 'dismissed') followed.isDismissed = true;
  const { finding, attempts } = followed;
  if (event.status === 'dismissed' || !(givenUp.has(event.cause) || attempts > 0)) return [];
  const of = Math.max(attempts, limitOf(state));
  const exhausted = event.cause === 'exhausted' && attempts === of;
  const failed = { at, code: finding.code, issue: finding.title, attempts, of, exhausted, reason: event.reason };
  return reviewersOf(finding).map((reviewer) => failedEntry({ ...failed, reviewer }));
};

const fixedTogether = (state: State, event: RunEventOf<'finding.fixed'>, at: string): string[] => {
  const followed = state.findings.get(event.id);
  if (followed === undefined) return [];
  followed.isFixed = true;
  const { finding, attempts } = followed;
  const attempt = Math.max(1, attempts);
  const files = state.units.get(event.unit)?.files ?? [];
  const fix = { at, code: finding.code, what: event.reason, files, attempt, of: Math.max(attempt, limitOf(state)) };
  return reviewersOf(finding).map((reviewer) => fixEntry({ ...fix, reviewer }));
};

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

const apply = (state: State, event: StoredEvent): string[] => {
  switch (event.type) {
    case 'run.started':
      state.settings = Settings.catch(state.settings).parse(event.config);
      return [];
    case 'run.resumed':
    case 'limits.set':
      state.settings = Settings.catch(state.settings).parse({
        ...state.settings,
        limits: { ...state.settings.limits, ...event.limits },
      });
      return [];
    case 'round.started':
      for (const reviewer of event.reviewers) state.reviews.set(reviewer, null);
      return [];
    case 'review.finished':
      state.reviews.set(event.reviewer, event);
      return [];
    case 'findings.admitted':
      return takeUp(state, event.findings, event.at);
    case 'attempt.finished':
      answered(state, event);
      return [];
    case 'unit.split':
      split(state, event);
      return [];
    case 'attempt.judged':
      return judged(state, event, event.at);
    case 'finding.fixed':
      return fixedTogether(state, event, event.at);
    case 'places.moved':
      movePlaces(state, event);
      return [];
    case 'finding.closed':
      return closed(state, event, event.at);
    case 'run.finished':
      return takeUp(state, [], event.at);
    case 'run.waiting':
    case 'run.stopping':
    case 'run.handed-over':
    case 'cancel.requested':
    case 'process.started':
    case 'commits.kept':
    case 'run.moved':
    case 'warning':
    case 'review.started':
    case 'review.scoped':
    case 'call.started':
    case 'call.postponed':
    case 'call.finished':
    case 'question.answered':
    case 'questions.answered':
    case 'plan.made':
    case 'baseline.started':
    case 'baseline.finished':
    case 'recheck.started':
    case 'recheck.finished':
    case 'cycle.started':
    case 'cycle.finished':
    case 'step.started':
    case 'step.finished':
    case 'agent.replaced':
    case 'attempt.started':
    case 'attempt.output':
    case 'attempt.activity':
    case 'attempt.postponed':
    case 'check.started':
    case 'check.finished':
    case 'units.integrated':
    case 'head.check.started':
    case 'head.checked':
    case 'head.accepted':
    case 'culprits.removed':
      return [];
    default:
      return event satisfies never;
  }
};

/** Gives the entries that an event adds. Events must come in order, from the first. */
export const createProgress = (): ((event: StoredEvent) => string[]) => {
  const settings = { reviewers: [], limits: { cycles: 0, attemptsPerFinding: null } };
  const state: State = { settings, reviews: new Map(), findings: new Map(), units: new Map() };
  return (event) => apply(state, event);
};
