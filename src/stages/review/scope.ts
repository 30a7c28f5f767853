/** Decides what of a change one reviewer is asked about, in which calls, and says of the rest why it is not. */
import picomatch from 'picomatch';
import type { NotReviewed, ReviewPart } from '../../model/review-scope.ts';
import { leftOutBy } from '../../plain/ignore/ignore-rules.ts';
import { firstLine } from '../../plain/text.ts';
import { charactersPerToken } from '../../prompts/sections.ts';
import type { FileDiff } from './diff.ts';
import { sameLanguage } from './languages.ts';
import { whyNotOurs } from './not-ours.ts';
import { pack, type Slice, sliceFile } from './scope-pack.ts';
import { type NumberedHunk, rangesOf } from './scope-ranges.ts';
import { splitHunks } from './split-hunk.ts';

export type ScopeRules = {
  languages: readonly string[];
  paths: readonly string[];
  /** Rules about files that nobody is asked about. */
  exclude: readonly string[];
  tokens: number;
  calls: number;
};

export type Scope = {
  /** Why the reviewer is not asked at all. */
  skipped?: string;
  parts: (ReviewPart & { text: string })[];
  left: NotReviewed[];
};

const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Every changed place is in exactly one part, or once among what is left. */
export const scopeReview = (diff: readonly FileDiff[], rules: ScopeRules): Scope => {
  const limit = rules.tokens * charactersPerToken;
  const filter = filterOf(rules);
  // Before anything else, so that all reviewers count the same places.
  const files = diff.toSorted((a, b) => compareText(a.file, b.file)).map((file) => splitHunks(file, limit));
  const judged = files.map((file) => ({ file, reason: filter(file.file) ?? notRead(file, rules) }));
  const slicedFiles = judged.flatMap(({ file, reason }) =>
    reason === undefined ? [{ file: file.file, ...sliceFile(file, limit) }] : [],
  );
  const packed = pack(
    slicedFiles.flatMap(({ slices }) => slices),
    limit,
  );
  const parts = packed.slice(0, rules.calls).map((slices, index) => asPart(slices, index + 1));
  const left = [
    ...judged.flatMap(({ file, reason }) => (reason === undefined ? [] : unwanted(file, reason))),
    ...slicedFiles.flatMap(({ file, tooLarge }) => tooLarge.flatMap((hunk) => wanted(file, [hunk], sizeOf(hunk)))),
    ...beyondCalls(packed, rules.calls),
  ];
  return {
    ...(parts.length === 0 && { skipped: whySkipped(files, rules, slicedFiles.length > 0) }),
    parts,
    left: left.sort(byPlace),
  };
};

const beyondCalls = (packed: readonly Slice[][], calls: number): NotReviewed[] =>
  packed
    .slice(calls)
    .flatMap((slices) => slices.flatMap(({ file, hunks }) => wanted(file, hunks, `beyond review.calls (${calls})`)));

const asPart = (slices: readonly Slice[], part: number): Scope['parts'][number] => {
  const text = slices.map(({ header, hunks }) => header + hunks.map((hunk) => hunk.text).join('')).join('');
  return {
    part,
    covers: slices.flatMap((slice) => rangesOf(slice.file, slice.hunks)),
    hunks: slices.reduce((sum, { hunks }) => sum + hunks.length, 0),
    bytes: Buffer.byteLength(text),
    text,
  };
};

const wanted = (file: string, hunks: readonly NumberedHunk[], reason: string): NotReviewed[] =>
  rangesOf(file, hunks).map((range) => ({ ...range, reason, wanted: true }));

const unwanted = ({ file, hunks }: FileDiff, reason: string): NotReviewed[] =>
  hunks.length === 0
    ? [{ file, first: 0, last: 0, lines: '', reason, wanted: false }]
    : rangesOf(
        file,
        hunks.map((hunk, index) => ({ ...hunk, number: index + 1 })),
      ).map((range) => ({ ...range, reason, wanted: false }));

const byPlace = (a: NotReviewed, b: NotReviewed): number => compareText(a.file, b.file) || a.first - b.first;

const sizeOf = ({ text }: NumberedHunk): string =>
  `larger than one call takes (${Math.ceil(Buffer.byteLength(text) / 1024)} KB; review.tokens)`;

/** Whoever names paths has chosen them. */
const notRead = (file: FileDiff, { paths }: ScopeRules): string | undefined =>
  nothingToRead(file) ?? (paths.length > 0 ? undefined : whyNotOurs(file.file));

const nothingToRead = ({ hunks, binary, header }: FileDiff): string | undefined => {
  if (hunks.length > 0) return undefined;
  if (binary) return 'binary';
  return header.includes('\nold mode ') ? 'only its mode changed' : 'an empty file';
};

type Rules = Pick<ScopeRules, 'languages' | 'paths' | 'exclude'>;

const inLanguages = ({ languages }: Rules): ((file: string) => boolean) =>
  languages.length === 0 ? () => true : (file) => languages.some((language) => sameLanguage(language, file));

const inPaths = ({ paths }: Rules): ((file: string) => boolean) => {
  if (paths.length === 0) return () => true;
  const matches = picomatch([...paths], { dot: true });
  return (file) => matches(file);
};

const listed = (names: readonly string[]): string => firstLine(names.join(', '), 100);

const notFor = (what: string, names: readonly string[]): string =>
  `no file for this reviewer (${what}: ${listed(names)})`;

/** Why a file is none of this reviewer's. */
const filterOf = (rules: Rules): ((file: string) => string | undefined) => {
  const [spoken, near] = [inLanguages(rules), inPaths(rules)];
  const [foreign, far] = [notFor('languages', rules.languages), notFor('paths', rules.paths)];
  const excluded = leftOutBy(rules.exclude);
  return (file) => {
    const rule = excluded(file);
    if (rule !== undefined) return `excluded (${rule})`;
    if (!spoken(file)) return foreign;
    return near(file) ? undefined : far;
  };
};

const whySkipped = (files: readonly FileDiff[], rules: Rules, tooLarge: boolean): string => {
  const excluded = leftOutBy(rules.exclude);
  const names = files.map(({ file }) => file).filter((file) => excluded(file) === undefined);
  if (names.length === 0) return files.length === 0 ? 'nothing changed' : 'only excluded files changed';
  if (tooLarge) return 'every change is larger than one call takes (review.tokens)';
  const spoken = names.filter(inLanguages(rules));
  if (spoken.length === 0) return `none of its languages (${listed(rules.languages)}) changed`;
  if (!names.some(inPaths(rules))) return 'none of its paths changed';
  if (!spoken.some(inPaths(rules))) return `none of its languages (${listed(rules.languages)}) changed in its paths`;
  if (names.some((name) => whyNotOurs(name) !== undefined))
    return 'nothing to review changed: only lock files, vendored, generated, binary or empty files';
  return 'nothing to read changed: only binary files, empty files or file modes';
};
