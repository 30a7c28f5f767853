/**
 * Which line of one version is which of the next, by git's own comparison, which knows nothing of our anchors.
 *
 * kept: git's diff (white space ignored, renames found) shows the line as unchanged, by each of its algorithms in the
 * same way.
 * moved: a deleted run of three telling lines that is deleted once and added once, in all files together.
 * gone: neither, nowhere was a line added that is like it (Dice coefficient of letter pairs at least 0.5), and in its
 * place, between
 * the nearest lines before and behind it that are still there, none that is a little like it (at least 0.3).
 * Everything else is unclear.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Where = { file: string; line: number };
export type LineTruth = (at: Where) => Where | 'gone' | 'edited' | 'unclear';

type Files = ReadonlyMap<string, readonly string[]>;
type Hunk = { oldStart: number; oldCount: number; newStart: number; newCount: number };
type FileChange = { from: string | null; to: string | null; hunks: Hunk[] };

const git = (args: readonly string[], env: Readonly<Record<string, string>>): string => {
  const { status, stdout, stderr } = spawnSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
};

const algorithms = ['histogram', 'patience', 'minimal'] as const;

const diffsOf = (before: string, now: string): string[] => {
  const room = mkdtempSync(join(tmpdir(), 'fixpoint-identity-'));
  const own = {
    GIT_DIR: join(room, 'git'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    LC_ALL: 'C',
  };
  const treeOf = (folder: string, name: string): string => {
    const env = { ...own, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(room, name) };
    git(['-C', folder, 'add', '-A', '-f', '.'], env);
    return git(['write-tree'], env).trim();
  };
  try {
    git(['init', '-q'], own);
    const trees = [treeOf(before, 'a'), treeOf(now, 'b')];
    const options = ['-w', '-M40%', '-l0', '-U0', '--no-color', '--no-prefix'];
    return algorithms.map((algorithm) => git(['diff', `--diff-algorithm=${algorithm}`, ...options, ...trees], own));
  } finally {
    rmSync(room, { recursive: true });
  }
};

const parseDiff = (diff: string): FileChange[] => {
  const changes: FileChange[] = [];
  for (const line of diff.split('\n')) {
    const last = changes.at(-1);
    const header = /^diff --git (\S+) (\S+)$/.exec(line);
    if (header) changes.push({ from: header[1] ?? null, to: header[2] ?? null, hunks: [] });
    else if (!last) continue;
    else if (line === '--- /dev/null' || line.startsWith('new file')) last.from = null;
    else if (line === '+++ /dev/null' || line.startsWith('deleted file')) last.to = null;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk && last) {
      const [, oldStart, oldCount = '1', newStart, newCount = '1'] = hunk;
      last.hunks.push({
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
      });
    }
  }
  return changes;
};

const flat = (line: string): string => line.replaceAll(/\s+/g, '');
const telling = (line: string): boolean => /\w/.test(line);
const key = ({ file, line }: Where): string => `${file}:${line}`;

/** Lines of a side that a change deleted or added, run by run. */
const runsOf = (changes: readonly FileChange[], files: Files, side: 'old' | 'new'): Where[][] =>
  changes.flatMap(({ from, to, hunks }) => {
    const file = side === 'old' ? from : to;
    const lines = file === null ? undefined : files.get(file);
    if (file === null || lines === undefined) return [];
    return hunks.map((hunk) => {
      const start = side === 'old' ? hunk.oldStart : hunk.newStart;
      const count = side === 'old' ? hunk.oldCount : hunk.newCount;
      return Array.from({ length: count }, (_, n) => ({ file, line: start + n })).filter(({ line }) =>
        telling(lines[line - 1] ?? ''),
      );
    });
  });

const runLength = 3;
const lettersOfRun = 30;

const textAt = (files: Files, { file, line }: Where): string => flat(files.get(file)?.[line - 1] ?? '');

/** Runs of three lines by their text; null where one occurs more than once. */
const runIndex = (runs: readonly Where[][], files: Files): Map<string, Where[] | null> => {
  const index = new Map<string, Where[] | null>();
  for (const run of runs) {
    for (let at = 0; at + runLength <= run.length; at += 1) {
      const part = run.slice(at, at + runLength);
      const text = part.map((where) => textAt(files, where)).join('\n');
      if (text.length >= lettersOfRun) index.set(text, index.has(text) ? null : part);
    }
  }
  return index;
};

