/** Code that no ordinary build has: behind a tag or a condition of the compiler that nobody sets. */
import type { Asking } from '../../../../model/patch.ts';
import type { SourceChange } from '../../change.ts';
import type { Seen } from '../../seen.ts';
import { mentions } from '../../words.ts';

const aboutBuilds =
  /\b(?:build|builds|tags?|platforms?|windows|linux|darwin|macos|unix|cgo|GOOS|architectures?|cfg|features?|wasm)\b/i;

/** What compilers and build tools set by themselves. */
const setByBuilds =
  /^(?:not|all|any|test|feature|debug_assertions|unix|windows|target_\w+|doc|doctest|panic|loom|miri|docsrs|fuzzing)$/;

const conditionOf = (line: string): string | undefined =>
  /^\s*#!?\[cfg\((.*)\)\]/.exec(line)?.[1]?.replaceAll(/"[^"]*"/g, '');

const isNeverSet = (line: string): boolean =>
  (conditionOf(line)?.match(/[a-z_]\w*/gi) ?? []).some((word) => !setByBuilds.test(word));

const tag = /^\/\/go:build\s+\S/;

/** A file that was always built, and is built only for those who ask for it. */
const isTagged = (line: string, before: string): boolean => tag.test(line) && !/^\/\/go:build/m.test(before);

export const builtOut = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] => {
  if (before === null || after === null || mentions(findings, aboutBuilds)) return [];
  const isOut = (line: string): boolean =>
    (path.endsWith('.rs') && isNeverSet(line)) || (path.endsWith('.go') && isTagged(line, before.state.text));
  const found = [...after.changed].find((line) => isOut((after.state.lines[line - 1] ?? '').slice(0, 300)));
  if (found === undefined) return [];
  return [
    { rule: 'never-true', path, line: found, about: 'puts code behind a condition of the build that nobody sets' },
  ];
};
