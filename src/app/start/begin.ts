/**
 * Begins a run: whatever keeps it from beginning leaves nothing behind, neither in the journal nor in the repository.
 */
import { resolve } from 'node:path';
import { configInRun } from '../../loop/config-in-run.ts';
import { foldAll } from '../../loop/state/fold.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import { orUndo } from '../../plain/or-undo.ts';
import type { CleanWriter, Journal } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import type { StartOptions } from '../options.ts';
import { append } from '../runs/append.ts';
import { expireRuns } from '../runs/expire.ts';
import { launch, type RunHandle } from '../runs/handle.ts';
import { withBudget } from './budget.ts';
import { keepStart } from './keep-start.ts';
import { refuseMissingAgents } from './missing-agents.ts';
import { newRunId } from './new-run-id.ts';
import type { Place, StartPlace } from './place.ts';
import { refuseClash } from './plan-branch.ts';
import { type Beginning, type Begun, startedEvent, warningsOf } from './started.ts';

export const begin = async (
  app: App,
  options: StartOptions,
  opened: StartPlace,
  beginning: Beginning,
): Promise<RunHandle> => {
  await refuseWhatCannotBeCalled(app, opened, beginning);
  await refuseClash(opened, beginning.command);
  const place = { ...opened, config: await limited(opened, options, beginning) };
  const { repo, config, record, replay, from } = place;
  return orUndo(async (undo) => {
    const { journal, writer, ...begun } = await registerRun(app, options, place, undo);
    const { run } = writer;
    const engine = await app.openEngine({ repo, custody: begun.custody, config, run, record, replay, from });
    undo.defer(engine.rooms.close);
    undo.defer(engine.discardRecording);
    const { started, kept } = await keepBeginning(app, writer, begun, { options, place, beginning });
    const inRun = configInRun(config, await app.secrets()).config;
    const unremoved = await expireRuns({ app, repo, retention: config.artifacts.retention });
    const warnings = warningsOf(place, [...begun.custody.notes, ...unremoved], beginning.command);
    const events = await append(app, writer, [{ ...started, config: inRun }, ...kept, ...warnings, ...beginning.first]);
    const state = foldAll(events, inRun);
    if (!state) throw new Error(`run ${run} has no start`);
    const { progress: file } = started.request;
    const progress = file && resolve(repo.root, file);
    const { askUser } = options;
    const files = await app.files();
    return launch({ app, files, journal, writer, state, engine, first: events, earlier: events, askUser, progress });
  });
};

const isNothingToDo = (first: readonly RunEvent[]): boolean =>
  first.some((event) => event.type === 'findings.admitted' && event.findings.length === 0);

const limited = ({ config, replay }: StartPlace, { askBudget }: StartOptions, { command, first }: Beginning) =>
  replay !== undefined || isNothingToDo(first) ? config : withBudget(config, command, askBudget);

const refuseWhatCannotBeCalled = async (
  app: App,
  { config, repo, replay }: StartPlace,
  { command, first }: Beginning,
): Promise<void> => {
  if (replay !== undefined || isNothingToDo(first)) return;
  refuseMissingAgents(config, { command, env: app.env, root: repo.root, installed: await app.agents() });
};

type Created = Begun & { journal: Journal; writer: CleanWriter };

/** The journal knows the run before the repository does: a pin without a run cannot be left behind unseen. */
const registerRun = async (
  app: App,
  { includeDirty = false }: StartOptions,
  { repo, config, from }: Place,
  undo: AsyncDisposableStack,
): Promise<Created> => {
  const journal = await app.journal();
  const writer: CleanWriter = await journal.create(newRunId(app.clock.now()), repo.id);
  undo.defer(writer.abandon);
  const dirty = await repo.isDirty();
  undo.defer(() => repo.discard(writer.run));
  const custody = await repo.begin(writer.run, { includeDirty, hooks: config.commit.hooks, keep: from?.commit });
  undo.defer(custody.close);
  return { journal, writer, dirty, custody };
};

/** What is kept of the beginning before the journal hears of it. */
const keepBeginning = async (
  app: App,
  { run }: Pick<CleanWriter, 'run'>,
  begun: Begun,
  { options, place, beginning }: { options: StartOptions; place: StartPlace; beginning: Beginning },
): Promise<{ started: RunEventOf<'run.started'>; kept: RunEvent[] }> => {
  const of = { repo: place.repo.id, run };
  const artifacts = await app.artifacts(of);
  for (const { name, text } of beginning.files ?? []) await artifacts.put(name, text);
  const { repository, events: kept } = await keepStart(artifacts, begun.custody);
  const started = startedEvent(options, place, beginning, { ...begun, repository });
  await app.privateStarts.keep(of, started);
  return { started, kept };
};