const movedLines = (
  deleted: Map<string, Where[] | null>,
  added: Map<string, Where[] | null>,
): Map<string, Where | null> => {
  const moved = new Map<string, Where | null>();
  for (const [text, from] of deleted) {
    const to = added.get(text);
    if (!from || !to) continue;
    for (const [n, where] of from.entries()) {
      const target = to[n];
      const known = moved.get(key(where));
      if (target) moved.set(key(where), known === undefined || (known && key(known) === key(target)) ? target : null);
    }
  }
  return moved;
};

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** Dice coefficient of the sets of letter pairs. */
export const dice = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return a.size + b.size === 0 ? 1 : (2 * common) / (a.size + b.size);
};

/** A hunk without old lines names the line before it, one without new lines likewise. */
const edge = ({ oldCount, newCount }: Hunk): number => (newCount === 0 ? 1 : 0) - (oldCount === 0 ? 1 : 0);

/** Where a diff says that a line is now; null where it says that it was deleted. */
const keptBy = (changes: readonly FileChange[]): ((at: Where) => Where | null) => {
  const byOld = new Map(changes.flatMap((change) => (change.from === null ? [] : [[change.from, change]])));
  return (at) => {
    const change = byOld.get(at.file);
    if (!change) return at;
    const hunk = change.hunks.findLast(({ oldStart, oldCount }) => oldStart + (oldCount === 0 ? 1 : 0) <= at.line);
    if (change.to === null || (hunk && at.line < hunk.oldStart + hunk.oldCount + (hunk.oldCount === 0 ? 1 : 0)))
      return null;
    const shift = hunk ? hunk.newStart + hunk.newCount - hunk.oldStart - hunk.oldCount + edge(hunk) : 0;
    return { file: change.to, line: at.line + shift };
  };
};

const likeAnywhere = 0.5;
const likeInPlace = 0.3;
const mostInPlace = 200;

/** Lines with all lines that are like them, made once for each text. */
const likenessAmong = (lines: readonly string[]): ((text: string) => boolean) => {
  const all = [...new Set(lines)].map((text) => pairsOf(text));
  const memo = new Map<string, boolean>();
  return (text) => {
    const pairs = pairsOf(text);
    const known = memo.get(text) ?? all.some((each) => dice(pairs, each) >= likeAnywhere);
    memo.set(text, known);
    return known;
  };
};

type Side = { folder: string; files: Files };

export const compareLines = (before: Side, now: Side): LineTruth => {
  const diffs = diffsOf(before.folder, now.folder).map(parseDiff);
  const [changes = []] = diffs;
  const kept = diffs.map(keptBy);
  const addedRuns = runsOf(changes, now.files, 'new');
  const moved = movedLines(
    runIndex(runsOf(changes, before.files, 'old'), before.files),
    runIndex(addedRuns, now.files),
  );
  const hasLike = likenessAmong(addedRuns.flat().map((where) => textAt(now.files, where)));
  const found = (at: Where): Where | 'unclear' | null => {
    const [first, ...others] = kept.map((each) => each(at));
    if (others.some((each) => (each && key(each)) !== (first && key(first)))) return 'unclear';
    const target = moved.get(key(at));
    return first ?? (target === null ? 'unclear' : (target ?? null));
  };
  const isFound = (at: Where): Where | undefined => {
    const where = found(at);
    return where === null || where === 'unclear' ? undefined : where;
  };
  /** The nearest line in a direction that is still there. */
  const neighbour = (at: Where, step: 1 | -1): Where | undefined => {
    const last = before.files.get(at.file)?.length ?? 0;
    for (let line = at.line + step; line >= 1 && line <= last; line += step) {
      const where = telling(before.files.get(at.file)?.[line - 1] ?? '') ? isFound({ file: at.file, line }) : undefined;
      if (where) return where;
    }
    return undefined;
  };
  const hasLikeInPlace = (at: Where): boolean => {
    const [above, below] = [neighbour(at, -1), neighbour(at, 1)];
    const file = above?.file ?? below?.file ?? '';
    const to = below?.file === file ? below.line - 1 : Infinity;
    const place =
      now.files
        .get(file)
        ?.slice(above?.line ?? 0, to)
        .slice(0, mostInPlace) ?? [];
    const pairs = pairsOf(textAt(before.files, at));
    return place.some((line) => telling(line) && dice(pairs, pairsOf(flat(line))) >= likeInPlace);
  };
  return (at) => {
    const where = found(at);
    if (where !== null) return where;
    return hasLike(textAt(before.files, at)) || hasLikeInPlace(at) ? 'edited' : 'gone';
  };
};
