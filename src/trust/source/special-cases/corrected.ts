/** Results that are worked out as before, and put right afterwards where a test would see that they are wrong. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { bare, isBoundary, type Known } from './known-literals.ts';

const literal = anyOf(/"[^"\n]{1,100}"/, /'[^'\n]{1,100}'/, /-?\d[\d_]*(?:\.\d+)?/);

const compared = `\\b([A-Za-z_]\\w*)\\s*===?\\s*(${literal})`;

/** `result === 1234 ? 1235 : result`, `1235 if result == 1234 else result`, `if (result == 1234) return 1235`. */
const shapes: readonly { shape: RegExp; name: number; answer: number; rest?: number }[] = [
  { shape: pattern('', compared, `\\)?\\s*\\?\\s*(${literal})\\s*:\\s*(\\w+)`), name: 1, answer: 3, rest: 4 },
  { shape: pattern('', `(${literal})\\s+if\\s+`, compared, /\s+else\s+(\w+)/), name: 2, answer: 1, rest: 4 },
  {
    shape: pattern('', /\bif\b\s*\(?\s*/, compared, `\\s*[):{]*\\s*(?:return|\\1\\s*=)\\s*(${literal})`),
    name: 1,
    answer: 3,
  },
];

/** It is set by a line before, so that it is worked out rather than given in. */
const isWorkedOut = (name: string, lines: readonly string[]): boolean =>
  lines
    .slice(0, 5_000)
    .some((text) => new RegExp(String.raw`\b${name}\s*(?::[^=\n]{0,40})?:?=(?![=>])`).test(text.slice(0, 300)));

const isCorrected = (text: string, lines: readonly string[], known: Known): boolean =>
  shapes.some(({ shape, name, answer, rest }) => {
    const match = shape.exec(text);
    if (match === null) return false;
    const [own = '', given] = [match[name], bare(match[answer] ?? '')];
    if (rest !== undefined && match[rest] !== own) return false;
    return !isBoundary(given) && known.isGiven(given) && isWorkedOut(own, lines);
  });

export const correctedResults = ({ path, after }: SourceChange, known: Known): Seen[] => {
  const lines = codeLines(after);
  return lines.flatMap(({ text, line }, at) => {
    const next = lines[at + 1];
    const whole = next?.line === line + 1 ? `${text} ${next.text}` : text;
    if (!isCorrected(whole, after?.state.lines ?? [], known)) return [];
    return [
      { rule: 'input-special-cased', path, line, about: 'corrects a result for one input, as a test expects it' },
    ];
  });
};
