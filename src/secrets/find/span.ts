/** A stretch of text that is not to be seen, and putting something in its place. */

export type Span = { start: number; end: number };

/** A text, and the lowest byte of each character: what looks at all of them is several times as fast with those. */
export type Scanned = { text: string; bytes: Uint8Array };

export const scanned = (text: string): Scanned => ({ text, bytes: Buffer.from(text, 'latin1') });

/**
 * `matchAll` makes a copy of the expression for each text, which takes longer than most texts do. The expression is
 * global.
 */
export const matchesOf = (pattern: RegExp, text: string): RegExpExecArray[] => {
  const result: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) result.push(found);
  return result;
};

export const replacement = '[redacted]';

/** In order, none touching another. */
export const merged = (spans: readonly Span[]): Span[] => {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ start: span.start, end: span.end });
  }
  return result;
};

/** `spans` are merged. */
export const replaceEach = (text: string, spans: readonly Span[], instead: (found: string) => string): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), instead(text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
};

/** The lines of a text keep their numbers: each line of a secret is replaced by itself. `spans` are merged. */
export const replaceSpans = (text: string, spans: readonly Span[]): string =>
  spans.length === 0 ? text : replaceEach(text, spans, byLine);

const byLine = (found: string): string =>
  [replacement, ...(found.match(/\r?\n/g) ?? []).map((lineBreak) => lineBreak + replacement)].join('');
