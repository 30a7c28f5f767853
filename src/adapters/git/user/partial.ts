/** Partial clones: a run needs all files of its start, so the missing ones are fetched once, before any agent works. */
import { RepoError } from '../../../ports/repo.ts';
import { usersEnvironment } from '../door/environment.ts';
import { git } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';
import type { Location } from './locate.ts';
import type { UserConfig } from './user-config.ts';

/** The address of the remote that promised the objects. Only its address is taken from the repository, no command. */
export const promisorUrl = (config: UserConfig): string | null => {
  const names = config.keys().flatMap((key) => /^remote\.(.+)\.promisor$/.exec(key)?.[1] ?? []);
  const named = config.get('extensions.partialclone');
  const name = names.at(-1) ?? named;
  return name === undefined ? null : (config.get(`remote.${name}.url`) ?? null);
};

const missing = async (controlDir: string, commit: string): Promise<string[]> => {
  const args = ['rev-list', '--objects', '--no-object-names', '--no-walk', '--missing=print', commit];
  const { stdout } = await git(args, { gitDir: controlDir });
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('?'))
    .map((line) => line.slice(1));
};

/**
 * An address can name a command (`ext::…`), and the address comes from the repository: only what merely connects is
 * allowed.
 */
const connectingProtocols = ['https', 'http', 'ssh', 'git', 'file'].flatMap((name) => [
  '-c',
  `protocol.${name}.allow=always`,
]);

const fetchObjects = async (controlDir: string, at: Location, url: string, ids: readonly string[]): Promise<void> => {
  const args = [
    ...connectingProtocols,
    '-c',
    'protocol.allow=never',
    '-c',
    'fetch.negotiationAlgorithm=noop',
    'fetch',
    '-q',
    '--no-tags',
    '--no-write-fetch-head',
  ];
  await git([...args, '--no-auto-maintenance', '--recurse-submodules=no', '--stdin', url], {
    gitDir: controlDir,
    cwd: at.root,
    environment: usersEnvironment(),
    input: `${ids.join('\n')}\n`,
  });
};

const notFetched = (failure: unknown, at: Location, commit: string, count: number): RepoError => {
  const words = failure instanceof GitFailure ? failure.stderr.trim() : String(failure);
  return new RepoError(
    `The repository at ${at.root} is a partial clone that lacks ${count} objects of ` +
      `${commit.slice(0, 12)}, and they could not be fetched: ${words}. ` +
      'Go online and try again, or run `git checkout HEAD -- .` once to have git fetch them.',
  );
};

/** Each round can bring trees that name more: as many rounds as folders can be deep. */
const mostRounds = 100;

export const completeStart = async (
  controlDir: string,
  at: Location,
  config: UserConfig,
  commit: string,
): Promise<void> => {
  const url = promisorUrl(config);
  if (url === null) return;
  for (let round = 0; round < mostRounds; round += 1) {
    const ids = await missing(controlDir, commit);
    if (ids.length === 0) return;
    await fetchObjects(controlDir, at, url, ids).catch((failure: unknown) => {
      throw notFetched(failure, at, commit, ids.length);
    });
  }
  throw new RepoError(
    `The repository at ${at.root} is a partial clone whose files could not all be fetched. Try: ` +
      'git fetch --refetch --no-filter',
  );
};
