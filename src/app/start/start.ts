/** Starts runs: everything that can be wrong with the input is found before anything is created. */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { localArtifacts } from '../../adapters/artifacts/local.ts';
import { admissionEvents, type Surroundings, type TakenUp, takeUp } from '../../findings/admit/take-up.ts';
import { foldAll } from '../../loop/state/fold.ts';
import type { Command, RunEvent } from '../../model/event.ts';
import type { ReadProblem } from '../../model/finding.ts';
import type { Writer } from '../../ports/journal.ts';
import type { Custody } from '../../ports/repo.ts';
import { redactAll } from '../../secrets/every-text.ts';
import { redactFindings } from '../../secrets/findings.ts';
import { createRedactor } from '../../secrets/redact.ts';
import { version } from '../../version.ts';
import { createEngine } from '../../wiring/engine.ts';
import { EventQueue } from '../event-queue.ts';
import { launch, type RunHandle } from '../handle.ts';
import { baseFor, checkSkills, checkSpec, checkToolFolders } from './roles.ts';
import { lookFrom } from '../../adapters/files/look-in.ts';
import { InputError } from '../../model/expected.ts';
import type { FixOptions, PlanOptions, StartOptions } from '../options.ts';
import { planEvent, type PlannedFindings, readPlan } from './plan-file.ts';
import { refuseMissingAgents } from './missing-agents.ts';
import { readSource, readSources, type ReadSource } from './sources.ts';
import { openStart, type Place, type StartPlace } from './place.ts';
import { openStore, runFolder } from '../../wiring/store.ts';
import { type NewSince, resolveNewSince, surroundingsOf } from '../../wiring/surroundings.ts';

/** Fixes findings that somebody else reported, or what a plan holds. */
export const fix = async (options: FixOptions): Promise<RunHandle> => {
  if (options.from.length === 0 && options.plan === undefined)
    throw new InputError('No file with findings was given. Name one with --from FILE, or a plan with --plan FILE.');
  if (options.plan !== undefined && (options.clarify === true || options.answers !== undefined))
    throw new InputError(
      'Questions come before a plan, and --plan names one. Ask with `fixpoint plan --clarify`, or write answers into the fix_todo files (docs/planning.md).',
    );
  const place = await openStart(options);
  if (place.config.verify.requireProof.includes('review'))
    throw new InputError(
      'Proof by a later review (verify.requireProof, --require-proof review) needs reviewers, and `fixpoint fix` asks none. Use `fixpoint run`, or require tool, tests or any.',
    );
  return begin(options, place, { command: 'fix', ...(await imported(options, place)) });
};

/** Asks the configured reviewers, then fixes what they found. */
export const run = (options: StartOptions): Promise<RunHandle> => reviewing('run', options);

/** Asks the configured reviewers, and fixes nothing. */
export const review = (options: StartOptions): Promise<RunHandle> => reviewing('review', options);

/** Plans the fixes of findings, from a file or from the configured reviewers, and makes none of them. */
export const plan = async ({ from = [], ...options }: PlanOptions): Promise<RunHandle> => {
  if (from.length === 0) return reviewing('plan', options);
  const place = await openStart(options);
  return begin(options, place, { command: 'plan', ...(await imported({ ...options, from }, place)) });
};

const reviewing = async (command: 'run' | 'review' | 'plan', options: StartOptions): Promise<RunHandle> => {
  const place = await openStart({ ...options, needsReviewers: true });
  if (place.config.reviewers.length === 0)
    throw new InputError(
      'No reviewers are configured, and no agent was found that could review. Add a reviewer to fixpoint.yaml (docs/configuration.md), or start from a report with `fixpoint fix --from FILE`.',
    );
  checkSkills(place.config, place.prompts);
  await judged(options, place, undefined, async ({ facts }) => {
    await checkSpec(place.config, facts);
    await checkToolFolders(place.config, facts);
  });
  const base = await baseFor(place.config, place.repo);
  return begin(options, place, {
    command,
    sources: [],
    newSince: await resolveNewSince(place.repo, options.newSince),
    ...(base && { base }),
    first: [],
  });
};

const imported = async (options: FixOptions, place: StartPlace): Promise<Omit<Beginning, 'command'>> => {
  const planned = options.plan === undefined ? undefined : await readPlan(options.plan, place);
  const { taken, problems, sources, newSince, reviewReport } = await readInput(options, place, planned);
  return {
    sources: [...sources.map((source) => source.name), ...(options.plan === undefined ? [] : [options.plan])],
    newSince,
    ...(reviewReport !== undefined && { reviewReport }),
    first: [...admissionEvents(taken, problems), ...(planned ? [planEvent(planned, taken.findings)] : [])],
    ...(planned && { files: planned.files }),
  };
};

export type Input = {
  sources: ReadSource[];
  taken: TakenUp;
  problems: ReadProblem[];
  newSince?: NewSince | undefined;
  reviewReport?: string;
};

export const readInput = async (
  options: FixOptions,
  { cwd, repo, config, from }: Place,
  planned?: PlannedFindings,
): Promise<Input> => {
  const { redact } = createRedactor(options.env ?? process.env);
  const read = await readSources(options.from, cwd, lookFrom(repo.root, cwd), options.format);
  const sources = read.map((source) => redactFindings(source, redact));
  const own = planned && options.from.length === 0 ? [redactFindings(planned, redact)] : [];
  const reported = [...sources, ...own].map((source) => ({
    reviewer: 'import',
    level: 'blocking' as const,
    drafts: source.findings,
  }));
  const newSince = await resolveNewSince(repo, options.newSince);
  const taken = await judged(options, { repo, from }, newSince, (around) =>
    takeUp(reported, { dedup: config.findings.dedup, only: options.only }, around),
  );
  if (taken.unmatched.length > 0)
    throw new InputError(
      `--only ${taken.unmatched.join(', ')} fits no finding. It takes codes, ids, files, globs and rules; \`fixpoint findings\` lists the findings.`,
    );
  return {
    sources,
    taken: options.includeDirty === true ? taken : withUncommitted(taken, repo.root),
    problems: [...sources, ...(planned ? [planned] : [])].flatMap((source) => source.problems),
    newSince,
    ...(options.reviewReport !== undefined && {
      reviewReport: redact((await readSource(options.reviewReport, cwd)).toString('utf8')),
    }),
  };
};

