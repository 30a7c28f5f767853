/** What `fixpoint clean` would remove, and what it leaves. */
import type { Clean } from '../../app/clean/clean.ts';
import { printable } from '../../plain/printable.ts';
import { count } from '../../views/words/amounts.ts';

type Shown = Pick<Clean, 'removed' | 'kept' | 'recent'>;

const removedLine = ({ run, lastAt, status, files, branch }: Shown['removed'][number]): string => {
  const what = [...(files ? ['its files'] : []), ...(branch === null ? [] : [`branch ${printable(branch)}`])];
  return `  ${run}  ${lastAt.slice(0, 10)}  ${status.padEnd(9)}  ${what.join(', ')}`;
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, ''];

export const cleanText = ({ removed, kept, recent }: Shown): string => {
  const recentLine = recent === 0 ? [] : [`${count(recent, 'run')} too recent to remove (--older-than, --keep).`];
  const nothing = removed.length === 0 ? ['Nothing to remove.'] : ['Reports, and how each run ended, are kept.'];
  return [
    ...section('To remove:', removed.map(removedLine)),
    ...section(
      'Kept:',
      kept.map(({ what, reason }) => `  ${printable(what)}: ${printable(reason)}`),
    ),
    ...recentLine,
    ...nothing,
    '',
  ].join('\n');
};
