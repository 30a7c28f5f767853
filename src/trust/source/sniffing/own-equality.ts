/** Types that compared all of themselves before, and compare what the patch chooses now. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';

export const aboutEquality = pattern(
  'i',
  anyOf(
    /\b(?:equal\w*|compar\w+|PartialEq|Eq|hash\w*|__eq__|identity|duplicates?|dedup\w*)\b/,
    /\b(?:unique|same|sort\w*|order\w*|match\w*)\b/,
    /==/,
  ),
);

const derived = /#\[derive\([^)]*\bPartialEq\b/;

/** What leaves something out of a comparison by one line. */
const excluded = pattern(
  '',
  anyOf(
    /\bfield\([^)]*\bcompare\s*=\s*False/,
    /@EqualsAndHashCode\.Exclude/,
    /\beq\s*=\s*False/,
    /\[IgnoreDataMember\]/,
  ),
);

const by = (shape: RegExp, lines: ReturnType<typeof codeLines>): number | undefined =>
  lines.find(({ text }) => shape.test(text))?.line;

const attributesOf = (state: { lines: readonly string[] } | undefined, changed: ReadonlySet<number> | undefined) =>
  [...(changed ?? [])].map((line) => state?.lines[line - 1] ?? '').filter((text) => derived.test(text));

export const ownEquality = ({ path, before, after }: SourceChange): Seen[] => {
  const isUnderived =
    attributesOf(before?.state, before?.changed).length > attributesOf(after?.state, after?.changed).length;
  const line =
    (isUnderived ? by(/^impl(?:<[^>]*>)?\s+PartialEq\b/, codeLines(after)) : undefined) ??
    by(excluded, codeLines(after));
  if (before === null || line === undefined) return [];
  return [{ rule: 'always-equal', path, line, about: 'leaves out of a comparison what was compared before' }];
};
