/** A changed file of the product as gates read it: the parts of its trees that the patch touches, by function. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import { lazy } from '../../plain/lazy.ts';
import { imagesOf } from '../../plain/lines/line-images.ts';
import { isAbout } from '../asked.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import { isTestFile } from '../test-files.ts';
import { type Place, placesIn } from './places.ts';

/** One state of a changed file. */
export type Side = {
  state: FileState;
  /** Lines that only this state has, from 1. */
  changed: ReadonlySet<number>;
  /** Nodes that lie on changed lines or right beside them, outermost first; none where there is no grammar. */
  places: () => readonly Place[];
};

export type SourceChange = {
  path: string;
  file: ReadFile;
  before: Side | null;
  after: Side | null;
};

type Lines = { removed: Set<number>; added: Set<number> };

/** Beyond this many lines all of a file counts as changed. */
const mostLines = 60_000;

const numbersOf = (lines: readonly string[] | undefined): Set<number> =>
  new Set((lines ?? []).map((_, index) => index + 1));

const changedLinesOf = (before: FileState | null, after: FileState | null): Lines => {
  const [old, now] = [before?.lines, after?.lines];
  const removed = numbersOf(old);
  const added = numbersOf(now);
  if (old === undefined || now === undefined || old.length + now.length > mostLines) return { removed, added };
  let last = -1;
  for (const [index, image] of imagesOf(old, now).entries()) {
    if (image <= last || old[index] !== now[image]) continue;
    last = image;
    removed.delete(index + 1);
    added.delete(image + 1);
  }
  return { removed, added };
};

/** How many of the lines up to each one are changed or lie beside what changed. */
const touchedUpTo = (count: number, changed: ReadonlySet<number>, beside: ReadonlySet<number>): Int32Array => {
  const sums = new Int32Array(count + 3);
  for (let line = 1; line <= count + 1; line += 1)
    sums[line] = (sums[line - 1] ?? 0) + (changed.has(line) || beside.has(line) ? 1 : 0);
  return sums;
};

/** Lines on both sides of each place where only the other state has lines. */
const besideGaps = (before: FileState, after: FileState, lines: Lines): { old: Set<number>; now: Set<number> } => {
  const beside = { old: new Set<number>(), now: new Set<number>() };
  let [old, now] = [1, 1];
  while (old <= before.lines.length || now <= after.lines.length) {
    const [oldFrom, nowFrom] = [old, now];
    while (lines.removed.has(old)) old += 1;
    while (lines.added.has(now)) now += 1;
    if (old > oldFrom || now > nowFrom) {
      for (const line of [oldFrom - 1, old]) beside.old.add(line);
      for (const line of [nowFrom - 1, now]) beside.now.add(line);
    }
    old += 1;
    now += 1;
  }
  return beside;
};

const sideOf = (state: FileState, changed: ReadonlySet<number>, beside: ReadonlySet<number>): Side => {
  const sums = lazy(() => touchedUpTo(state.lines.length, changed, beside));
  const isTouched = (node: SyntaxNode): boolean =>
    (sums()[Math.min(node.endLine, state.lines.length)] ?? 0) > (sums()[node.line - 1] ?? 0);
  return {
    state,
    changed,
    places: lazy(() => {
      const tree = state.tree();
      return tree === null ? [] : placesIn(tree.root, isTouched);
    }),
  };
};

const changeOf = (file: ReadFile): SourceChange => {
  const { before, after } = file;
  const lines = changedLinesOf(before, after);
  const beside =
    before !== null && after !== null
      ? besideGaps(before, after, lines)
      : { old: new Set<number>(), now: new Set<number>() };
  return {
    path: file.path,
    file,
    before: before === null ? null : sideOf(before, lines.removed, beside.old),
    after: after === null ? null : sideOf(after, lines.added, beside.now),
  };
};

/** Files that are no code of the product: texts, data, settings, what was built or comes from others. */
const notSource = pattern(
  'i',
  /\./,
  anyOf(
    /md|mdx|markdown|rst|txt|adoc|json|jsonc|json5|lock|ya?ml|toml|ini|cfg|conf|csv|tsv|svg|html?|css|scss/,
    /less|snap|xml|properties|map|patch|diff|log/,
  ),
  /$/,
);
const foreign = pattern(
  'i',
  anyOf(
    /(?:^|\/)(?:node_modules_?|bower_components|vendor|vendored|third_party|dist|build|\.[\w-]+)\//,
    /^(?:examples?|docs?|benchmarks?|bench|website)\//,
    /(?:^|\/)fixtures?\//,
  ),
);
const settings =
  /(?:^|\/)(?:[\w.-]+\.config\.[cm]?[jt]s|conftest\.py|noxfile\.py|Makefile|Dockerfile|\.[\w.-]+)$|\.test-d\.ts$/;

const isSource = (path: string): boolean => !notSource.test(path) && !settings.test(path) && !foreign.test(path);

/** What a program wrote for programs: lines as nobody writes them, before and after. */
const isMinified = ({ before, after }: ReadFile): boolean =>
  [before, after].every((state) => state === null || state.lines.some((line) => line.length > 2_000));

const isRead = (file: ReadFile): boolean =>
  file.isOpaque !== true &&
  file.isLink !== true &&
  (file.before?.text !== file.after?.text || file.before?.path !== file.after?.path);

/** Code of the product: what a finding points at is that in any case. */
const sourceChanges = ({ files, findings }: ReadPatch): SourceChange[] =>
  files
    .filter(isRead)
    .filter(({ path, was = path }) => !isTestFile(path) && !isTestFile(was) && !notSource.test(path))
    .filter((file) => (isSource(file.path) && !isMinified(file)) || isAbout(findings, file.path))
    .map(changeOf);

const testChanges = ({ files }: ReadPatch): SourceChange[] =>
  files
    .filter(isRead)
    .filter(({ path }) => (isTestFile(path) || /(?:^|\/)conftest\.py$/.test(path)) && !notSource.test(path))
    .map(changeOf);

/** A patch as the gates over code read it. */
export type SourcePatch = Pick<ReadPatch, 'findings'> & {
  changes: readonly SourceChange[];
  tests: readonly SourceChange[];
  /** All of it. */
  patch: ReadPatch;
};

export const readSource = (patch: ReadPatch): SourcePatch => ({
  patch,
  findings: patch.findings,
  changes: sourceChanges(patch),
  tests: testChanges(patch),
});
