/**
 * What `doctor` says about the place that a run would start in: Node, git, repository, configuration, state, earlier
 * runs.
 */
import { ConfigError } from '../../config/error.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { CommittedTree } from '../../ports/repo.ts';
import type { App } from '../app.ts';
import { commitFor, configAt } from '../config-from.ts';
import { type Options, workFolder } from '../options.ts';
import { status } from '../runs/status.ts';
import { type DoctorItem, ok, problem, warning } from './item.ts';

const limitMs = 10_000;

export const checkNode = async (app: App): Promise<DoctorItem[]> => {
  const { version, program } = (await app.machine()).node();
  return [ok('node', `${version} (${program})`)];
};

/** Started with a time limit: everything else that asks git relies on it. */
export const checkGit = async (app: App): Promise<DoctorItem[]> => {
  const { status: ended, exitCode, signal, error, stdout } = await (await app.machine()).git(limitMs);
  const remedy = 'install git 2.38 or newer, and see to it that it comes first in the PATH';
  if (ended === 'timeout') return [problem('git', `git --version did not end within ${limitMs / 1000} s`, remedy)];
  if (exitCode !== 0) return [problem('git', error ?? `git --version ended with ${exitCode ?? signal ?? ''}`, remedy)];
  return [ok('git', stdout.trim())];
};

const nameYourself = 'git config --global user.name NAME; git config --global user.email ADDRESS';

export const checkRepository = async (
  app: App,
  options: Options,
): Promise<{ root: string | null; items: DoctorItem[] }> => {
  try {
    const repo = await app.repositories.open(workFolder(options));
    const { branch, commit } = await repo.head();
    const notes = await (await app.machine()).committerNotes(repo.root);
    const found = ok('repository', `${repo.root}, ${branch ?? 'no branch'} at ${commit.slice(0, 12)}`);
    return { root: repo.root, items: [found, ...notes.map((note) => warning('repository', note, nameYourself))] };
  } catch (error) {
    return { root: null, items: [problem('repository', error)] };
  }
};

export const checkConfig = async (
  app: App,
  options: Options,
  root: string | null,
): Promise<{ loaded: LoadedConfig | null; items: DoctorItem[] }> => {
  if (root === null && options.configFile === undefined) return { loaded: null, items: [] };
  try {
    const cwd = workFolder(options);
    const commit =
      options.configFrom === undefined ? undefined : await commitFor(await app.repositories.checkout(cwd), options);
    const loaded = await configAt(app, options, { root: root ?? cwd, commit });
    return { loaded, items: itemsOf(loaded, commit) };
  } catch (error) {
    return { loaded: null, items: problemsOf(error) };
  }
};

const itemsOf = ({ config, file, warnings }: LoadedConfig, commit: CommittedTree | undefined): DoctorItem[] => {
  const doubts = warnings.map(({ place, message, suggestion }) =>
    warning('configuration', `${place}: ${message}`, suggestion ?? 'look at that place'),
  );
  const where = commit ? ` of ${commit.ref} (${commit.commit.slice(0, 12)})` : '';
  const found = file === null ? `no fixpoint.yaml${where}; everything is at its default` : `${file}${where}`;
  return [ok('configuration', found), ...doubts, ...missing(config)];
};

const problemsOf = (error: unknown): DoctorItem[] => {
  const problems = error instanceof ConfigError ? error.problems : [];
  const items = problems.map(({ place, message, suggestion }) =>
    problem('configuration', `${place}: ${message}`, suggestion),
  );
  return items.length > 0 ? items : [problem('configuration', error)];
};

const unproven = warning(
  'configuration',
  'nothing proves fixes: there are no verify.commands',
  "add them, or give --verify 'npm test'",
);

const unreviewed = warning(
  'configuration',
  'no reviewers are configured, so that `fixpoint run` cannot start',
  'add some, or use `fixpoint fix --from FILE`',
);

const missing = ({ verify, reviewers }: Config): DoctorItem[] => [
  ...(verify.commands.length > 0 ? [] : [unproven]),
  ...(reviewers.length > 0 ? [] : [unreviewed]),
];

const littleSpace = 1024 ** 3;

export const checkState = async (app: App): Promise<DoctorItem[]> => {
  try {
    const { folder, freeBytes } = await (await app.machine()).stateFolder();
    const free = `${(freeBytes / littleSpace).toFixed(1)} GiB free`;
    return freeBytes < littleSpace
      ? [warning('state', `${folder} has only ${free}`, 'make room, or set XDG_STATE_HOME to a folder with more')]
      : [ok('state', `${folder}, ${free}`)];
  } catch (error) {
    return [problem('state', error, 'set XDG_STATE_HOME to a folder that you may write to')];
  }
};

const mostRuns = 5;

export const checkRuns = async (app: App, options: Options): Promise<DoctorItem[]> => {
  try {
    const interrupted = (await status(app, options)).filter((run) => run.status === 'interrupted');
    if (interrupted.length === 0) return [ok('runs', 'none was interrupted')];
    return interrupted.slice(0, mostRuns).map(({ run, startedAt }) => {
      const what = `${run} of ${startedAt.slice(0, 10)} was interrupted`;
      return warning('runs', what, `fixpoint resume ${run}, or fixpoint cancel ${run}`);
    });
  } catch (error) {
    return [problem('runs', error)];
  }
};
