/** Suggestion blocks in the markdown of a comment, apart from its words. */

export type Body = {
  /** All but the suggestion blocks. */
  words: string;
  /** The lines of each block; none at all stands for removing what it is about. */
  blocks: string[][];
  /** The last block goes on to the end, as when the comment was cut off. */
  isOpen: boolean;
};

type Fence = { mark: string; indent: number; isSuggestion: boolean };

const opening = (line: string): Fence | null => {
  const [, indent = '', mark = '', info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return null;
  return { mark, indent: indent.length, isSuggestion: info.trim().split(/\s/, 1)[0]?.toLowerCase() === 'suggestion' };
};

const closes = (line: string, { mark }: Fence): boolean => {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return found !== undefined && found.startsWith(mark);
};

/** What stands inside another block, such as an example of a suggestion, is no suggestion. */
export const splitBody = (body: string): Body => {
  const words: string[] = [];
  const blocks: string[][] = [];
  let fence: Fence | null = null;
  for (const line of body.split(/\r?\n/)) {
    const block = fence?.isSuggestion ? blocks.at(-1) : undefined;
    if (fence === null) {
      fence = opening(line);
      if (fence?.isSuggestion) blocks.push([]);
      else words.push(line);
    } else if (closes(line, fence)) {
      if (!fence.isSuggestion) words.push(line);
      fence = null;
    } else if (block) {
      block.push(line.slice(Math.min(fence.indent, line.length - line.trimStart().length)));
    } else {
      words.push(line);
    }
  }
  return { words: words.join('\n').trim(), blocks, isOpen: fence?.isSuggestion === true };
};
