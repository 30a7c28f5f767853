/**
 * Frames as one moving picture: every row of the screen is a strip of all that it ever shows, which jumps to what it
 * shows next. No script, nothing from elsewhere, and the last screen where motion is not wanted.
 */
import { type Frame, type Row, type Size, textOf } from './screen.ts';

const cell = { width: 8.4, height: 19 };
const margin = { x: 16, top: 46, bottom: 14 };
/** So long the last screen stays before it starts again. */
const restSeconds = 6;

const widthOf = ({ columns }: Size): number => Math.round(columns * cell.width + 2 * margin.x);
const heightOf = ({ height }: Size): number => height * cell.height + margin.top + margin.bottom;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Pieces between wide gaps are placed each by itself, so that no font can shift what stands in columns. */
const pieces = (row: Row): { x: number; text: string; style: string }[] => {
  let x = 0;
  return row.flatMap(({ text, style }) =>
    text.split(/( {2,})/).flatMap((piece) => {
      const at = x + piece.length - piece.trimStart().length;
      x += piece.length;
      return piece.trim() === '' ? [] : [{ x: at, text: piece.trim(), style }];
    }),
  );
};

const number = (value: number): string => String(Number(value.toFixed(2)));

const pieceText = ({ x, text, style }: { x: number; text: string; style: string }, y: number): string => {
  const look = style === '' ? '' : ` class="${style}"`;
  const length = text.length > 1 ? ` textLength="${number(text.length * cell.width)}"` : '';
  return `<text x="${number(x * cell.width)}" y="${number(y)}"${length}${look}>${escaped(text)}</text>`;
};

type Step = { at: number; to: string };

/** Keyframes that jump: each holds until the next. */
const animation = (name: string, steps: readonly Step[], seconds: number): string => {
  const marks = steps.map(({ at, to }) => `${number((at / seconds) * 100)}%{transform:translate(${to})}`);
  return `@keyframes ${name}{${marks.join('')}}.${name}{transform:translate(${steps.at(-1)?.to});animation:${name} ${number(seconds)}s step-end infinite}`;
};

type Part = { css: string; body: string };

const rowPart = (index: number, frames: readonly Frame[], seconds: number, width: number): Part => {
  const seen = new Map<string, number>();
  const drawn: string[] = [];
  const steps: Step[] = [];
  for (const { at, rows } of frames) {
    const row = rows[index] ?? [];
    const key = JSON.stringify(row);
    const place = seen.get(key) ?? seen.size;
    if (place === seen.size)
      drawn.push(
        pieces(row)
          .map((each) => pieceText(each, place * cell.height + 14))
          .join(''),
      );
    seen.set(key, place);
    const to = `0,${-place * cell.height}px`;
    if (steps.at(-1)?.to !== to) steps.push({ at: steps.length === 0 ? 0 : at, to });
  }
  if (drawn.every((text) => text === '')) return { css: '', body: '' };
  const y = margin.top + index * cell.height;
  const frame = `<svg x="${margin.x}" y="${y}" width="${width - margin.x}" height="${cell.height}">`;
  const name = `r${index}`;
  const isStill = steps.length === 1;
  return {
    css: isStill ? '' : animation(name, steps, seconds),
    body: `${frame}<g${isStill ? '' : ` class="${name}"`}>${drawn.join('')}</g></svg>`,
  };
};

const cursorPart = (frames: readonly Frame[], seconds: number): Part => {
  const steps: Step[] = [];
  for (const { at, cursor } of frames) {
    const to = cursor === null ? '0,-99px' : `${number(cursor.x * cell.width)}px,${cursor.y * cell.height}px`;
    if (steps.at(-1)?.to !== to) steps.push({ at: steps.length === 0 ? 0 : at, to });
  }
  const box = `width="${cell.width}" height="${cell.height - 2}"`;
  const body = `<g class="cursor"><rect class="u" x="${margin.x}" y="${margin.top + 1}" ${box}/></g>`;
  return { css: animation('cursor', steps, seconds), body };
};

const light =
  'svg{--p:#fbfbfa;--o:#d5d9de;--t:#24292f;--x:#6e7781;--r:#cf222e;--g:#116329;--y:#7d4e00;--b:#0550ae;--m:#8250df;--c:#1b7c83}';
const dark =
  'svg{--p:#16191f;--o:#333a45;--t:#d7dde5;--x:#8b949e;--r:#ff7b72;--g:#56d364;--y:#e3b341;--b:#79c0ff;--m:#d2a8ff;--c:#76e3ea}';
const looks = [
  'text{fill:var(--t);font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}',
  ...['x', 'r', 'g', 'y', 'b', 'm', 'c'].map((name) => `.${name}{fill:var(--${name})}`),
  '.s{font-weight:700}.d{fill:var(--x)}.u{fill:var(--t);opacity:.55}.p{fill:var(--p);stroke:var(--o)}.o{fill:var(--o)}',
].join('');

const style = (parts: readonly Part[]): string =>
  [
    dark,
    `@media(prefers-color-scheme:light){${light}}`,
    looks,
    ...parts.map(({ css }) => css),
    '@media(prefers-reduced-motion:reduce){g{animation:none!important}}',
  ].join('');

const bar = (title: string, width: number): string =>
  [0, 1, 2].map((n) => `<circle class="o" cx="${22 + n * 20}" cy="21" r="6"/>`).join('') +
  `<text x="${width / 2}" y="26" text-anchor="middle" class="x">${escaped(title)}</text>`;

/** `description`: for those who cannot see it. */
export const svgOf = (title: string, description: string, frames: readonly Frame[], size: Size): string => {
  const [width, total] = [widthOf(size), heightOf(size)];
  const seconds = (frames.at(-1)?.at ?? 0) + restSeconds;
  const rows = Array.from({ length: size.height }, (_, index) => rowPart(index, frames, seconds, width));
  const parts = [...rows, cursorPart(frames, seconds)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" role="img">`,
    `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>`,
    `<style>${style(parts)}</style>`,
    `<rect class="p" x=".5" y=".5" width="${width - 1}" height="${total - 1}" rx="9"/>${bar(title, width)}`,
    ...parts.map(({ body }) => body),
    '</svg>\n',
  ].join('\n');
};

export const lastScreen = (frames: readonly Frame[]): string =>
  (frames.at(-1)?.rows ?? []).map(textOf).join('\n').trimEnd();
