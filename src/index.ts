/**
 * Fixpoint as a library: all that the command line does.
 *
 * ```ts
 * import { fix } from 'fixpoint';
 * const run = await fix({ from: ['results.sarif'], set: { 'verify.commands': ['npm test'] } });
 * for await (const event of run.events) console.log(event.type);
 * const report = await run.result;
 * ```
 */
import type { App } from './app/app.ts';
import * as app from './app/index.ts';
import { InputError } from './model/expected.ts';
import { nodeTooOld } from './node-version.ts';
import { type LocalOptions, openLocal } from './wiring/local.ts';

/** Said here and not while it is imported, where nobody could catch it as an error of ours. */
const requireNode = (): void => {
  const tooOld = nodeTooOld();
  if (tooOld !== null) throw new InputError(tooOld);
};

/**
 * Fixpoint on this machine, for as many runs over as many repositories as you like: give it as `app` to whatever is to
 * share it, and close it when the runs are over. Without one, each call opens its own and closes it when it is done.
 */
export const openApp = (options: LocalOptions = {}): App => {
  requireNode();
  return openLocal(options);
};

export type Given<Request> = Request & LocalOptions & { app?: App };

const within = async <T>(given: Given<object>, work: (world: App) => Promise<T>): Promise<T> => {
  if (given.app) return work(given.app);
  const own = openApp(given);
  try {
    return await work(own);
  } finally {
    await own.close();
  }
};

const closing = async <T>(result: Promise<T>, own: App): Promise<T> => {
  try {
    return await result;
  } finally {
    await own.close();
  }
};

/** An App of its own is closed when the run is over, or when there is none. */
const running = async (given: Given<object>, start: (world: App) => Promise<app.RunHandle>): Promise<app.RunHandle> => {
  if (given.app) return start(given.app);
  const own = openApp(given);
  try {
    const handle = await start(own);
    const result = closing(handle.result, own);
    result.catch(() => undefined);
    return { ...handle, result };
  } catch (error) {
    await own.close();
    throw error;
  }
};

/** Fixes findings that somebody else reported, or what a plan holds. */
export const fix = (given: Given<app.FixOptions>): Promise<app.RunHandle> =>
  running(given, (world) => app.fix(world, given));

/** Asks the configured reviewers, then fixes what they found. */
export const run = (given: Given<app.StartOptions> = {}): Promise<app.RunHandle> =>
  running(given, (world) => app.run(world, given));

/** Asks the configured reviewers, and fixes nothing. */
export const review = (given: Given<app.StartOptions> = {}): Promise<app.RunHandle> =>
  running(given, (world) => app.review(world, given));

/** Plans the fixes of findings, and makes none of them. */
export const plan = (given: Given<app.PlanOptions> = {}): Promise<app.RunHandle> =>
  running(given, (world) => app.plan(world, given));

/** Lets an agent ask about findings until it is ready to plan; `plan` and `fix` go on with it (`session`). */
export const clarify = (given: Given<app.PlanOptions> = {}): Promise<app.RunHandle> =>
  running(given, (world) => app.clarify(world, given));

/** Goes on with a run that was interrupted or stopped. */
export const resume = (given: Given<app.ResumeRequest>): Promise<app.RunHandle> =>
  running(given, (world) => app.resume(world, given));

/** Ends a run, whoever carries it out. */
export const cancel = (given: Given<app.RunRequest>): ReturnType<typeof app.cancel> =>
  within(given, (world) => app.cancel(world, given));

/** What a run asks people, and nobody has answered. */
export const questions = (given: Given<app.RunRequest>): ReturnType<typeof app.questions> =>
  within(given, (world) => app.questions(world, given));

/** Answers questions of a run, whoever holds it. Where nobody does (`holder` is null), `resume` goes on with it. */
export const answer = (given: Given<app.AnswerRequest>): Promise<app.Answered> =>
  within(given, (world) => app.answer(world, given));

/** Shows what a run would ask, without running anything. */
export const preview = (given: Given<app.FixOptions | app.StartOptions> = {}): Promise<app.Preview> =>
  within(given, (world) => app.preview(world, given));

/**
 * What `fixpoint run --yes` would use where nothing is configured: set-up, verification and linters, each with where it
 * was found; null where all of it is configured. `settings` go into `set` of a start that accepts it.
 */
export const propose = async (
  given: Given<app.StartOptions> = {},
): Promise<{ proposal: app.Proposal; settings: Record<string, unknown> } | null> => {
  const proposal = await within(given, (world) => app.propose(world, given, { command: 'run', asksReviewers: true }));
  return proposal && { proposal, settings: app.settingsOf(proposal) };
};

