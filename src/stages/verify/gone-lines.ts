/** The lines that a patch takes out for good: what it puts elsewhere, in another file too, is only moved. Pure. */

export type GoneLine = { path: string; text: string };

type Reading = { path: string; removed: GoneLine[]; added: Map<string, number>; inHunk: boolean };

const key = (text: string): string => text.trim();

const take = (reading: Reading, line: string): void => {
  if (line.startsWith('diff --git ')) reading.inHunk = false;
  else if (line.startsWith('@@ ')) reading.inHunk = true;
  else if (!reading.inHunk && line.startsWith('--- ')) reading.path = line.slice(4).replace(/^"?a\//, '');
  else if (reading.inHunk && line.startsWith('-')) reading.removed.push({ path: reading.path, text: line.slice(1) });
  else if (reading.inHunk && line.startsWith('+'))
    reading.added.set(key(line.slice(1)), (reading.added.get(key(line.slice(1))) ?? 0) + 1);
};

export const goneLines = (patch: string): GoneLine[] => {
  const reading: Reading = { path: '', removed: [], added: new Map(), inHunk: false };
  for (const line of patch.split('\n')) take(reading, line);
  return reading.removed.filter(({ text }) => {
    const left = reading.added.get(key(text)) ?? 0;
    reading.added.set(key(text), left - 1);
    return left <= 0 && key(text) !== '';
  });
};
