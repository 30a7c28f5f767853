/** Goes on with a run: claims it, opens what it works with as it was at the start, and tells the journal. */
import { resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { configInRun } from '../../loop/config-in-run.ts';
import type { Engine } from '../../loop/engine.ts';
import { eventsOfWaiting } from '../../loop/inbox.ts';
import { fold } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { StoredEvent } from '../../model/event.ts';
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
import { readStarted } from './read-run.ts';
import { configOf, refuseIfThrough } from './resumable.ts';
import { resumedEvent, type Resuming } from './resumed.ts';
import { findRepo, settleIn, type Sought } from './whereabouts.ts';

/** `cancelled`: it goes on only to be ended. */
type GoingOn = Resuming & { cancelled?: boolean; options: Options };

type StartedState = Awaited<ReturnType<typeof readStarted>>;

/** Whatever keeps it from going on is found before the journal says that it does, and leaves no claim behind. */
export const goOn = (app: App, { run, repo: home }: RunSummary, going: GoingOn): Promise<RunHandle> =>
  orUndo(async (undo) => {
    const { limits, askUser, cancelled = false, options } = going;
    const journal = await app.journal();
    const writer: CleanWriter = await journal.claim(run);
    undo.defer(writer.release);
    const state = await readStarted(app, run);
    refuseIfThrough(state);
    const { engine, moved, progress } = await openAgain(app, { home, state, options, limits }, writer, undo);
    const earlier = progress === undefined ? [] : await journal.read(run);
    const commands = (await journal.commands(run)).filter((command) => isToBeHeard(command, state));
    const events = cancelled ? [] : [resumedEvent(state, going), ...eventsOfWaiting(commands)];
    const added = await append(app, writer, events);
    for (const event of added) fold(state, event);
    const files = await app.files();
    const launched = { app, files, journal, writer, state, engine, first: [...moved, ...added], earlier, commands };
    return launch({ ...launched, askUser, cancelled, progress });
  });

/** An answer may still wait behind commands that were carried out since; one that was heard is not heard again. */
const isToBeHeard = (command: StoredCommand, { inbox }: RunState): boolean =>
  command.n > inbox || command.do === 'answer';

/** Everything that the run works with, where its repository lies now; `moved`: what the journal heard of that. */
const openAgain = async (
  app: App,
  { home, state, options, limits }: Omit<Sought, 'root'> & Pick<Resuming, 'limits'>,
  writer: CleanWriter,
  undo: AsyncDisposableStack,
): Promise<{ engine: Engine; moved: StoredEvent[]; progress: string | undefined }> => {
  const { run } = state;
  const started = await app.privateStarts.restore({ repo: home, run }, state.started);
  const config = configOf(state, started.config);
  refuseUnkeptLimit(config, limits);
  await app.endProcesses(run, state.processes);
  const sought = { home, state, root: started.root, options };
  const repo = await findRepo(app, sought);
  const moved = await settleIn(app, repo, sought, writer);
  const sealed = { ...started, seal: state.started.seal };
  const engine = await reopen(app, repo, { ...state, started: sealed, config }, undo);
  state.config = configInRun(config, await app.secrets()).config;
  return { engine, moved, progress: started.progress && resolve(repo.root, started.progress) };
};

const reopen = async (
  app: App,
  repo: Repo,
  { run, started, config }: StartedState & { config: Config },
  undo: AsyncDisposableStack,
): Promise<Engine> => {
  const { seal, configuration } = started;
  const [record, replay] = [started.record, started.replay].map((path) => path && resolve(repo.root, path));
  const from = configuration?.commit === undefined ? undefined : await repo.committed(configuration.commit);
  const custody = await repo.reopen(run, given({ seal }));
  undo.defer(custody.close);
  const engine = await app.openEngine({ repo, custody, config, run, record, replay, from });
  undo.defer(engine.rooms.close);
  return engine;
};
