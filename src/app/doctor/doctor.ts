/**
 * Looks at everything that a run needs, and says what is missing and what to do about it. Changes and spends nothing,
 * and runs nothing of the repository unless it is asked to try.
 */
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { Clean } from '../../model/clean.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { type AgentCheck, checkAgents } from './agents.ts';
import { type DoctorItem, ok, warning } from './item.ts';
import { checkGit, checkNode, checkRepository, checkRuns, checkState } from './place.ts';
import { checkConfig } from './configuration.ts';
import { checkProject } from './project.ts';
import { checkSetup } from './setup.ts';

export type Diagnosis = { ok: boolean; items: DoctorItem[] };

export type DoctorOptions = Options & {
  /** Told about each item as soon as it is known. */
  onItem?: (item: Clean<DoctorItem>) => void;
  /** Run set-up and verification once, on the untouched start. */
  tries?: boolean;
  /** Told what is waited for now. */
  onWait?: (what: Clean<string>) => void;
};

export const doctor = async (app: App, options: DoctorOptions): Promise<Diagnosis> => {
  const { clean } = await app.secrets();
  const items: DoctorItem[] = [];
  const onWait = (what: string): void => options.onWait?.(clean(what));
  for await (const found of look(app, options, onWait)) {
    const item = clean(found);
    items.push(item);
    options.onItem?.(item);
  }
  return { ok: items.every(({ verdict }) => verdict !== 'problem'), items };
};

/** Each item as soon as it is known. */
async function* look(app: App, options: DoctorOptions, onWait: (what: string) => void): AsyncGenerator<DoctorItem> {
  const wait = async <T>(what: string, work: Promise<T>): Promise<T> => {
    onWait(what);
    return work;
  };
  yield* await checkNode(app);
  const git = await wait('git', checkGit(app, options));
  yield* git;
  const isGitThere = git.every(({ verdict }) => verdict !== 'problem');
  const { root, items } = isGitThere
    ? await wait('the repository', checkRepository(app, options))
    : { root: null, items: [] };
  const state = await wait('the state folder', checkState(app));
  // Said once, of the state folder.
  yield* items.filter(({ message }) => state.every((item) => item.message !== message));
  const { loaded, items: settings } = await wait('the configuration', checkConfig(app, options, root));
  yield* settings;
  if (root !== null && loaded) yield* await wait('set-up', checkSetup(app, loaded.config, root));
  if (root !== null && loaded) yield* checkProject(app, options, wait);
  yield* state;
  const isStateThere = state.every(({ verdict }) => verdict !== 'problem');
  // Whose runs they are may be a question to git.
  if (isGitThere && isStateThere) yield* await wait('earlier runs', checkRuns(app, options));
  for (const { what, found } of await checkPrograms(app, options, loaded, root)) yield* await wait(what, found);
}

/** Programs take their time to start: all of them at once, told in their order. */
const checkPrograms = async (
  app: App,
  options: DoctorOptions,
  loaded: LoadedConfig | null,
  root: string | null,
): Promise<AgentCheck[]> => {
  const sandbox = checkSandbox(loaded?.config ?? null, app.sandbox(root));
  return [{ what: 'the sandbox', found: sandbox }, ...(await checkAgents(app, options, loaded, root))];
};

const checkSandbox = async (config: Config | null, opening: ReturnType<App['sandbox']>): Promise<DoctorItem[]> => {
  const wanted = config?.sandbox ?? 'auto';
  const check = await (await opening).check();
  if (check.usable)
    return wanted === 'off'
      ? [warning('sandbox', `${check.what} could be used, but sandbox is off`, 'set sandbox: auto')]
      : [ok('sandbox', `${check.what}; set-up, verification, tools and hooks run in it, too`)];
  if (wanted === 'off') return [ok('sandbox', 'off, as configured')];
  const found = warning('sandbox', `agents and verification run without one: ${check.reason}`, check.remedy);
  return [wanted === 'on' ? { ...found, verdict: 'problem' } : found];
};
