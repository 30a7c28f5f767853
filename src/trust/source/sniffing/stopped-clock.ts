/** Code that asked for the time whenever it ran, and now goes by one that never changes. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';

const asking = pattern(
  '',
  anyOf(
    /\b(?:Date|performance|Instant|LocalDate|LocalDateTime|ZonedDateTime|Clock|SystemTime|Time|DateTime|datetime)/,
    /\btime/,
  ),
  /(?:\.|::)(?:now|utcnow|today|Now|time|current|monotonic)\b/,
);
const counted = pattern(
  '',
  anyOf(
    /\b(?:currentTimeMillis|nanoTime|time_ns|gettimeofday|clock_gettime)\(/,
    /\btime\(\s*(?:NULL|nullptr|0)?\s*\)|\bnew Date\(\)/,
  ),
);

const asks = (text: string): boolean => asking.test(text) || counted.test(text);

const set = pattern(
  '',
  /^(?:export\s+|pub\s+|private\s+|public\s+|internal\s+)*/,
  /(?:(?:const|static|final|val|var|let|readonly)\s+)*(?:[\w<>.]+\s+)?/,
  /\*?([A-Za-z_]\w*)\s*(?::\s*[^=]{1,40})?:?=\s*(.{1,200})$/,
);

/** A moment that is written down. */
const moment = pattern(
  '',
  anyOf(
    /\b(?:parse|of|at|Date|Unix|UnixMilli|fromtimestamp|from_secs|datetime|date|new)\s*\(\s*["'\d]/,
    /\bofEpoch(?:Second|Milli)\(\s*\d/,
    /^\d[\d_]{8,}/,
    /\bnew Date\(\s*["'\d]/,
  ),
);

/** Outside of all functions, or kept for all. */
const isOuter = (text: string, raw: string): boolean => /^\S/.test(raw) || /\bstatic\b/.test(text);

const isFixed = (value: string): boolean =>
  (asks(value) || moment.test(value)) && !/=>|\blambda\b|\bfunc\s*\(|->|\|\|/.test(value);

/** What a line keeps of the time, once and for all. */
const keptOn = (text: string, raw: string): string | undefined => {
  const [, name, value = ''] = set.exec(text) ?? [];
  return name !== undefined && isOuter(text, raw) && isFixed(value) ? name : undefined;
};

/** A function of the file asked for the time before; the lines that come in its place ask for the name instead. */
export const stoppedClock = ({ path, before, after }: SourceChange): Seen[] => {
  if (before === null || after === null || !codeLines(before).some(({ text }) => asks(text))) return [];
  const lines = codeLines(after);
  return lines.flatMap(({ text, line }): Seen[] => {
    const name = keptOn(text, after.state.lines[line - 1] ?? '');
    if (name === undefined) return [];
    const isUsed = lines.some((other) => other.line !== line && new RegExp(String.raw`\b${name}\b`).test(other.text));
    const isLeft = lines.some((other) => other.line !== line && asks(other.text));
    return isUsed && !isLeft
      ? [{ rule: 'clock-patched', path, line, about: `goes by \`${name}\`, a time that never changes` }]
      : [];
  });
};
