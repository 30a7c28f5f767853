/** Frames as an asciicast (version 2), which players of terminals read: only rows that have changed are drawn again. */
import type { Frame, Row, Size } from './screen.ts';

const numbers: Readonly<Record<string, string>> = {
  s: '1',
  d: '2',
  i: '7',
  r: '31',
  g: '32',
  y: '33',
  b: '34',
  m: '35',
  c: '36',
  w: '37',
  x: '90',
};

const drawn = (row: Row): string =>
  row
    .map(({ text, style }) => {
      const codes = style.split(' ').flatMap((name) => numbers[name] ?? []);
      return codes.length === 0 ? text : `\u001B[${codes.join(';')}m${text}\u001B[0m`;
    })
    .join('');

const change = (frame: Frame, before: Frame | undefined): string => {
  const rows = frame.rows.map(drawn);
  const old = before?.rows.map(drawn) ?? [];
  const lines = rows.flatMap((row, n) => (row === (old[n] ?? '') ? [] : [`\u001B[${n + 1};1H\u001B[K${row}`]));
  const cursor =
    frame.cursor === null ? '\u001B[?25l' : `\u001B[${frame.cursor.y + 1};${frame.cursor.x + 1}H\u001B[?25h`;
  return lines.join('') + cursor;
};

export const castOf = (title: string, frames: readonly Frame[], { columns, height }: Size): string => {
  const head = JSON.stringify({ version: 2, width: columns, height, title });
  const events = frames.map((frame, n) =>
    JSON.stringify([Number(frame.at.toFixed(2)), 'o', change(frame, frames[n - 1])]),
  );
  return `${[head, ...events].join('\n')}\n`;
};
