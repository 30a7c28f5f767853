/** Comparisons of a type's own that let more count as equal than before, in any language: by the text of their body. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { isAbout } from '../../asked.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';

const head = pattern(
  '',
  anyOf(
    /\bdef\s+(?:__eq__|__ne__|==|eql\?|equal\?|<=>|__cmp__)/,
    /\b(?:fun|func|fn|function|boolean|bool|Boolean|Bool)\s+(?:\([^()]*\)\s*)?(?:[Ee]quals?|eq|isEqual\w*|==)\s*[(<]/,
    /\boperator\s*==/,
    /^\s*(?:public\s+|static\s+|async\s+)*(?:equals|isEqual|isEqualTo|sameAs)\s*\([^()]*\)[^;=]*\{/,
    /\b(?:equals|isEqual|sameAs)\s*[:=]\s*(?:function\b|\([^()]*\)\s*(?::\s*\w+\s*)?=>|lambda\b)/,
  ),
);

type Body = { text: string; from: number; to: number };

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

const mostLines = 60;

/** From the head to the line that stands as far to the left again. */
const bodyFrom = (lines: readonly string[], at: number): Body => {
  const rest = lines.slice(at + 1, at + mostLines);
  const indent = indentOf(lines[at] ?? '');
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent && !/^\s*\{\s*$/.test(line));
  const own = rest.slice(0, end === -1 ? rest.length : end);
  return { text: [lines[at] ?? '', ...own].join('\n'), from: at + 1, to: at + 1 + own.length };
};

const bodiesIn = (lines: readonly string[]): Body[] =>
  lines.slice(0, 20_000).flatMap((line, at) => (head.test(line.slice(0, 300)) ? [bodyFrom(lines, at)] : []));

const countOf = (text: string, shape: RegExp): number => text.match(shape)?.length ?? 0;

const comparing = pattern(
  'g',
  anyOf(
    /[=!]==?/,
    /\b(?:equals|Equals|Equal|eql\?|DeepEqual|compareTo|cmp|isEqual\w*|deepEqual|SequenceEqual|contentEquals)\s*\(/,
    /<=>|===/,
  ),
);
const alternatives = /\|\||\bor\b/g;
const lossy = pattern(
  'g',
  /\b/,
  anyOf(
    /to_?[lL]ower\w*|lower|downcase|casefold|to_?[uU]pper\w*|upcase|strip|trim\w*|round|floor|ceil|trunc|int/,
    /len|length|size|count|abs|slice|substring|split|startsWith|startswith|includes|contains/,
  ),
  /\b(?=\s*\(|\s*[,)&|=!<>.])/,
);

/** `abs(a - b) < 1e-9` that became `< 1`. */
const limit = /<=?\s*(-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

const limitOf = (text: string): number => Math.max(0, ...[...text.matchAll(limit)].map(([, number]) => Number(number)));

const isLooser = (old: string, now: string): boolean =>
  countOf(now, comparing) < countOf(old, comparing) ||
  countOf(now, alternatives) > countOf(old, alternatives) ||
  countOf(now, lossy) > countOf(old, lossy) ||
  (limitOf(old) > 0 && limitOf(now) > limitOf(old));

const isAt = ({ from, to }: Body, path: string, findings: readonly Asking[]): boolean =>
  findings.some(({ file, line }) => file === path && line !== undefined && line >= from && line <= to);

/** Where a finding lies in the comparison, it may well ask for another one. */
export const looserEquality = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] => {
  if (before === null || after === null || !isAbout(findings, path)) return [];
  const [old, now] = [bodiesIn(before.state.lines), bodiesIn(after.state.lines)];
  if (old.length !== now.length) return [];
  return now.flatMap((body, at): Seen[] => {
    const was = old[at];
    if (was === undefined || was.text === body.text || isAt(was, path, findings) || !isLooser(was.text, body.text))
      return [];
    const about = 'lets more count as equal than before, which no finding asks for';
    return [{ rule: 'always-equal', path, line: body.from, about }];
  });
};
