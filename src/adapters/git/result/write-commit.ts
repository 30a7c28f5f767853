/** Writes commits by hand, since a process costs more than all that git does in it. */
import { fallbackPerson } from '../user/freeze.ts';
import type { Frozen } from '../control/frozen.ts';
import type { ObjectStore } from '../objects/object-store.ts';

type Person = Frozen['author'];
export type PlainCommit = {
  tree: string;
  parent: string;
  author: Person;
  committer: Person;
  /** In seconds. */
  at: number;
  message: string;
};

/** Git takes some characters out of names, or refuses them: those it writes itself. */
const isPlainName = (name: string): boolean => /^[\p{L}\p{N}](?:[\p{L}\p{N} ._'@+-]*[\p{L}\p{N}])?$/u.test(name);

/** Whether git, asked for the same, would write the same bytes. */
export const isPlainCommit = ({ author, committer, message }: PlainCommit): boolean =>
  [author.name, author.email, committer.name, committer.email].every(isPlainName) &&
  !message.includes('\0') &&
  message.isWellFormed();

export const writePlainCommit = ({ write }: Pick<ObjectStore, 'write'>, commit: PlainCommit): string => {
  const { tree, parent, author, committer, at, message } = commit;
  const signature = ({ name, email }: Person): string => `${name} <${email}> ${at} +0000`;
  const text = [
    `tree ${tree}`,
    `parent ${parent}`,
    `author ${signature(author)}`,
    `committer ${signature(committer)}`,
    '',
    message,
  ].join('\n');
  return write('commit', Buffer.from(text));
};

/**
 * The commit that a workspace stands on when all that is known is a tree. It is nobody's, and has the time of the
 * start, so that equal trees are equal commits, whenever they are looked at.
 */
export const writeCommit = (store: Pick<ObjectStore, 'write'>, { start, startedAt }: Frozen, tree: string): string =>
  writePlainCommit(store, {
    tree,
    parent: start.commit,
    author: fallbackPerson,
    committer: fallbackPerson,
    at: startedAt,
    message: 'The change that is looked at here\n',
  });