/** A file that is there and was never committed is not lost: the run does not start from it. */
const withUncommitted = (taken: TakenUp, root: string): TakenUp => {
  const fileOf = new Map(taken.findings.map(({ id, file }) => [id, file]));
  const isThere = (id: string): boolean => existsSync(join(root, fileOf.get(id) ?? ''));
  return {
    ...taken,
    dismissed: taken.dismissed.map((each) =>
      each.cause === 'not-found' && isThere(each.id)
        ? { ...each, reason: `${fileOf.get(each.id)} is not committed. Commit it, or start with --include-dirty.` }
        : each,
    ),
  };
};

/** The start is not made yet: it will be the last commit, or the files as they are. */
const judged = async <T>(
  options: StartOptions,
  { repo, from }: Pick<Place, 'repo' | 'from'>,
  newSince: NewSince | undefined,
  work: (around: Surroundings) => Promise<T>,
): Promise<T> => {
  const { journal } = openStore(options);
  try {
    const { commit } = await repo.head();
    return await work(
      surroundingsOf({ repo, journal, commit, workTree: options.includeDirty === true, newSince, from }),
    );
  } finally {
    journal.close();
  }
};

type Beginning = {
  command: Command;
  sources: string[];
  newSince: NewSince | undefined;
  base?: { ref: string; commit: string };
  reviewReport?: string;
  first: RunEvent[];
  /** What is kept with the run from its beginning. */
  files?: { name: string; text: string }[];
};

/** The journal knows the run before the repository does: a pin without a run cannot be left behind unseen. */
const begin = async (
  options: StartOptions,
  place: StartPlace,
  { first, files = [], newSince, ...beginning }: Beginning,
): Promise<RunHandle> => {
  const { repo, config, stateDir } = place;
  const isNothingToDo = first.some((event) => event.type === 'findings.admitted' && event.findings.length === 0);
  if (place.replay === undefined && !isNothingToDo)
    refuseMissingAgents(config, { command: beginning.command, env: options.env ?? process.env, root: repo.root });
  const { journal } = openStore(options);
  const id = newRunId();
  const writer = await journal.create(id, repo.id);
  const { dirty, custody } = await takeCustody(options, place, writer);
  const { redact } = createRedactor(options.env ?? process.env);
  const started: RunEvent = {
    type: 'run.started',
    ...beginning,
    ...(options.only && options.only.length > 0 && { only: options.only }),
    ...(newSince && { newSince }),
    root: repo.root,
    start: custody.start,
    includesDirty: options.includeDirty === true,
    dirty,
    ...(place.chosen !== undefined && { agent: place.chosen }),
    ...(Object.keys(place.prompts).length > 0 && { prompts: place.prompts }),
    configuration: { file: place.file, ...(place.from && { ref: place.from.ref, commit: place.from.commit }) },
    ...(options.progress !== undefined && { progress: resolve(place.cwd, options.progress) }),
    ...(options.answers && { answers: redactAll(options.answers, redact) }),
    ...(options.askUser && { attended: true }),
    ...(place.record !== undefined && { record: place.record }),
    ...(place.replay !== undefined && { replay: place.replay }),
    config,
    version,
    seal: custody.seal,
  };
  const artifacts = localArtifacts(join(runFolder(stateDir, repo.id, id), 'artifacts'), stateDir);
  for (const { name, text } of files) await artifacts.put(name, redact(text));
  const events = await writer.append([started, ...warningsOf(place, custody.notes, beginning.command), ...first]);
  const queue = new EventQueue();
  for (const event of events) queue.push(event);
  const { record, replay } = place;
  const { askUser, env = process.env } = options;
  const engine = await createEngine({
    repo,
    custody,
    journal,
    config,
    stateDir,
    run: id,
    env,
    record,
    replay,
    from: place.from,
  });
  return launch({ journal, writer, state: foldAll(id, events), engine, queue, earlier: events, askUser });
};

/** A run that cannot begin leaves nothing behind. */
const takeCustody = async (
  { includeDirty = false }: StartOptions,
  { repo, config, stateDir, from }: Place,
  writer: Writer,
): Promise<{ dirty: boolean; custody: Custody }> => {
  try {
    const dirty = await repo.isDirty();
    return {
      dirty,
      custody: await repo.begin(writer.run, { includeDirty, hooks: config.commit.hooks, keep: from?.commit }),
    };
  } catch (error) {
    await rm(runFolder(stateDir, repo.id, writer.run), { recursive: true, force: true });
    await writer.abandon();
    throw error;
  }
};

const warningsOf = ({ config, warnings }: Place, notes: readonly string[], command: Command): RunEvent[] => {
  const all = [...warnings, ...notes];
  if (config.verify.commands.length === 0 && config.limits.cycles > 0 && (command === 'fix' || command === 'run'))
    all.push(
      'Nothing verifies the fixes: no verification commands are configured (verify.commands, or --verify CMD). Fixes will be committed unproven.',
    );
  return all.map((message) => ({ type: 'warning', message }));
};

/** Sorts by time, is easy to say, and is a valid part of a branch name. */
const newRunId = (): string => {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${time}-${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
};
