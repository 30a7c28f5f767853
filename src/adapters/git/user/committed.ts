/** What a commit of the user's repository holds, read without a check-out: no filter runs, and no link is followed. */
import { type CommittedEntry, type CommittedTree, RepoError } from '../../../ports/repo.ts';
import { readable, splitNul } from '../door/bytes.ts';
import { git } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';
import type { Location } from './locate.ts';

type Found = CommittedEntry & { id: string };

const entryLine = /^(\d{6}) (\w+) ([\da-f]+) +(\d+|-)\t/;

const kindOf = (mode: string): CommittedEntry['kind'] => {
  if (mode === '040000') return 'folder';
  if (mode === '120000') return 'link';
  return mode.startsWith('100') ? 'file' : 'other';
};

const parseEntry = (line: string): Found[] => {
  const [whole, mode = '', , id = '', size = '-'] = entryLine.exec(line) ?? [];
  if (whole === undefined) return [];
  const path = readable(line.slice(whole.length));
  return [
    { name: path.slice(path.lastIndexOf('/') + 1), kind: kindOf(mode), bytes: size === '-' ? 0 : Number(size), id },
  ];
};

/** Rejects with RepoError when there is no such commit. */
export const resolveCommit = async (at: Location, ref: string): Promise<string> => {
  const call = { gitDir: at.gitDir, allow: [1, 128] };
  const { exitCode, stdout } = await git(['rev-parse', '--verify', '-q', '--end-of-options', `${ref}^{commit}`], call);
  const commit = stdout.toString().trim();
  if (exitCode === 0 && commit !== '') return commit;
  throw new RepoError(
    `There is no commit ${JSON.stringify(ref)} in the repository at ${at.root}. ` +
      'Name a branch, a tag or a commit; one of a remote may have to be fetched first.',
  );
};

const askAbout =
  (at: Location, ref: string) =>
  async (args: readonly string[]): Promise<Buffer> => {
    try {
      return (await git(args, { gitDir: at.gitDir })).stdout;
    } catch (failure) {
      if (!(failure instanceof GitFailure)) throw failure;
      throw new RepoError(
        `The commit ${ref} cannot be read: ${failure.stderr.trim()}. Fetch what is missing, or name another.`,
      );
    }
  };

export const committedTree = async (at: Location, ref: string): Promise<CommittedTree> => {
  const commit = await resolveCommit(at, ref);
  const ask = askAbout(at, ref);
  // Names of entries, not patterns: a folder that is behind a link is not there.
  const look = async (path: string): Promise<Found[]> =>
    splitNul(await ask(['ls-tree', '-z', '-l', '--full-tree', commit, '--', path])).flatMap(parseEntry);
  const find = async (path: string): Promise<Found | null> => (await look(path))[0] ?? null;
  return {
    ref,
    commit,
    find,
    list: async (folder) => ((await find(folder))?.kind === 'folder' ? look(`${folder}/`) : []),
    read: async (file) => {
      const entry = await find(file);
      return entry?.kind === 'file' ? ask(['cat-file', 'blob', entry.id]) : null;
    },
  };
};
