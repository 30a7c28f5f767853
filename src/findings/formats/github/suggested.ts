/** Changes that a comment on GitHub suggests. */
import { type TextEdit, endOfLine } from '../../../model/finding/edits.ts';
import { findingText } from '../../read/text.ts';
import type { Where } from './where.ts';

/** A block of one empty line leaves an empty line; a block of none removes the lines. */
const editOf = (block: readonly string[], file: string, lines: { startLine: number; endLine: number }): TextEdit =>
  block.length === 1 && block[0] === ''
    ? { file, range: { by: 'position', ...lines, startColumn: 1, endColumn: endOfLine, unit: 'utf16' }, text: '' }
    : { file, range: { by: 'lines', ...lines }, text: block.join('\n') };

const inWords = (blocks: readonly (readonly string[])[]): string =>
  findingText(
    blocks
      .map((block) => (block.length === 0 ? 'Suggested: remove the lines' : `Suggested:\n${block.join('\n')}`))
      .join('\n\n'),
  );

/** `reason`: why a suggestion that is there is not made. */
export type Suggested = { edits: TextEdit[]; suggestion: string; reason?: string };

/** The blocks of a thread are for the same lines, and so alternatives: the first counts. */
export const suggestedBy = (
  blocks: readonly string[][],
  file: string | undefined,
  lines: Where['lines'],
  hasWords: boolean,
): Suggested => {
  const [first, ...others] = blocks;
  if (!first) return { edits: [], suggestion: '' };
  if ('reason' in lines) return { edits: [], suggestion: inWords(blocks), reason: lines.reason };
  if (file === undefined) return { edits: [], suggestion: inWords(blocks), reason: 'it names no file' };
  // Without any words, whoever goes on when the edit cannot be made has to know what was meant.
  return { edits: [editOf(first, file, lines)], suggestion: inWords(hasWords ? others : blocks) };
};
