/** Goes on with a run that was interrupted or stopped, and ends one from outside. */
import { loadConfig } from '../config/load.ts';
import { Config } from '../config/schema.ts';
import { type Started, willRun } from '../config/will-run.ts';
import { openRepo } from '../adapters/git/user/open-repo.ts';
import { endProcesses } from '../adapters/process/end.ts';
import type { RunState } from '../loop/state/state.ts';
import type { RunEvent } from '../model/event.ts';
import { fold } from '../loop/state/fold.ts';
import { createRedactor } from '../secrets/redact.ts';
import { version } from '../version.ts';
import { createEngine } from '../wiring/engine.ts';
import { EventQueue } from './event-queue.ts';
import { launch, type RunHandle } from './handle.ts';
import { InputError } from '../model/expected.ts';
import type { AskUser } from './attend.ts';
import type { Options } from './options.ts';
import { findRun, openStore, readStarted } from '../wiring/store.ts';

export type ResumeOptions = Options & { run: string; askUser?: AskUser };

/**
 * `set` may change limits: a budget that is spent, a time that is over. Everything else stays as it was at the start.
 */
export const resume = async (options: ResumeOptions): Promise<RunHandle> => {
  const { journal, stateDir } = openStore(options);
  const { run } = await findRun(journal, options);
  return goOn(options, journal, stateDir, run, false);
};

/** Asks the process that runs it to end it; a run that nobody runs any more is ended here. */
export const cancel = async (options: Options & { run: string }): Promise<{ asked: boolean; message: string }> => {
  const { journal, stateDir } = openStore(options);
  const { run, owner, finished } = await findRun(journal, options);
  if (finished)
    throw new InputError(`Run ${run} is finished already. \`fixpoint report ${run}\` shows how it ended.`, 'conflict');
  if (owner) {
    await journal.requestCancel(run);
    return {
      asked: true,
      message: `Asked run ${run} to end (process ${owner.pid}). What is proven will be handed over.`,
    };
  }
  const handle = await goOn(options, journal, stateDir, run, true);
  const report = await handle.result;
  return {
    asked: false,
    message: `Run ${run} was not under way any more; it is ended now, with ${report.totals.fixed} of ${report.totals.total} findings fixed.`,
  };
};

const goOn = async (
  options: Options & { askUser?: AskUser },
  journal: ReturnType<typeof openStore>['journal'],
  stateDir: string,
  run: string,
  cancelled: boolean,
): Promise<RunHandle> => {
  const limits = await limitsIn(options.set ?? {}, stateDir);
  const writer = await journal.claim(run);
  const state = await readStarted(journal, run);
  refuseIfThrough(state);
  await endProcesses(run, state.processes);
  const repo = await openRepo(state.started.root, { stateDir });
  const custody = await repo.reopen(run, { ...(state.started.seal !== undefined && { seal: state.started.seal }) });
  const queue = new EventQueue();

  const { redact } = createRedactor(options.env ?? process.env);
  const starts = startsOf(state).map(({ what, command }) => ({ what, command: redact(command) }));
  const events: RunEvent[] = cancelled
    ? []
    : [
        {
          type: 'run.resumed',
          version,
          ...(options.askUser && { attended: true }),
          ...(limits && { limits }),
          ...(starts.length > 0 && { starts }),
        },
      ];
  for (const event of events.length > 0 ? await writer.append(events) : []) {
    fold(state, event);
    queue.push(event);
  }
  // A run that an earlier version began has no values for keys that are new.
  const config = Config.safeParse(state.config);
  if (!config.success)
    throw new InputError(`Run ${run} has no configuration that this version can use. Start it again.`);
  state.config = config.data;
  const { record, replay, configuration } = state.started;
  const env = options.env ?? process.env;
  const engine = await createEngine({
    repo,
    custody,
    journal,
    config: state.config,
    stateDir,
    run,
    env,
    record,
    replay,
    from: configuration?.commit === undefined ? undefined : await repo.committed(configuration.commit),
  });
  const earlier = state.started.progress === undefined ? [] : await journal.read(run);
  return launch({ journal, writer, state, engine, queue, earlier, askUser: options.askUser, cancelled });
};

/** Shown again: whoever resumes a run need not be the one who saw it begin. */
const startsOf = ({ started, config }: RunState): Started[] => {
  const parsed = Config.safeParse(config);
  if (!started || !parsed.success) return [];
  const { command, sources, replay } = started;
  return willRun(parsed.data, { command, asksReviewers: sources.length === 0, isReplayed: replay !== undefined });
};

/** Checked as the configuration of a new run would be. */
const limitsIn = async (
  set: Readonly<Record<string, unknown>>,
  stateDir: string,
): Promise<Record<string, number | null> | undefined> => {
  const keys = Object.keys(set);
  const other = keys.find((key) => !key.startsWith('limits.'));
  if (other !== undefined)
    throw new InputError(`A run that is resumed keeps its configuration: only limits can be set, not ${other}.`);
  if (keys.length === 0) return undefined;
  const { config } = await loadConfig({ root: stateDir, flags: set });
  const limits = new Map(Object.entries(config.limits));
  return Object.fromEntries(
    keys.map((key) => [key.slice('limits.'.length), limits.get(key.slice('limits.'.length)) ?? null]),
  );
};

const refuseIfThrough = ({ run, finished }: RunState): void => {
  if (finished && finished.stopReason === undefined)
    throw new InputError(
      `Run ${run} is finished (${finished.status}); there is nothing to go on with. \`fixpoint report ${run}\` shows how it ended.`,
      'conflict',
    );
};
