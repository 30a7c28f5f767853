/**
 * What `doctor` says about the place that a run would start in: Node, git, repository, configuration, state, earlier
 * runs.
 */
import { accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openCheckout } from '../../adapters/git/user/checkout.ts';
import { openRepo } from '../../adapters/git/user/open-repo.ts';
import { identity } from '../../adapters/git/user/freeze.ts';
import { locate } from '../../adapters/git/user/locate.ts';
import { makeStateDir } from '../../adapters/git/control/state-dir.ts';
import { readUserConfig } from '../../adapters/git/user/user-config.ts';
import { folderOutside, usersPath } from '../../adapters/agents/found/users-programs.ts';
import { createRunProcess } from '../../adapters/process/run-process.ts';
import { ConfigError } from '../../config/error.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { commitFor } from '../config-from.ts';
import type { DoctorArea, DoctorItem } from './doctor.ts';
import { type Options, stateFolder, workFolder } from '../options.ts';
import { status } from '../query.ts';

const limitMs = 10_000;

const ok = (area: DoctorArea, message: string): DoctorItem => ({ area, verdict: 'ok', message });
const warning = (area: DoctorArea, message: string, remedy: string): DoctorItem => ({
  area,
  verdict: 'warning',
  message,
  remedy,
});

/** Messages of expected errors say what to do by themselves. */
const problem = (area: DoctorArea, error: unknown, remedy?: string): DoctorItem => ({
  area,
  verdict: 'problem',
  message: error instanceof Error ? error.message : String(error),
  ...(remedy !== undefined && { remedy }),
});

export const checkNode = (): DoctorItem[] => [ok('node', `${process.version} (${process.execPath})`)];

/** Started with a time limit: everything else that asks git relies on it. */
export const checkGit = async ({ env = process.env }: Options): Promise<DoctorItem[]> => {
  const run = createRunProcess({
    environment: { ...env, PATH: usersPath(env['PATH'] ?? '', undefined) },
    graceMs: 500,
  });
  const cwd = folderOutside(undefined);
  const outcome = await run({
    command: ['git', '--version'],
    cwd,
    timeoutMs: limitMs,
    keepBytes: 4_096,
    marker: 'doctor',
  });
  const remedy = 'install git 2.38 or newer, and see to it that it comes first in the PATH';
  if (outcome.status === 'timeout')
    return [problem('git', `git --version did not end within ${limitMs / 1000} s`, remedy)];
  if (outcome.exitCode !== 0)
    return [
      problem('git', outcome.error ?? `git --version ended with ${outcome.exitCode ?? outcome.signal ?? ''}`, remedy),
    ];
  return [ok('git', outcome.stdout.trim())];
};

export const checkRepository = async (options: Options): Promise<{ root: string | null; items: DoctorItem[] }> => {
  try {
    const repo = await openRepo(workFolder(options), { stateDir: stateFolder(options) });
    const { branch, commit } = await repo.head();
    const { notes } = identity(await readUserConfig(await locate(repo.root)));
    const who = notes.map((note) =>
      warning('repository', note, 'git config --global user.name NAME; git config --global user.email ADDRESS'),
    );
    return {
      root: repo.root,
      items: [ok('repository', `${repo.root}, ${branch ?? 'no branch'} at ${commit.slice(0, 12)}`), ...who],
    };
  } catch (error) {
    return { root: null, items: [problem('repository', error)] };
  }
};

export const checkConfig = async (
  options: Options,
  root: string | null,
): Promise<{ loaded: LoadedConfig | null; items: DoctorItem[] }> => {
  if (root === null && options.configFile === undefined) return { loaded: null, items: [] };
  try {
    const cwd = workFolder(options);
    const commit = options.configFrom === undefined ? undefined : await commitFor(await openCheckout(cwd), options);
    const loaded = await loadConfig({
      root: root ?? cwd,
      commit,
      ...(options.configFile !== undefined && { file: resolve(cwd, options.configFile) }),
      flags: options.set ?? {},
      env: options.env ?? process.env,
    });
    const { config, file } = loaded;
    const doubts = loaded.warnings.map(({ place, message, suggestion }) =>
      warning('configuration', `${place}: ${message}`, suggestion ?? 'look at that place'),
    );
    const where = commit && ` of ${commit.ref} (${commit.commit.slice(0, 12)})`;
    const found = ok(
      'configuration',
      file === null ? `no fixpoint.yaml${where ?? ''}; everything is at its default` : `${file}${where ?? ''}`,
    );
    return { loaded, items: [found, ...doubts, ...missing(config)] };
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [];
    const items = problems.map(({ place, message, suggestion }) =>
      problem('configuration', `${place}: ${message}`, suggestion),
    );
    return { loaded: null, items: items.length > 0 ? items : [problem('configuration', error)] };
  }
};

const missing = (config: Config): DoctorItem[] => [
  ...(config.verify.commands.length > 0
    ? []
    : [
        warning(
          'configuration',
          'nothing proves fixes: there are no verify.commands',
          "add them, or give --verify 'npm test'",
        ),
      ]),
  ...(config.reviewers.length > 0
    ? []
    : [
        warning(
          'configuration',
          'no reviewers are configured, so that `fixpoint run` cannot start',
          'add some, or use `fixpoint fix --from FILE`',
        ),
      ]),
];

const littleSpace = 1024 ** 3;

export const checkState = async (options: Options): Promise<DoctorItem[]> => {
  try {
    const folder = makeStateDir(stateFolder(options));
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = `${((bavail * bsize) / littleSpace).toFixed(1)} GiB free`;
    return bavail * bsize < littleSpace
      ? [warning('state', `${folder} has only ${free}`, 'make room, or set XDG_STATE_HOME to a folder with more')]
      : [ok('state', `${folder}, ${free}`)];
  } catch (error) {
    return [problem('state', error, 'set XDG_STATE_HOME to a folder that you may write to')];
  }
};

const mostRuns = 5;

export const checkRuns = async (options: Options): Promise<DoctorItem[]> => {
  try {
    const interrupted = (await status(options)).filter((run) => run.status === 'interrupted');
    if (interrupted.length === 0) return [ok('runs', 'none was interrupted')];
    return interrupted
      .slice(0, mostRuns)
      .map(({ run, startedAt }) =>
        warning(
          'runs',
          `${run} of ${startedAt.slice(0, 10)} was interrupted`,
          `fixpoint resume ${run}, or fixpoint cancel ${run}`,
        ),
      );
  } catch (error) {
    return [problem('runs', error)];
  }
};
