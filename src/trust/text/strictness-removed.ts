/** Words in the code itself that made a checker stricter, and that are gone. */
import type { Remark } from '../../model/remark.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import { asksToAdd } from '../request.ts';
import { whereIn } from './where.ts';

const strict: readonly RegExp[] = [
  /#!?\[\s*(?:cfg_attr\([^\]]{0,100}?,\s*)?(?:deny|forbid)\s*\([^)]{0,200}\)/g,
  /\/\/\s*@ts-check\b/g,
  /\/\/\s*@flow strict\b/g,
  /#\s*(?:mypy|pyright):\s*strict\b/g,
  /#\s*typed:\s*(?:strict|strong|true)\b/g,
  /#\s*nullable\s+enable\b/g,
  /\bdeclare\s*\(\s*strict_types\s*=\s*1\s*\)/g,
  /#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+error\s+"[^"]{1,80}"/g,
];

const mayBeStrict = /deny|forbid|@ts-check|@flow|strict|typed:|nullable|diagnostic/;

type Found = { words: string; line: number };

const foundIn = ({ before }: ReadFile): Found[] => {
  if (before === null || !mayBeStrict.test(before.text)) return [];
  const where = whereIn(before);
  return strict.flatMap((pattern) =>
    [...before.text.matchAll(pattern)]
      .filter(({ index }) => where(index) !== 'string')
      .map(({ 0: words, index }) => ({ words, line: before.text.slice(0, index).split('\n').length })),
  );
};

/** The rules that it names, or else the word itself; a level may as well stand in a file of settings. */
const namesIn = (words: string): string[] => {
  const listed = /\(([^)]*)\)\s*$/.exec(words)?.[1]?.split(/[\s,]+/) ?? [];
  const names = listed.map((name) => name.replace(/^\w+::/, '')).filter((name) => /^\w{3,}$/.test(name));
  return names.length > 0 ? names : [words.replaceAll(/[^\w@-]+/g, ' ').trim()];
};

const textNow = ({ files }: ReadPatch): string =>
  files
    .flatMap(({ after }) => after?.lines ?? [])
    .filter((line) => /deny|forbid|strict|@ts-check|@flow|typed|nullable|error/.test(line))
    .map((line) => line.replaceAll(/[^\w@-]+/g, ' '))
    .join('\n');

const remarkOn = ({ words, file, line }: { words: string; file: string; line: number }): Remark => ({
  gate: 'suppressions',
  rule: 'strictness-removed',
  file,
  line,
  before: true,
  message: `what made a check strict is gone: ${words.slice(0, 120)}`,
  accepted: 'code that passes the strict check',
});

export const strictnessRemoved = (patch: ReadPatch): Remark[] => {
  const found = patch.files.flatMap((file) =>
    file.after === null ? [] : foundIn(file).map((each) => ({ ...each, file: file.path })),
  );
  if (found.length === 0) return [];
  const now = textNow(patch);
  const gone = found.filter(({ words }) => !namesIn(words).every((name) => now.includes(name)));
  return asksToAdd(patch.findings, /\b(?:deny|forbid|ts-check|strict)\b/i) ? [] : gone.map(remarkOn);
};
