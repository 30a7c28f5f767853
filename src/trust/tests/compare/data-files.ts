/** Files that tests read: snapshots, golden files, fixtures. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Remark } from '../../../model/remark.ts';
import type { ReadFile } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { literalsOf, missing } from '../text/tokens.ts';
import { isSource } from './code/behaviour.ts';
import { type Judge, remark } from './judge.ts';
import { saysRecorded } from './recorded.ts';

const dataName = pattern(
  'i',
  anyOf(
    /\.(?:snap|golden|approved\.\w+|expected|snapshot|received\.\w+|ambr|tap|baseline)$/,
    /\/[^/]*\.out$/,
    /\.(?:golden|expected|approved|snap|snapshot|baseline)\.\w+$/,
    pattern(
      '',
      /(?:^|\/)/,
      anyOf(
        /golden|goldens|snapshots?|__snapshots__|fixtures?|__fixtures__|testdata|test-data|test_data/,
        /cassettes|expected|baselines?|__image_snapshots__/,
      ),
      /\//,
    ),
  ),
);
const document = /\.(?:md|rst|adoc)$/i;

const isData = ({ path, before, after }: ReadFile): boolean =>
  (dataName.test(path) ||
    (isTestFile(path) &&
      (after ?? before)?.language === null &&
      /\.(?:json|ya?ml|txt|csv|xml|html|toml|sql|ndjson|jsonl|svg)$/i.test(path))) &&
  !document.test(path);

const wordsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => [...literalsOf(line), ...(line.match(/[\p{L}\p{N}_.@&;:-]+/gu) ?? [])]);

const deleted = ({ path, before }: ReadFile, others: readonly ReadFile[]): boolean =>
  !others.some(
    ({ after, before: old }) =>
      old === null && after !== null && before !== null && after.text.trim() === before.text.trim(),
  ) && !/(?:^|\/)README/i.test(path);

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

const dataRemark = ({ path, was }: ReadFile, message: string, rule: string, line: number, isBefore: boolean): Remark =>
  remark(
    was !== undefined && isBefore ? was : path,
    line,
    {
      rule,
      message,
      accepted: 'what tests compare with or are given, as it was, or a finding that says that it is wrong',
    },
    isBefore,
  );

const firstChange = (before: readonly string[], after: readonly string[]): number => {
  const place = after.findIndex((line, at) => line !== before[at]);
  return place === -1 ? Math.max(1, after.length) : place + 1;
};

const isSnapshot = (path: string): boolean => /snap|golden|approved|expected|baseline|\.out$/i.test(path);

/** Nothing but new lines: snapshots are written anew, so that only theirs say nothing by that. */
const isOnlyLonger = ({ path }: ReadFile, before: readonly string[], after: readonly string[]): boolean => {
  if (missing(before, after).length > 0 || (isSnapshot(path) && !/\.snap$|\.ambr$/.test(path))) return false;
  const fresh = missing(after, before);
  if (/\.(?:snap|ambr)$/.test(path) && fresh.length > 0)
    return fresh.some((line) => /^(?:exports\[|# name:)/.test(line));
  return fresh.length > 0 || before.join('\n') === after.join('\n');
};

/** Which rule it is, by what the file is for. */
const kindOf = ({ path }: ReadFile): { rule: string; what: string } =>
  isSnapshot(path)
    ? { rule: 'snapshot-rewritten', what: 'compare with' }
    : { rule: 'test-data-changed', what: 'are given' };

/** What tests are given is another input now, in words that no changed line of the code speaks. */
const isMended = (
  { path }: ReadFile,
  old: readonly string[],
  now: readonly string[],
  judge: Judge,
  code: string,
): boolean =>
  isOther(judge) &&
  !isSnapshot(path) &&
  old.length + now.length > 0 &&
  ![...old, ...now].some((word) => code.includes(word.replaceAll('"', '')) || judge.says.wants(word));

/** Lines of the code that are not as they were. */
const codeOf = (files: readonly ReadFile[]): string =>
  files
    .filter(isSource)
    .flatMap(({ before, after }) => {
      const [was, is] = [before?.lines ?? [], after?.lines ?? []];
      return [...missing(was, is), ...missing(is, was)];
    })
    .join('\n');

const changed = (file: ReadFile, judge: Judge, code: string): Remark[] => {
  const before = linesOf(file.before?.text ?? '');
  const after = linesOf(file.after?.text ?? '');
  if (isOnlyLonger(file, before, after)) return [];
  if (isWitness(file, judge) || isCut(file, before, after, judge)) return [given(file, before, after)];
  const [removed, added] = [wordsOf(missing(before, after)), wordsOf(missing(after, before))];
  if (isMended(file, missing(removed, added), missing(added, removed), judge, code))
    return [given(file, before, after)];
  if (judge.mayRewrite(missing(removed, added), missing(added, removed), [file.path, file.was ?? file.path])) return [];
  return [given(file, before, after)];
};

const given = (file: ReadFile, before: readonly string[], after: readonly string[]): Remark => {
  const { rule, what } = kindOf(file);
  const message = `what tests ${what} is changed, though the code is not, or not so`;
  return dataRemark(file, message, rule, firstChange(before, after), false);
};

const isOther = ({ isAboutTests, findings }: Judge): boolean => !isAboutTests && !saysRecorded(findings);

/** A finding about code names this file as one that shows the fault. */
const isWitness = ({ path }: ReadFile, judge: Judge): boolean =>
  isOther(judge) &&
  judge.findings.some(({ title, description }) =>
    `${title}\n${description}`.includes(path.slice(path.lastIndexOf('/') + 1)),
  );

/** Lines are taken away from what tests are given, and none is new. */
const isCut = ({ path }: ReadFile, before: readonly string[], after: readonly string[], judge: Judge): boolean =>
  isOther(judge) && !isSnapshot(path) && missing(before, after).length > 0 && missing(after, before).length === 0;

/** A file of this name went as well: whatever the data was for. */
const isOrphan = (own: ReadFile, stem: string, files: readonly ReadFile[]): boolean =>
  files.some(
    ({ path, after, before }) => after === null && before !== null && path !== own.path && path.includes(stem),
  );

/** The test of this name is still there, and compares with no snapshot any more. */
const isUnused = (own: ReadFile, stem: string, files: readonly ReadFile[]): boolean => {
  const user = files.find(
    ({ path, after }) =>
      after !== null &&
      path !== own.path &&
      isTestFile(path) &&
      path.split('/').at(-1)?.startsWith(`${stem}.`) === true,
  );
  return stem !== '' && user !== undefined && !/snapshot/i.test(user.after?.text ?? '');
};

const mayGo = (file: ReadFile, files: readonly ReadFile[], judge: Judge): boolean => {
  const stem = file.path.split('/').at(-1)?.split('.')[0] ?? '';
  return (
    !deleted(file, files) ||
    isOrphan(file, stem, files) ||
    isUnused(file, stem, files) ||
    judge.isAsked('removed', [file.path]) ||
    judge.isGone(file.before?.text ?? '')
  );
};

export const inspectData = (files: readonly ReadFile[], judge: Judge): Remark[] => {
  const data = files.filter(isData);
  const code = data.length === 0 ? '' : codeOf(files);
  return data.flatMap((file) => {
    if (file.before === null) return [];
    if (file.after !== null) return changed(file, judge, code);
    if (mayGo(file, files, judge)) return [];
    return [dataRemark(file, 'what tests compare with or are given is deleted', 'test-data-deleted', 1, true)];
  });
};
