/** Finds the user's repository from a folder, or says why it cannot be worked with. */
import { realpathSync } from 'node:fs';
import { RepoError } from '../../../ports/repo.ts';
import { checkoutAround } from '../../process/users-programs.ts';
import { takeNoProgramFrom, usersEnvironment } from '../door/environment.ts';
import { gitText } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';
import { gitProgram } from '../door/program.ts';
import { KnownPlaces } from './remembered/known-places.ts';
import { repoId } from './repo-id.ts';

export type ObjectFormat = 'sha1' | 'sha256';

/** Where the user's repository keeps what. All paths are absolute. */
export type Location = {
  root: string;
  gitDir: string;
  commonDir: string;
  objects: string;
  format: ObjectFormat;
  id: string;
};

/** `merge-tree --write-tree` and `cat-file --batch -z` came with this version. */
const oldestGit = [2, 38] as const;

/** The git that was found to be new enough. */
let required: string | undefined;

const requireGit = async (): Promise<void> => {
  const program = gitProgram();
  if (program === required) return;
  let version: string;
  try {
    version = await gitText(['--version'], {});
  } catch {
    throw new RepoError('git could not be started. Install git 2.38 or newer and make sure that it is on the PATH.');
  }
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
  if (major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1])) {
    throw new RepoError(`${version} is too old: Fixpoint needs git 2.38 or newer. Update git and try again.`);
  }
  required = program;
};

/** Discovery follows the user's own configuration, so that `safe.directory` counts; it runs no program. */
const ask = async (cwd: string, args: string[]): Promise<string> =>
  gitText(['rev-parse', '--path-format=absolute', ...args], { cwd, environment: usersEnvironment() });

const refusal = (cwd: string, failure: unknown): RepoError => {
  const said = failure instanceof GitFailure ? failure.stderr.trim() : String(failure);
  if (said.includes('dubious ownership')) {
    return new RepoError(
      `The repository at ${cwd} belongs to another user, and git refuses to read it. Run: ` +
        `git config --global --add safe.directory ${cwd}`,
    );
  }
  if (said.includes('not a git repository')) {
    return new RepoError(
      `${cwd} is not in a git repository. Change to a repository, or run: git init && git add -A && git commit`,
    );
  }
  return new RepoError(
    `The repository at ${cwd} cannot be read: ${said}. Try \`git status\` there, and repair what it reports.`,
  );
};

type Explored = Omit<Location, 'id' | 'objects'> & { bare: boolean; inGitDir: boolean };

/** Each is answered by a line. */
const factQuestions = ['--is-bare-repository', '--is-inside-git-dir', '--show-object-format'];
const pathQuestions = ['--absolute-git-dir', '--git-common-dir', '--show-toplevel'];

/** Null where they cannot be told apart, for a path may hold a newline, and where there is no work tree. */
const askAtOnce = async (cwd: string): Promise<string[] | null> => {
  const answers = await ask(cwd, [...factQuestions, ...pathQuestions]).catch(() => null);
  const lines = answers?.split('\n') ?? [];
  return lines.length === factQuestions.length + pathQuestions.length ? lines : null;
};

const askOneByOne = async (cwd: string): Promise<string[]> => {
  const facts = (await ask(cwd, factQuestions)).split('\n');
  const [bare, inGitDir] = facts;
  // Without a work tree, git refuses the last question.
  const answered = bare === 'true' || inGitDir === 'true' ? pathQuestions.slice(0, -1) : pathQuestions;
  return [...facts, ...(await Promise.all(answered.map((question) => ask(cwd, [question]))))];
};

const explore = async (cwd: string): Promise<Explored> => {
  const [answers] = await Promise.all([askAtOnce(cwd).then((known) => known ?? askOneByOne(cwd)), requireGit()]).catch(
    (failure: unknown) => {
      throw failure instanceof RepoError ? failure : refusal(cwd, failure);
    },
  );
  const [bare, inGitDir, format, gitDir = '', commonDir = '', root = ''] = answers;
  return {
    bare: bare === 'true',
    inGitDir: inGitDir === 'true',
    format: format === 'sha256' ? 'sha256' : 'sha1',
    gitDir,
    commonDir,
    root,
  };
};

const places = new KnownPlaces<Location>();

export const locate = async (folder: string): Promise<Location> => {
  let cwd: string;
  try {
    cwd = realpathSync(folder);
  } catch {
    throw new RepoError(`The folder ${folder} does not exist. Give the folder of a git repository.`);
  }
  takeNoProgramFrom(checkoutAround(cwd) ?? cwd);
  return places.get(cwd) ?? places.remember(cwd, await find(cwd));
};

/** `cwd`: a real path. */
const find = async (cwd: string): Promise<Location> => {
  const { bare, inGitDir, format, gitDir, commonDir, ...explored } = await explore(cwd);
  if (bare) {
    throw new RepoError(
      `${cwd} is a bare repository, without files to fix. ` +
        'Make a checkout (git worktree add, or git clone) and run there.',
    );
  }
  if (inGitDir)
    throw new RepoError(`${cwd} is inside a .git folder. Change to the work tree of the repository and try again.`);
  const root = realpathSync(explored.root);
  return { root, gitDir, commonDir, objects: `${commonDir}/objects`, format, id: repoId(root) };
};
