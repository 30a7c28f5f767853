/** What `apply` did, in words. */
import type { Applied } from '../../app/index.ts';
import { printable } from '../../plain/printable.ts';
import { count } from '../../views/words/amounts.ts';

const list = (files: readonly string[]): string => files.map((file) => `  ${printable(file)}\n`).join('');

const misfit = ({ file, reason }: Applied['conflicts'][number]): string => `${file}: ${reason}`;

const refused = ({ conflicts }: Applied): string =>
  conflicts.length === 0
    ? 'Nothing was changed in your checkout.\n'
    : `Nothing was changed in your checkout, because these files do not fit:\n${list(conflicts.map(misfit))}`;

const verbs = { files: 'Changed', merge: 'Merged', undo: 'Put back' } as const;

const done = ({ run, files, skipped }: Applied, how: 'files' | 'merge' | 'undo'): string => {
  const left = skipped.length === 0 ? '' : `Left as they are:\n${list(skipped)}`;
  const undo = how === 'files' ? `Take it back with: fixpoint apply ${run} --undo\n` : '';
  if (files.length === 0 && skipped.length === 0) return '';
  if (files.length === 0 && how === 'files') return `Your checkout has these changes already:\n${list(skipped)}${undo}`;
  return `${verbs[how]} ${count(files.length, 'file')} in your checkout:\n${list(files)}${left}${undo}`;
};

/** For whoever named no run. */
export const chosenText = ({ run, message }: Applied, how: 'files' | 'merge' | 'undo'): string => {
  if (message !== undefined) return '';
  return how === 'undo' ? `Taking back run ${run}, which was applied last.\n` : `Run ${run}, the newest with fixes.\n`;
};

export const applyText = (result: Applied, how: 'files' | 'merge' | 'undo' = 'files'): string => {
  const message = result.message === undefined ? '' : `${printable(result.message)}\n`;
  return message + (result.applied ? done(result, how) : refused(result));
};
