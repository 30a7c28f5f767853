/** Patches after which everything is as before but for its names, while the finding is about something else. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { isAbout } from '../../asked.ts';
import type { SourceChange } from '../change.ts';
import { changesCode } from './comment-only.ts';
import { isRenamedOnly } from './renamed-only.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const aboutNames = pattern(
  'i',
  /\b/,
  anyOf(
    /nam(?:e|es|ed|ing)|renam\w+|shadow\w*|typos?|spell\w*|convention\w*|camel\w*|snake\w*|readab\w*/,
    /unclear|confus\w+|ambiguous|mislead\w*|identifiers?|variables?|unused|style|keyword|reserved|clash\w*/,
    /conflict\w*|redeclar\w*|collid\w*|collision|format\w*/,
  ),
  /\b/,
);

const isIdle = (changes: readonly SourceChange[]): boolean =>
  changes.some(isRenamedOnly) && changes.every((change) => isRenamedOnly(change) || !changesCode(change));

export const renamedOnly = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || mentions(findings, aboutNames)) return [];
  if (!changes.some(({ path }) => isAbout(findings, path)) || !isIdle(changes)) return [];
  const line = Math.min(...(first.after?.changed ?? []), first.after?.state.lines.length ?? 1);
  const about = 'gives variables other names, and changes nothing else';
  return [{ rule: 'words-only', path: first.path, line, about }];
};
