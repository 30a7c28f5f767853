/** As much of a diff as a prompt has room for, whole files first, and the names of what had to stay out. */

export type FittedDiff = {
  text: string;
  /** Files of which nothing, or not all, is in the text. */
  cut: { file: string; lines: number; shown: number }[];
};

/** `first` are files that matter most: they get room before others, and the order stays that of the diff. */
export const fitDiff = (diff: string, room: number, first: ReadonlySet<string> = new Set()): FittedDiff => {
  if (diff.length <= room) return { text: diff, cut: [] };
  const parts = partsOf(diff);
  const shown = new Map<Part, string>();
  let left = room;
  for (const part of parts.toSorted((a, b) => Number(first.has(b.file)) - Number(first.has(a.file)))) {
    const text = part.text.length <= left ? part.text : wholeLines(part.text, left);
    shown.set(part, text);
    left -= text.length;
  }
  const cut = parts.flatMap((part) => {
    const text = shown.get(part) ?? '';
    return text.length === part.text.length
      ? []
      : [{ file: part.file, lines: linesIn(part.text), shown: linesIn(text) }];
  });
  return { text: parts.map((part) => shown.get(part) ?? '').join(''), cut };
};

type Part = { file: string; text: string };

const head = 'diff --git ';

/** Lines of content begin with a blank, a sign or a backslash: none of them looks like the head of a file. */
const partsOf = (diff: string): Part[] => {
  const parts: Part[] = [];
  let start = 0;
  while (start < diff.length) {
    const next = diff.indexOf(`\n${head}`, start);
    const end = next === -1 ? diff.length : next + 1;
    const text = diff.slice(start, end);
    parts.push({ file: fileOf(text), text });
    start = end;
  }
  return parts;
};

/** Without renames both names are the same, so that each has half of what follows the head. */
const fileOf = (part: string): string => {
  const end = part.indexOf('\n');
  const line = part.slice(0, end === -1 ? part.length : end);
  if (!line.startsWith(head)) return 'the rest of the diff';
  const names = line.slice(head.length);
  const half = names.slice(0, Math.floor(names.length / 2));
  return half.startsWith('a/') ? half.slice(2) : half;
};

const wholeLines = (text: string, room: number): string =>
  text.slice(0, room <= 0 ? 0 : text.lastIndexOf('\n', room - 1) + 1);

const linesIn = (text: string): number => text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
