/** Cuts a stream of text into lines. */

/** Longer lines hold whole files or images; what follows is not looked at. */
const longestLine = 8 * 1024 * 1024;

export type LineSplitter = { write: (text: string) => void; end: () => void };

/**
 * Passes on each line without its end; of a line that is too long, its beginning. Takes time in proportion to the text.
 */
export const splitLines = (onLine: (line: string) => void, longest: number = longestLine): LineSplitter => {
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    if (length < longest && piece !== '') pieces.push(piece.slice(0, longest - length));
    length += piece.length;
  };
  const flush = (): void => {
    const line = pieces.join('');
    pieces = [];
    length = 0;
    if (line.trim() !== '') onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  };
  return {
    write: (text) => {
      let from = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        add(text.slice(from, at));
        flush();
        from = at + 1;
      }
      add(text.slice(from));
    },
    end: flush,
  };
};
