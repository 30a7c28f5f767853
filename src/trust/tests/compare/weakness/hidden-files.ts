/** Test files that got a name by which nobody finds them: the part that they share with other tests is another one. */
import type { Remark } from '../../../../model/remark.ts';
import type { ReadFile, ReadPatch } from '../../../read-patch.ts';
import { isTestFile } from '../../../test-files.ts';
import { type Judge, remark } from '../judge.ts';

const marks = /^(?:t|tests?|specs?|checks?|e2e)$/i;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const partsOf = (path: string): string[] => path.slice(path.lastIndexOf('/') + 1).split(/[._-]/);

type Renamed = { was: string; path: string };

/** Also what was taken away, and put there again with the same text. */
const renamedIn = (files: readonly ReadFile[]): Renamed[] =>
  files.flatMap(({ path, was, before, after }): Renamed[] => {
    if (was !== undefined && was !== path) return [{ was, path }];
    if (before === null || after !== null || before.text.trim() === '') return [];
    const there = files.find((file) => file.before === null && file.after?.text === before.text);
    return there === undefined ? [] : [{ was: path, path: there.path }];
  });

/** The one part that is another one, first or last but for the ending. */
const exchanged = ({ was, path }: Renamed): { at: number; old: string; now: string } | null => {
  const [old, now] = [partsOf(was), partsOf(path)];
  const others = old.flatMap((part, at) => (part === now[at] ? [] : [at]));
  const [at = -1] = others;
  if (others.length !== 1 || old.length !== now.length || (at !== 0 && at !== old.length - 2)) return null;
  return { at, old: old[at] ?? '', now: now[at] ?? '' };
};

const isHidden = (renamed: Renamed, siblings: readonly string[]): boolean => {
  const part = exchanged(renamed);
  if (part === null || folderOf(renamed.was) !== folderOf(renamed.path) || marks.test(part.now)) return false;
  const others = siblings
    .filter((path) => path !== renamed.path && folderOf(path) === folderOf(renamed.was))
    .map((path) => partsOf(path)[part.at]);
  return !others.includes(part.now) && (marks.test(part.old) || others.includes(part.old));
};

export const hiddenFiles = ({ files, tests }: ReadPatch, judge: Judge): Remark[] => {
  const siblings = [...tests, ...files].map(({ path }) => path);
  return renamedIn(files)
    .filter(({ was }) => isTestFile(was) && !judge.isAsked('removed', [was]))
    .filter((renamed) => isHidden(renamed, siblings))
    .map(({ was, path }) =>
      remark(path, 1, {
        rule: 'test-not-run',
        message: `the test file “${was}” lost the part of its name by which its runner finds it`,
        accepted: 'a name like those of the other tests',
      }),
    );
};
