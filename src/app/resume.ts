/** Goes on with a run that was interrupted or stopped, and ends one from outside. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { configFromFlags } from '../config/load.ts';
import { Config } from '../config/schema.ts';
import { type Started, willRun } from '../config/will-run.ts';
import type { Engine } from '../loop/engine.ts';
import { eventsOfWaiting } from '../loop/inbox.ts';
import { fold } from '../loop/state/fold.ts';
import type { RunState } from '../loop/state/state.ts';
import type { RunEvent } from '../model/event.ts';
import { InputError } from '../model/expected.ts';
import type { CleanWriter, RunSummary } from '../ports/journal.ts';
import type { Repo } from '../ports/repo.ts';
import { configInRun } from '../loop/config-in-run.ts';
import type { StoredCommand } from '../model/run/run-command.ts';
import { orUndo } from '../plain/or-undo.ts';
import { version } from '../version.ts';
import type { App } from './app.ts';
import type { AskUser } from './runs/attend.ts';
import { findRun } from './runs/find-run.ts';
import { readStarted } from './runs/read-run.ts';
import { launch, type RunHandle } from './runs/handle.ts';
import type { Options } from './options.ts';
import { findRepo, settleIn } from './runs/whereabouts.ts';
import { refuseUnkeptLimit } from './unknown-price.ts';

/**
 * `set` may change limits: a budget that is spent, a time that is over. Everything else stays as it was at the start.
 */
export type ResumeRequest = Options & { run: string; askUser?: AskUser };

export const resume = async (app: App, request: ResumeRequest): Promise<RunHandle> => {
  const limits = limitsIn(request.set ?? {});
  const summary = await findRun(app, request);
  return goOn(app, summary, { limits, askUser: request.askUser, options: request });
};

/** Asks the process that runs it to end it; a run that nobody runs any more is ended here. */
export const cancel = async (
  app: App,
  request: Options & { run: string },
): Promise<{ asked: boolean; message: string }> => {
  const summary = await findRun(app, request);
  const { run, holder, standing } = summary;
  if (standing?.status && standing.status !== 'waiting')
    throw new InputError(`Run ${run} is finished already. \`fixpoint report ${run}\` shows how it ended.`, 'conflict');
  if (holder) {
    await (await app.journal()).send(run, { do: 'cancel', id: randomUUID() });
    return {
      asked: true,
      message: `Asked run ${run} to end (process ${holder.pid}). What is proven will be handed over.`,
    };
  }
  const { totals } = await (await goOn(app, summary, { cancelled: true, options: request })).result;
  return {
    asked: false,
    message: `Run ${run} was not under way any more; it is ended now, with ${totals.fixed} of ${totals.total} findings fixed.`,
  };
};

type Limits = Record<string, number | null>;
type GoingOn = { limits?: Limits | undefined; askUser?: AskUser | undefined; cancelled?: boolean; options: Options };

type StartedState = Awaited<ReturnType<typeof readStarted>>;

/** Whatever keeps it from going on is found before the journal says that it does, and leaves no claim behind. */
const goOn = (app: App, { run, repo: home }: RunSummary, going: GoingOn): Promise<RunHandle> =>
  orUndo(async (undo) => {
    const { askUser, cancelled = false, options } = going;
    const journal = await app.journal();
    const writer: CleanWriter = await journal.claim(run);
    undo.defer(writer.release);
    const state = await readStarted(app, run);
    refuseIfThrough(state);
    const started = await app.privateStarts.restore({ repo: home, run }, state.started);
    const config = configOf(state, started.config);
    refuseUnkeptLimit(config, going.limits);
    await app.endProcesses(run, state.processes);
    const sought = { home, state, root: started.root, options };
    const repo = await findRepo(app, sought);
    const moved = await settleIn(app, repo, sought, writer);
    const engine = await reopen(
      app,
      repo,
      { ...state, started: { ...started, seal: state.started.seal }, config },
      undo,
    );
    const secrets = await app.secrets();
    state.config = configInRun(config, secrets).config;
    const progress = started.progress && resolve(repo.root, started.progress);
    const earlier = progress === undefined ? [] : await journal.read(run);
    const commands = (await journal.commands(run)).filter((command) => isToBeHeard(command, state));
    const events = cancelled ? [] : [resumed(state, going), ...eventsOfWaiting(commands)];
    const added = await writer.append(events.map((event: RunEvent) => secrets.clean(event)));
    for (const event of added) fold(state, event);
    const first = [...moved, ...added];
    const files = await app.files();
    return launch({
      app,
      files,
      journal,
      writer,
      state,
      engine,
      first,
      earlier,
      commands,
      askUser,
      cancelled,
      progress,
    });
  });

