/** What a terminal shows at one moment, as tmux prints it: rows of text in colours. */

export type Size = { columns: number; height: number };
export type Run = { text: string; style: string };
export type Row = readonly Run[];
/** `at`: seconds since the beginning. */
export type Frame = { at: number; rows: readonly Row[]; cursor: { x: number; y: number } | null };

const escape = String.fromCodePoint(27);
/** Colours, and the marks of links, which have no look. */
const sequence = new RegExp(`${escape}\\[([0-9;:]*)m|${escape}\\]8;[^\\\\]*${escape}\\\\|[\\u000E\\u000F]`, 'g');

type Style = Set<string>;

const colours = ['k', 'r', 'g', 'y', 'b', 'm', 'c', 'w'];

const setColour = (style: Style, name: string | undefined): void => {
  for (const each of [...colours, 'x']) style.delete(each);
  if (name !== undefined) style.add(name);
};

/** Numbers of the standard: only what our own output uses. */
const applyNumber = (style: Style, number: number): void => {
  if (number === 0) style.clear();
  else if (number === 1) style.add('s');
  else if (number === 2) style.add('d');
  else if (number === 7) style.add('i');
  else if (number === 22) for (const each of ['s', 'd']) style.delete(each);
  else if (number === 27) style.delete('i');
  else if (number >= 30 && number <= 37) setColour(style, colours[number - 30]);
  else if (number === 39) setColour(style, undefined);
  else if (number === 90) setColour(style, 'x');
  else if (number >= 91 && number <= 97) setColour(style, colours[number - 90]);
};

const styleName = (style: Style): string => [...style].toSorted().join(' ');

const addRun = (runs: Run[], text: string, style: string): void => {
  const last = runs.at(-1);
  if (last?.style === style) last.text += text;
  else if (text !== '') runs.push({ text, style });
};

/** Styles last from one row to the next. */
const rowOf = (line: string, style: Style): Row => {
  const runs: Run[] = [];
  let from = 0;
  for (const match of line.matchAll(sequence)) {
    addRun(runs, line.slice(from, match.index), styleName(style));
    from = match.index + match[0].length;
    if (match[1] !== undefined) for (const part of match[1].split(';')) applyNumber(style, Number(part));
  }
  addRun(runs, line.slice(from), styleName(style));
  return runs;
};

/** Rows of `capture-pane -e -p`. */
export const rowsOf = (printed: string, height: number): Row[] => {
  const style: Style = new Set();
  const lines = printed.split('\n').slice(0, height);
  return Array.from({ length: height }, (_, n) => rowOf((lines[n] ?? '').trimEnd(), style));
};

export const textOf = (row: Row): string => row.map(({ text }) => text).join('');
