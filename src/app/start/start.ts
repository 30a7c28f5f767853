/** Starts runs: everything that can be wrong with the input is found before anything is created. */
import { admissionEvents } from '../../findings/admit/take-up.ts';
import type { RunEvent } from '../../model/event.ts';
import { InputError } from '../../model/expected.ts';
import { startRequest } from '../../model/start-request.ts';
import { given } from '../../plain/given.ts';
import type { App } from '../app.ts';
import type { RunHandle } from '../runs/handle.ts';
import type { FixOptions, PlanOptions, StartOptions } from '../options.ts';
import { resolveNewSince, surroundingsOf } from '../surroundings.ts';
import { begin } from './begin.ts';
import { type EarlierSession, readSession } from './earlier-session.ts';
import { readInput } from './input.ts';
import { reviewedElsewhere } from './newest-review.ts';
import { openStart, type StartPlace } from './place.ts';
import { baseFor, namedBase } from './base.ts';
import { withPlannedBranch } from './plan-branch.ts';
import { planEvent, type PlannedFindings, readPlanOf } from './plan-file.ts';
import { checkSkills, checkSpec, checkToolFolders } from './roles.ts';
import type { Beginning } from './started.ts';

/** Fixes findings that somebody else reported, or what a plan holds. */
export const fix = async (app: App, asked: FixOptions): Promise<RunHandle> => {
  const { from = [] } = startRequest(asked);
  const options = { ...asked, from };
  if (options.from.length === 0 && options.plan === undefined && options.session === undefined)
    throw new InputError('No file with findings was given. Name one with --from FILE, or a plan with --plan FILE.');
  if (options.plan !== undefined && (options.clarify === true || options.answers !== undefined))
    throw new InputError(
      'Questions come before a plan, and --plan names one. ' +
        'Ask with `fixpoint plan --clarify`, or write answers into the fix_todo files (docs/planning.md).',
    );
  const place = await openStart(app, options);
  if (place.config.verify.requireProof.includes('review'))
    throw new InputError(
      'Proof by a later review (verify.requireProof, --require-proof review) needs reviewers, and `fixpoint fix` ' +
        'asks none. Use `fixpoint run`, or require tool, tests or any.',
    );
  const planned = await readPlanOf(app, options, place);
  const start = await withPlannedBranch(place, planned, options);
  return begin(app, options, start, { command: 'fix', ...(await imported(app, options, start, planned)) });
};

/** Asks the configured reviewers, then fixes what they found. */
export const run = (app: App, options: StartOptions): Promise<RunHandle> => reviewing(app, 'run', options);

/** Asks the configured reviewers, and fixes nothing. */
export const review = (app: App, options: StartOptions): Promise<RunHandle> => reviewing(app, 'review', options);

/** Plans the fixes of findings, from a file or from the configured reviewers, and makes none of them. */
export const plan = (app: App, options: PlanOptions): Promise<RunHandle> => preparing(app, 'plan', options);

/**
 * Lets an agent ask about findings until it is ready to plan (3.1), and does no more. It waits for answers, at the
 * terminal or as `waiting`; `plan` and `fix` go on with what came of it (`session`).
 */
export const clarify = (app: App, { set, ...options }: PlanOptions): Promise<RunHandle> =>
  preparing(app, 'clarify', { ...options, clarify: true, set: { 'clarify.wait': true, ...set } });

const preparing = async (
  app: App,
  command: 'plan' | 'clarify',
  { from = [], ...options }: PlanOptions,
): Promise<RunHandle> => {
  if (from.length === 0 && options.session === undefined) return reviewing(app, command, options);
  startRequest({ ...options, from });
  const request = { ...options, from };
  const place = await openStart(app, request);
  return begin(app, request, place, { command, ...(await imported(app, request, place)) });
};

const reviewing = async (
  app: App,
  command: 'run' | 'review' | 'plan' | 'clarify',
  options: StartOptions,
): Promise<RunHandle> => {
  startRequest(options);
  const place = await openStart(app, { ...options, needsReviewers: true });
  if (place.config.reviewers.length === 0)
    throw new InputError(
      'No reviewers are configured, and there is no agent that could review. ' +
        '`fixpoint doctor` says what is missing; `fixpoint fix FILE` starts from findings that you have.',
    );
  checkSkills(place.config, place.prompts);
  const { repo, from } = place;
  const { facts } = await surroundingsOf(app, { repo, workTree: options.includeDirty === true, from });
  await checkSpec(place.config, facts);
  await checkToolFolders(place.config, facts);
  const { base, remarks } = await baseFor(place, options);
  return begin(app, options, place, {
    command,
    sources: [],
    newSince: await resolveNewSince(place.repo, options.newSince),
    ...(base && { base }),
    first: remarks,
  });
};

const imported = async (
  app: App,
  options: FixOptions,
  place: StartPlace,
  planned?: PlannedFindings,
): Promise<Omit<Beginning, 'command'>> => {
  const earlier = await readSession(app, options);
  const own = planned ?? (earlier && { findings: earlier.findings, problems: [] });
  const { taken, problems, sources, newSince, reviewReport } = await readInput(app, options, place, own);
  const { base, remarks } = await namedBase(place, options);
  return {
    sources: [...sources.map((source) => source.name), ...ownSource(options, earlier)],
    newSince,
    ...given({ base, reviewReport, clarified: earlier?.clarifiedFor(taken.findings) }),
    first: [
      ...admissionEvents(taken, problems, place.config),
      ...(planned ? [planEvent(planned, taken.findings)] : []),
      ...remarks,
      ...(earlier ? await remarksOn(earlier, options, place) : []),
    ],
    ...(planned && { files: planned.files }),
  };
};

/** Where findings come from that no file was named for. */
const ownSource = ({ plan }: FixOptions, earlier: EarlierSession | undefined): string[] => {
  if (plan !== undefined) return [plan];
  return earlier ? [earlier.name] : [];
};

const remarksOn = async ({ state }: EarlierSession, options: FixOptions, { repo }: StartPlace): Promise<RunEvent[]> =>
  state.run.started.command === 'review' ? reviewedElsewhere(state, (await repo.head()).commit, options) : [];
