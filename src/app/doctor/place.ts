/**
 * What `doctor` says about the place that a run would start in: Node, git, repository, configuration, state, earlier
 * runs.
 */
import type { App } from '../app.ts';
import { type Options, workFolder } from '../options.ts';
import { status } from '../runs/status.ts';
import { type DoctorItem, ok, problem, warning } from './item.ts';

const limitMs = 10_000;

export const checkNode = async (app: App): Promise<DoctorItem[]> => {
  const { version, program } = (await app.machine()).node();
  return [ok('node', `${version} (${program})`)];
};

/** Started with a time limit: everything else that asks git relies on it. */
export const checkGit = async (app: App, options: Options): Promise<DoctorItem[]> => {
  const machine = await app.machine();
  const { status: ended, exitCode, signal, error, stdout } = await machine.git(workFolder(options), limitMs);
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

const littleSpace = 1024 ** 3;

export const checkState = async (app: App): Promise<DoctorItem[]> => {
  try {
    const { folder, freeBytes } = await (await app.machine()).stateFolder();
    const free = `${(freeBytes / littleSpace).toFixed(1)} GiB free`;
    return freeBytes < littleSpace
      ? [warning('state', `${folder} has only ${free}`, 'make room, or set XDG_STATE_HOME to a folder with more')]
      : [ok('state', `${folder}, ${free}`)];
  } catch (error) {
    return [problem('state', error)];
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
