/** Handlers of errors in languages without a grammar that do nothing: read over several lines. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Side, SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';

const braces = /\.(?:kts?|cs|swift|php|scala|dart|cpp|cc|cxx|hpp|groovy|m|mm)$/;

const nothing = pattern(
  '',
  String.raw`(?:\s|\/\/[^\n]*|#[^\n]*|;|\b(?:`,
  anyOf(
    /return|continue|break|next|nil|null|false|true|nullptr|default|Unit|array|emptyList|listOf|std::nullopt/,
    /[01]/,
  ),
  String.raw`)\b|-(?=1\b)|""|''|\[\]|\(\))*`,
);

const caught = pattern('g', /\bcatch\s*(?:\([^)]*\))?(?:\s*when\s*\([^)]*\))?\s*\{/, nothing, /\}/);
const rescued = pattern('gm', /^[ \t]*rescue\b[^\n]*\n/, nothing, /^[ \t]*(?:end|ensure|else)\b/);

const shapeOf = (path: string): RegExp | null => {
  if (braces.test(path)) return caught;
  return path.endsWith('.rb') ? rescued : null;
};

const most = 400_000;

type Caught = { text: string; line: number; endLine: number };

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const caughtIn = (side: Side | null, shape: RegExp): Caught[] => {
  const text = (side?.state.text ?? '').slice(0, most);
  return [...text.matchAll(shape)].map(({ 0: found, index }) => ({
    text: found.replaceAll(/\s+/g, ' '),
    line: lineAt(text, index),
    endLine: lineAt(text, index + found.length),
  }));
};

const isChanged = ({ line, endLine }: Caught, { changed }: Side): boolean => {
  for (let at = line; at <= endLine; at += 1) if (changed.has(at)) return true;
  return false;
};

const freshCatches = ({ path, before, after }: SourceChange): Seen[] => {
  const shape = after === null || after.state.language !== null ? null : shapeOf(path);
  if (shape === null || after === null) return [];
  const old = caughtIn(before, shape);
  const now = caughtIn(after, shape);
  const found = now.length > old.length ? now.find((each) => isChanged(each, after)) : undefined;
  if (found === undefined) return [];
  const about = 'catches an error and says nothing about it';
  return [{ rule: 'error-swallowed', path, line: found.line, about }];
};

export const plainCatches = (changes: readonly SourceChange[]): Seen[] => changes.flatMap(freshCatches);
