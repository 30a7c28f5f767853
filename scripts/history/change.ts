/** What one version of a package changes over another, as a patch that gates can read. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asking, ChangedFile, Patch } from '../../src/model/patch.ts';
import { isTestFile } from '../../src/trust/test-files.ts';

export type Texts = ReadonlyMap<string, string>;

/** Manifests, lock files, pipelines and what was not written by hand: they are not what is looked at. */
const leftOut =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|component\.json|bower\.json|\.travis\.yml|appveyor\.yml|\.npmrc|\.npmignore|\.nvmrc)$|^\.github\/|^\.circleci\/|^\.gitlab|(?:^|\/)node_modules\/|^(?:dist|build|coverage|bundle)\/|\.min\.js$|\.map$/;

/** What compilers and bundlers put at the head of what they write. */
const machineMade =
  /Object\.defineProperty\(exports, ["']__esModule["']|^var __(?:defProp|create|importDefault|extends)\b|^;?\(function e\(t,\s?n,\s?r\)|^var require = function \(file, cwd\)/m;

const isMachineMade = (text: string): boolean =>
  machineMade.test(text.slice(0, 2_000)) || text.length > 400 * (text.split('\n').length + 5);

const longest = 2_000_000;

const isText = (bytes: Buffer): boolean => bytes.length <= longest && !bytes.subarray(0, 8_000).includes(0);

export const textsIn = (root: string, folder = ''): Map<string, string> => {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.test(path) || lstatSync(join(root, path)).isSymbolicLink()) continue;
    if (entry.isDirectory()) for (const [inner, text] of textsIn(root, path)) found.set(inner, text);
    else if (entry.isFile()) {
      const bytes = readFileSync(join(root, path));
      const text = isText(bytes) ? bytes.toString('utf8') : null;
      if (text !== null && !isMachineMade(text)) found.set(path, text);
    }
  }
  return found;
};

const linesOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) if (line.trim() !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** How much of the one is in the other, as git counts it. */
const likeness = (a: string, b: string): number => {
  const [left, right] = [linesOf(a), linesOf(b)];
  let common = 0;
  let all = 0;
  for (const [line, count] of left) {
    common += Math.min(count, right.get(line) ?? 0) * line.length;
    all += count * line.length;
  }
  let other = 0;
  for (const [line, count] of right) other += count * line.length;
  return common / Math.max(all, other, 1);
};

/** A file that is gone and one that is new and at least half the same are one. */
const renamesIn = (
  gone: readonly string[],
  fresh: readonly string[],
  before: Texts,
  after: Texts,
): Map<string, string> => {
  const renamed = new Map<string, string>();
  const left = new Set(gone);
  for (const path of fresh) {
    const best = [...left]
      .map((was) => ({ was, like: likeness(before.get(was) ?? '', after.get(path) ?? '') }))
      .toSorted((a, b) => b.like - a.like)[0];
    if (best === undefined || best.like < 0.5) continue;
    renamed.set(path, best.was);
    left.delete(best.was);
  }
  return renamed;
};

const filesOf = (before: Texts, after: Texts): ChangedFile[] => {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const fresh = [...after.keys()].filter((path) => !before.has(path));
  const renamed = renamesIn(gone, fresh, before, after);
  const moved = new Set(renamed.values());
  const paths = [...gone.filter((path) => !moved.has(path)), ...after.keys()];
  return paths.flatMap((path): ChangedFile[] => {
    const was = renamed.get(path);
    const old = before.get(was ?? path) ?? null;
    const now = after.get(path) ?? null;
    if (old === now) return was === undefined ? [] : [{ path, was, before: old, after: now }];
    return [{ path, before: old, after: now, ...(was !== undefined && { was }) }];
  });
};

const sizeOf = ({ before, after }: ChangedFile): number => {
  const [old, now] = [linesOf(before ?? ''), linesOf(after ?? '')];
  let size = 0;
  for (const [line, count] of now) size += Math.max(0, count - (old.get(line) ?? 0));
  for (const [line, count] of old) size += Math.max(0, count - (now.get(line) ?? 0));
  return size;
};

/** The one that the fewest lines were changed of. */
export const closest = (candidates: readonly Texts[], after: Texts): Texts | undefined => {
  const sized = candidates.map((before) => {
    const size = filesOf(before, after).reduce((sum, file) => sum + sizeOf(file), 0);
    return { before, size };
  });
  return sized.toSorted((a, b) => a.size - b.size)[0]?.before;
};

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

const isCode = ({ path }: ChangedFile): boolean => isScript(path) && !isTestFile(path);

const isOfTests = ({ path }: ChangedFile): boolean => isScript(path) && isTestFile(path);

/** Where the longest run of lines begins that are not there any more, or else the line after which others were put in. */
const placeIn = ({ before, after }: ChangedFile): number => {
  const lines = (before ?? '').split('\n');
  const now = linesOf(after ?? '');
  const gone = lines.map((line) => line.trim() !== '' && !now.has(line));
  let best = { at: -1, length: 0 };
  let length = 0;
  for (const [at, isGone] of gone.entries()) {
    length = isGone ? length + 1 : 0;
    if (length > best.length) best = { at: at - length + 1, length };
  }
  if (best.length > 0) return best.at + 1;
  const first = (after ?? '').split('\n').findIndex((line, at) => line !== lines[at]);
  return Math.min(Math.max(first, 1), lines.length);
};

/**
 * At the place with the most changes in a file that was there, as a reviewer has it, and asking for nothing in
 * particular: in code, or in tests where only tests are changed.
 */
const neutral = (name: string, version: string, files: readonly ChangedFile[]): Asking => {
  const bySize = files.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const reviewed = bySize.filter(({ before, after }) => before !== null && after !== null);
  const about = reviewed.find(isCode) ?? reviewed.find(isOfTests) ?? reviewed[0];
  return {
    title: `${name} ${version}`,
    category: 'bug',
    description: `What ${name} ${version} is about.`,
    ...(about && { file: about.was ?? about.path, line: placeIn(about) }),
  };
};

const mostTests = 60;
const mostOfTests = 1_000_000;

/** Tests that stay as they are, as far as there is room, as for fixes. */
const testsBeside = (after: Texts, files: readonly ChangedFile[]): { path: string; text: string }[] => {
  const changed = new Set(files.map(({ path }) => path));
  let room = mostOfTests;
  return [...after]
    .filter(([path]) => isTestFile(path) && !changed.has(path))
    .slice(0, mostTests)
    .flatMap(([path, text]) => {
      if (text.length > room) return [];
      room -= text.length;
      return [{ path, text }];
    });
};

const isProgram = ({ path }: ChangedFile): boolean => isScript(path) || isTestFile(path);

/** Null where nothing is left that a gate could look at: a fix changes code or tests. */
export const changeBetween = (name: string, version: string, before: Texts, after: Texts): Patch | null => {
  const files = filesOf(before, after);
  if (!files.some(isProgram)) return null;
  return { files, findings: [neutral(name, version, files)], tests: testsBeside(after, files) };
};

export const hasTests = (texts: Texts): boolean => [...texts.keys()].some(isTestFile);