/** An answer may still wait behind commands that were carried out since; one that was heard is not heard again. */
const isToBeHeard = (command: StoredCommand, { inbox }: RunState): boolean =>
  command.n > inbox || command.do === 'answer';

const reopen = async (
  app: App,
  repo: Repo,
  { run, started, config }: StartedState & { config: Config },
  undo: AsyncDisposableStack,
): Promise<Engine> => {
  const { seal, configuration } = started;
  const [record, replay] = [started.record, started.replay].map((path) => path && resolve(repo.root, path));
  const from = configuration?.commit === undefined ? undefined : await repo.committed(configuration.commit);
  const custody = await repo.reopen(run, { ...(seal !== undefined && { seal }) });
  undo.defer(custody.close);
  const engine = await app.openEngine({ repo, custody, config, run, record, replay, from });
  undo.defer(engine.rooms.close);
  return engine;
};

/** A run that an earlier version began has no values for keys that are new. */
const configOf = ({ run, config }: RunState, written: unknown): Config => {
  const parsed = Config.safeParse(config && withLimitsOf(config, written));
  if (parsed.success) return parsed.data;
  throw new InputError(`Run ${run} has no configuration that this version can use. Start it again.`);
};

/** As it was written, with the limits that hold by now. */
const withLimitsOf = ({ limits }: Config, written: unknown): unknown =>
  typeof written === 'object' && written !== null ? { ...written, limits } : written;

const resumed = (state: RunState, { limits, askUser }: GoingOn): RunEvent => {
  const starts = startsOf(state);
  return {
    type: 'run.resumed',
    version,
    ...(askUser && { attended: true }),
    ...(limits && { limits }),
    ...(starts.length > 0 && { starts }),
  };
};

/** Shown again: whoever resumes a run need not be the one who saw it begin. */
const startsOf = ({ started, config }: RunState): Started[] => {
  const parsed = Config.safeParse(config);
  if (!started || !parsed.success) return [];
  const { command, sources, replay } = started;
  return willRun(parsed.data, { command, asksReviewers: sources.length === 0, isReplayed: replay !== undefined });
};

/** Checked as the configuration of a new run would be. */
export const limitsIn = (set: Readonly<Record<string, unknown>>): Limits | undefined => {
  const keys = Object.keys(set);
  const other = keys.find((key) => !key.startsWith('limits.'));
  if (other !== undefined)
    throw new InputError(`A run that is resumed keeps its configuration: only limits can be set, not ${other}.`);
  if (keys.length === 0) return undefined;
  const limits = new Map(Object.entries(configFromFlags(set).limits));
  return Object.fromEntries(
    keys.map((key) => [key.slice('limits.'.length), limits.get(key.slice('limits.'.length)) ?? null]),
  );
};

export const refuseIfThrough = ({ run, finished }: RunState): void => {
  if (finished && finished.stopReason === undefined)
    throw new InputError(
      `Run ${run} is finished (${finished.status}); there is nothing to go on with. \`fixpoint report ${run}\` shows how it ended.`,
      'conflict',
    );
};
