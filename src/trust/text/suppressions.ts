/**
 * New words that tell a checker to be quiet (7.1). Those that moved with their code, that became narrower, or that a
 * finding asks for are none.
 */
import type { Asking } from '../../model/patch.ts';
import type { Remark } from '../../model/remark.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import { asksToAdd } from '../request.ts';
import { isHarmless } from './harmless-suppressions.ts';
import { findSuppressions, type Suppression } from './find-suppressions.ts';
import { strictnessRemoved } from './strictness-removed.ts';
import { isOnlyNoted, linesBefore } from './weigh-suppressions.ts';

type Side = { all: Suppression[]; lines: ReadonlySet<string> };

const sideOf = (files: readonly ReadFile[], side: 'before' | 'after'): Side => {
  const states = files.map((file) => file[side]).filter((state) => state !== null);
  const all = states.flatMap((state) => (isRead(state) ? findSuppressions(state) : []));
  // Only where something has to be compared.
  const lines = all.length === 0 ? [] : states.flatMap((state) => state.lines.map(bare));
  return { all, lines: new Set(lines) };
};

/** Prose, recorded data and what others made do not tell our checkers anything. */
const unread = pattern(
  'i',
  anyOf(
    /\.(?:md|mdx|rst|txt|adoc|snap|svg|json|lock|csv|map|min\.\w+|golden|approved)$/,
    /(?:^|\/)(?:node_modules|vendor|third_party|testdata)\//,
  ),
);
/** Pages of this length are put together by machines. */
const longestPage = 1_500;
const isRead = ({ path, lines }: FileState): boolean =>
  !unread.test(path) && !(/\.html?$/i.test(path) && lines.length > longestPage);

const bare = (line: string): string => line.replace(/\s*(?:#|\/\/|\/\*).*$/, '').replaceAll(/\s+/g, '');

/** Rules of the first are among those of the second. */
const isWithin = (one: Suppression, other: Suppression): boolean =>
  other.rules.length === 0 || (one.rules.length > 0 && one.rules.every((rule) => other.rules.includes(rule)));

const isSame = (one: Suppression, other: Suppression): boolean =>
  one.kind.family === other.kind.family && isWithin(one, other) && one.scope <= other.scope;

/** Takes the first that fits, so that each of the old ones stands for one new one. */
const take = (from: Suppression[], fits: (each: Suppression) => boolean): Suppression | null => {
  const at = from.findIndex(fits);
  return at === -1 ? null : (from.splice(at, 1)[0] ?? null);
};

/** Those that are still there, or moved with the line that they are about. */
const withoutKept = (now: readonly Suppression[], left: Suppression[]): Suppression[] =>
  now.filter((each) => take(left, (old) => old.about === each.about && isSame(each, old)) === null);

/** The line that it was about was rewritten, and the one that it is about is new. */
const withoutRewritten = (now: readonly Suppression[], left: Suppression[], before: Side, after: Side): Suppression[] =>
  now.filter((each) => {
    if (each.scope < 3 && before.lines.has(each.about)) return true;
    return take(left, (old) => isSame(each, old) && (each.scope === 3 || !after.lines.has(old.about))) === null;
  });

/** What was quiet for a whole file is now quiet for some lines of it. */
const withoutNarrowed = (
  now: readonly Suppression[],
  left: readonly Suppression[],
  namesBefore: ReadonlyMap<string, string>,
): Suppression[] =>
  now.filter((each) => {
    const file = namesBefore.get(each.file) ?? each.file;
    const isNarrower = (old: Suppression): boolean =>
      old.scope > each.scope && old.file === file && old.kind.family === each.kind.family && isWithin(each, old);
    return !left.some(isNarrower);
  });

const quiet = pattern(
  'i',
  anyOf(
    pattern(
      '',
      /\b(?:suppress|silenc)(?:e|ing)?\b.{0,40}\b/,
      /(?:warnings?|rules?|checks?|lints?|findings?|diagnostics?|reports?|lines?|comments?|it|this)\b/,
    ),
    /\bsuppression\b/,
    /\b(?:shellcheck|eslint|pylint|flake8|mypy|rubocop|clippy|lint\w*|checker)(?: \w+)? (?:directive|pragma|comment)\b/,
  ),
);
/** Words that say something else in a sentence of English. */
const everyday = /^(?:ignore|allow|expect|suppress|coverage|off|skip)$/i;

const isAskedFor = ({ words }: Suppression, findings: readonly Asking[]): boolean => {
  const own = words.replaceAll(/^[^\w@]+|[^\w]+$/g, '');
  const named = new RegExp(RegExp.escape(own) + (everyday.test(own) ? String.raw`\s*[(:\[]` : ''), 'i');
  return asksToAdd(findings, quiet) || asksToAdd(findings, named);
};

const remarkOn = ({ words, rules, file, line }: Suppression): Remark => ({
  gate: 'suppressions',
  rule: 'suppression-added',
  file,
  line,
  message: `a check is told to be quiet: ${[words, ...rules].join(' ').slice(0, 120)}`,
  accepted: 'code that the check does not complain about; or a finding that asks for exactly this suppression',
});

export const inspectSuppressions = (patch: ReadPatch): Remark[] => {
  const after = sideOf(patch.files, 'after');
  const removed = strictnessRemoved(patch);
  if (after.all.length === 0) return removed;
  const before = sideOf(patch.files, 'before');
  const left = [...before.all];
  const namesBefore = new Map(patch.files.map(({ path, was }) => [path, was ?? path]));
  const notKept = withoutKept(after.all, left);
  const notRewritten = withoutRewritten(notKept, left, beforeLines(before, patch, notKept), after);
  const added = withoutNarrowed(notRewritten, left, namesBefore);
  const isFine = (each: Suppression): boolean => isAskedFor(each, patch.findings) || isHarmless(each, patch);
  const known = linesBefore(patch);
  const found = added
    .filter((each) => !isFine(each))
    .map((each) => ({ ...remarkOn(each), ...(isOnlyNoted(each, patch, known) && { noteOnly: true }) }));
  return [...found, ...removed];
};

/** Where there was none before, its lines still have to be known. */
const beforeLines = (before: Side, { files }: ReadPatch, notKept: readonly Suppression[]): Side =>
  notKept.length === 0 || before.lines.size > 0
    ? before
    : { ...before, lines: new Set(files.flatMap((file) => file.before?.lines.map(bare) ?? [])) };
