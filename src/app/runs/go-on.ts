/** Goes on with a run: claims it, opens what it works with as it was at the start, and tells the journal. */
import { resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { configInRun } from '../../loop/config-in-run.ts';
import type { Engine } from '../../loop/engine.ts';
import { eventsOfWaiting } from '../../loop/inbox.ts';
import { fold } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import type { StoredCommand } from '../../model/run/run-command.ts';
import { given } from '../../plain/given.ts';
import { orUndo } from '../../plain/or-undo.ts';
import type { CleanWriter, RunSummary } from '../../ports/journal.ts';
import type { Repo } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { refuseUnkeptLimit } from '../unknown-price.ts';
import { append } from './append.ts';
import { launch, type RunHandle } from './handle.ts';
import { stateFrom } from './read-run.ts';
import { configOf, refuseIfThrough } from './resumable.ts';
import { resumedEvent, type Resuming } from './resumed.ts';
import { findRepo, settleIn, type Sought } from './whereabouts.ts';

/** `cancelled`: it goes on only to be ended. */
type GoingOn = Resuming & { cancelled?: boolean; options: Options };

/** Whatever keeps it from going on is found before the journal says that it does, and leaves no claim behind. */
export const goOn = (app: App, { run, repo: home }: RunSummary, going: GoingOn): Promise<RunHandle> =>
  orUndo(async (undo) => {
    const { limits, askUser, cancelled = false, options } = going;
    const journal = await app.journal();
    const writer: CleanWriter = await journal.claim(run);
    undo.defer(writer.release);
    const before = await journal.read(run);
    const restored = await restore(app, { repo: home, run }, before);
    const { state } = restored;
    refuseUnkeptLimit(restored.config, limits);
    const { engine, moved, progress } = await openAgain(app, { ...restored, home, options }, writer, undo);
    const earlier = progress === undefined ? [] : [...before, ...moved];
    const commands = (await journal.commands(run)).filter((command) => isToBeHeard(command, state));
    const events = cancelled ? [] : [resumedEvent(state, going), ...eventsOfWaiting(commands)];
    const added = await append(app, writer, events);
    for (const event of added) fold(state, event);
    const files = await app.files();
    const launched = { app, files, journal, writer, state, engine, first: [...moved, ...added], earlier, commands };
    return launch({ ...launched, askUser, cancelled, progress });
  });

/** `started` and `config` as they were written; the state has the configuration as a run goes by it. */
type Restored = { state: RunState; started: RunEventOf<'run.started'>; config: Config };

/** The run as it was left, with what the journal does not have of its start. */
const restore = async (
  app: App,
  of: { repo: string; run: string },
  events: readonly StoredEvent[],
): Promise<Restored> => {
  const stored = stateFrom(of.run, events);
  refuseIfThrough(stored);
  const started = await app.privateStarts.restore(of, stored.run.started);
  const config = configOf(stored, started.config);
  const inRun = configInRun(config, await app.secrets()).config;
  return { state: stateFrom(of.run, events, inRun), started, config };
};

/** An answer may still wait behind commands that were carried out since; one that was heard is not heard again. */
const isToBeHeard = (command: StoredCommand, { run }: RunState): boolean =>
  command.n > run.inbox || command.do === 'answer';

/** Everything that the run works with, where its repository lies now; `moved`: what the journal heard of that. */
const openAgain = async (
  app: App,
  { home, options, state, started, config }: Restored & Pick<Sought, 'home' | 'options'>,
  writer: CleanWriter,
  undo: AsyncDisposableStack,
): Promise<{ engine: Engine; moved: StoredEvent[]; progress: string | undefined }> => {
  await app.endProcesses(state.run.id, state.run.processes);
  const sought = { home, state, root: started.root, options };
  const repo = await findRepo(app, sought);
  const moved = await settleIn(app, repo, sought, writer);
  const { seal } = state.run.started;
  const engine = await reopen(app, repo, { state, started: { ...started, seal }, config }, undo);
  const { progress } = started.request;
  return { engine, moved, progress: progress && resolve(repo.root, progress) };
};

const reopen = async (
  app: App,
  repo: Repo,
  { state, started, config }: Restored,
  undo: AsyncDisposableStack,
): Promise<Engine> => {
  const run = state.run.id;
  const { seal, configuration } = started;
  const { request } = started;
  const [record, replay] = [request.record, request.replay].map((path) => path && resolve(repo.root, path));
  const from = configuration?.commit === undefined ? undefined : await repo.committed(configuration.commit);
  const custody = await repo.reopen(run, given({ seal }));
  undo.defer(custody.close);
  const engine = await app.openEngine({ repo, custody, config, run, record, replay, from });
  undo.defer(engine.rooms.close);
  return engine;
};