/** The text of a fixpoint.yaml, as `fixpoint init` writes it. Writes nothing. */
export const proposeConfig = (given: Given<app.Options> = {}): Promise<string> =>
  within(given, async (world) => (await app.init(world, given)).text());

export const status = (given: Given<app.Options & { run?: string; all?: boolean }> = {}): Promise<app.RunOverview[]> =>
  within(given, (world) => app.status(world, given));

export const report = (given: Given<app.RunRequest>): ReturnType<typeof app.report> =>
  within(given, (world) => app.report(world, given));

/** Why a finding ended as it did, gate by gate. */
export const explain = (given: Given<app.ExplainRequest>): ReturnType<typeof app.explain> =>
  within(given, (world) => app.explain(world, given));

/** Where an artifact of a run lies: prompts, transcripts, patches. */
export const artifactPath = (given: Given<app.RunRequest & { name: string }>): Promise<string> =>
  within(given, (world) => app.artifactPath(world, given));

/** Brings the result of a run into the user's checkout, and takes it back. */
export const apply = (given: Given<app.ApplyRequest>): Promise<app.Applied> =>
  within(given, (world) => app.apply(world, given));

/** Reads findings without starting a run. */
export const readFindings = (given: Given<app.ReadFindingsOptions>): ReturnType<typeof app.readFindings> =>
  within(given, (world) => app.readFindings(world, given));

/** Writes down what a person decided about findings. */
export const dismiss = (given: Given<app.DismissOptions>): ReturnType<typeof app.dismiss> =>
  within(given, (world) => app.dismiss(world, given));

export const dispositions = (given: Given<app.Options> = {}): ReturnType<typeof app.dispositions> =>
  within(given, (world) => app.dispositions(world, given));

export const removeDispositions = (
  given: Given<app.Options & { ids: string[] }>,
): ReturnType<typeof app.removeDispositions> => within(given, (world) => app.removeDispositions(world, given));

export const listPrompts = (given: Given<app.Options> = {}): ReturnType<typeof app.listPrompts> =>
  within(given, (world) => app.listPrompts(world, given));

export const showPrompt = (
  given: Given<app.Options & { name: string; builtIn?: boolean }>,
): ReturnType<typeof app.showPrompt> => within(given, (world) => app.showPrompt(world, given));

export const ejectPrompt = (given: Given<app.Options & { name: string }>): ReturnType<typeof app.ejectPrompt> =>
  within(given, (world) => app.ejectPrompt(world, given));

/** Looks at everything that a run needs. */
export const doctor = (given: Given<app.DoctorOptions> = {}): Promise<app.Diagnosis> =>
  within(given, (world) => app.doctor(world, given));

export { EndedAtOnce, InputError } from './app/index.ts';
export type {
  Answered,
  AnswerRequest,
  App,
  Applied,
  ApplyRequest,
  AskedQuestion,
  AskUser,
  Diagnosis,
  Dismissed,
  DismissOptions,
  DoctorItem,
  DoctorOptions,
  ExplainRequest,
  FixOptions,
  LateAnswer,
  ListedDisposition,
  ListedPrompt,
  Options,
  PlanOptions,
  Preview,
  Proposal,
  ReadFindingsOptions,
  ResumeRequest,
  RunHandle,
  RunOverview,
  RunRequest,
  ShownPrompt,
  StartOptions,
} from './app/index.ts';
export type { LocalOptions } from './wiring/local.ts';
export { ConfigError } from './config/error.ts';
export { Expected } from './model/expected.ts';
export type { ExpectedKind } from './model/expected.ts';
export type { Config, ConfigInput } from './config/schema.ts';
export type { Attempt } from './model/attempt.ts';
export type { Question } from './model/call.ts';
export type { Challenge } from './model/challenge.ts';
export type { ReadDispute, Ruling } from './model/finding/dispute.ts';
export type { Disposition, DispositionKind } from './model/disposition.ts';
export type { RunEvent, StoredEvent } from './model/event.ts';
export type { RunStatus, StopReason } from './model/run/outcome.ts';
export type { Explanation } from './model/finding/explanation.ts';
export type { Finding, FindingStatus, Severity } from './model/finding.ts';
export type { ListedFinding, Listing } from './model/listing.ts';
export type { Proof } from './model/proof.ts';
export type { ReportFinding } from './model/finding/reported.ts';
export type { Report } from './model/report.ts';
export type { Verification } from './model/verification.ts';
export type { Clarification, FixTodo, MasterTodo } from './model/todo.ts';
export { NotTheWriterError } from './ports/journal.ts';
export { RepoError } from './ports/repo.ts';
export { FindingsError } from './findings/read/error.ts';
