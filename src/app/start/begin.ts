/** Begins a run: whatever keeps it from beginning leaves nothing behind, neither in the journal nor in the repository. */
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { foldAll } from '../../loop/state/fold.ts';
import type { Command, RunEvent, RunEventOf } from '../../model/event.ts';
import { StartRequest } from '../../model/start-request.ts';
import type { Origin } from '../../model/repository/origin.ts';
import { orUndo } from '../../plain/or-undo.ts';
import type { CleanWriter, Journal } from '../../ports/journal.ts';
import type { Custody } from '../../ports/repo.ts';
import { version } from '../../version.ts';
import type { App } from '../app.ts';
import { launch, type RunHandle } from '../runs/handle.ts';
import type { StartOptions } from '../options.ts';
import type { NewSince } from '../surroundings.ts';
import { configInRun } from '../../loop/config-in-run.ts';
import { fromRoot, keepStart } from './keep-start.ts';
import { refuseMissingAgents } from './missing-agents.ts';
import type { Place, StartPlace } from './place.ts';

export type Beginning = {
  command: Command;
  sources: string[];
  newSince: NewSince | undefined;
  base?: { ref: string; commit: string };
  reviewReport?: string;
  first: RunEvent[];
  /** What is kept with the run from its beginning. */
  files?: { name: string; text: string }[];
};

export const begin = async (
  app: App,
  options: StartOptions,
  place: StartPlace,
  beginning: Beginning,
): Promise<RunHandle> => {
  await refuseWhatCannotBeCalled(app, place, beginning);
  const { repo, config, record, replay, from } = place;
  return orUndo(async (undo) => {
    const { journal, writer, dirty, custody } = await createRun(app, options, place, undo);
    const { run } = writer;
    const engine = await app.openEngine({ repo, custody, config, run, record, replay, from });
    undo.defer(engine.rooms.close);
    await keepFiles(app, { repo: repo.id, run }, beginning);
    const secrets = await app.secrets();
    const kept = await keepStart(await app.artifacts({ repo: repo.id, run }), custody);
    const written = startedEvent(options, place, beginning, { dirty, custody, repository: kept.repository });
    await app.privateStarts.keep({ repo: repo.id, run }, written);
    const inRun = configInRun(config, secrets);
    const started = { ...written, config: inRun.config };
    const warnings = warningsOf(place, custody.notes, beginning.command);
    const events = await writer.append(
      [started, ...kept.events, ...warnings, ...beginning.first].map((event: RunEvent) => secrets.clean(event)),
    );
    const state = { ...foldAll(run, events), config: inRun.config };
    const { askUser } = options;
    const progress = written.progress && resolve(repo.root, written.progress);
    const files = await app.files();
    return launch({ app, files, journal, writer, state, engine, first: events, earlier: events, askUser, progress });
  });
};

const refuseWhatCannotBeCalled = async (
  app: App,
  { config, repo, replay }: StartPlace,
  { command, first }: Beginning,
): Promise<void> => {
  const isNothingToDo = first.some((event) => event.type === 'findings.admitted' && event.findings.length === 0);
  if (replay !== undefined || isNothingToDo) return;
  refuseMissingAgents(config, { command, env: app.env, root: repo.root, installed: await app.agents() });
};

type Created = { journal: Journal; writer: CleanWriter; dirty: boolean; custody: Custody };

/** The journal knows the run before the repository does: a pin without a run cannot be left behind unseen. */
const createRun = async (
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

const keepFiles = async (app: App, of: { repo: string; run: string }, { files = [] }: Beginning): Promise<void> => {
  if (files.length === 0) return;
  const artifacts = await app.artifacts(of);
  for (const { name, text } of files) await artifacts.put(name, text);
};

type Begun = { dirty: boolean; custody: Custody; repository: Origin };

const startedEvent = (
  options: StartOptions,
  place: StartPlace,
  { command, sources, base, reviewReport, newSince }: Beginning,
  { dirty, custody, repository }: Begun,
): RunEventOf<'run.started'> => ({
  type: 'run.started',
  command,
  request: StartRequest.parse(options),
  sources,
  ...(base && { base }),
  ...(reviewReport !== undefined && { reviewReport }),
  ...(options.only && options.only.length > 0 && { only: options.only }),
  ...(newSince && { newSince }),
  root: place.repo.root,
  repository,
  start: custody.start,
  includesDirty: options.includeDirty === true,
  dirty,
  ...(place.chosen !== undefined && { agent: place.chosen }),
  ...(Object.keys(place.prompts).length > 0 && { prompts: place.prompts }),
  configuration: { file: place.file, ...(place.from && { ref: place.from.ref, commit: place.from.commit }) },
  ...(options.progress !== undefined && { progress: fromRoot(place.repo.root, resolve(place.cwd, options.progress)) }),
  ...(options.answers && { answers: options.answers }),
  ...(options.askUser && { attended: true }),
  ...(place.record !== undefined && { record: fromRoot(place.repo.root, place.record) }),
  ...(place.replay !== undefined && { replay: fromRoot(place.repo.root, place.replay) }),
  config: place.config,
  version,
  seal: custody.seal,
});

const warningsOf = ({ config, warnings }: Place, notes: readonly string[], command: Command): RunEvent[] => {
  const all = [...warnings, ...notes];
  if (config.verify.commands.length === 0 && config.limits.cycles > 0 && (command === 'fix' || command === 'run'))
    all.push(
      'Nothing verifies the fixes: no verification commands are configured (verify.commands, or --verify CMD). Fixes will be committed unproven.',
    );
  return all.map((message) => ({ type: 'warning', message }));
};

/** Sorts by time, is easy to say, and is a valid part of a branch name. */
const newRunId = (now: Date): string => {
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${time}-${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
};
