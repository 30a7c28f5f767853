/**
 * Existing tests that a patch changes, in languages that are read as text. That they call the code less often than
 * before is a check that is gone. What else it means that a line is another one cannot be told for certain by reading:
 * it is noted, and where the tests then pass without the fix as well, they show nothing.
 */
import type { Remark } from '../../../model/remark.ts';
import type { FileState, ReadFile } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { type Judge, remark } from '../compare/judge.ts';
import { withoutComments } from '../text/comments.ts';
import { missing } from '../text/tokens.ts';
import { isPlainLanguage } from './read-text.ts';

const isRead = (state: FileState | null): boolean =>
  state !== null && isTestFile(state.path) && isPlainLanguage(state.path);

const linesOf = (state: FileState | null): string[] =>
  state === null || !isRead(state)
    ? []
    : withoutComments(state.text.slice(0, 300_000), state.path)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /[\p{L}\p{N}]/u.test(line));

type Changed = { file: ReadFile; was: string[]; is: string[] };

const changedIn = (file: ReadFile): Changed => ({ file, was: linesOf(file.before), is: linesOf(file.after) });

const remarkOn = ({ file: { path, was, before } }: Changed, line: string, rule: Parameters<typeof remark>[2]): Remark =>
  remark(was ?? path, (before?.lines.findIndex((each) => each.includes(line)) ?? -1) + 1 || 1, rule, true);

const noteOn = (changed: Changed): Remark[] => {
  const [gone] = missing(changed.was, changed.is);
  if (gone === undefined) return [];
  const noted = remarkOn(changed, gone, {
    rule: 'test-changed',
    message: `a line of an existing test is not what it was: “${gone.slice(0, 80)}”`,
    accepted: 'the test as it was; or one that fails without the fix',
  });
  return [{ ...noted, noteOnly: true }];
};

/** Assertions that are left out when it is compiled, or that stand behind the end on one line. */
const switchedOff = /^#\s*define\s+NDEBUG\b|^(?:return(?: 0)?|exit(?: 0|\(0\))?)\s*;\s*[\p{L}_]/u;

const offIn = ({ file, was, is }: Changed): Remark[] => {
  const line = missing(is, was).find((each) => switchedOff.test(each));
  if (line === undefined) return [];
  const at = (file.after?.lines.findIndex((each) => each.includes(line)) ?? -1) + 1 || 1;
  const message = `the tests leave out what they check: “${line.slice(0, 80)}”`;
  return [remark(file.path, at, { rule: 'assertion-unreachable', message, accepted: 'checks that are made' })];
};

/** Calls with brackets, and as the first word of a command of a shell. */
const call = /(?:^|[;&|`(]|\bthen|\bdo)\s*([\p{L}_]\w*)(?=\s|$)|([\p{L}_]\w*)\s*\(/gu;

const callsIn = (lines: readonly string[], { isUnit }: Judge): string[] =>
  lines.flatMap((line) => [...line.matchAll(call)].map(([, word, name]) => name ?? word ?? '')).filter(isUnit);

/** A function of the code that is still there as it was, and that the tests call less often. */
const forgotten = (all: readonly Changed[], judge: Judge): string | undefined => {
  const calls = (lines: (changed: Changed) => string[]): string[] => callsIn(all.flatMap(lines), judge);
  const less = missing(
    calls(({ was }) => was),
    calls(({ is }) => is),
  );
  return less.find((name) => !judge.isGone(name) && !judge.isRemoved(name) && !judge.callsChanged(name));
};

const lessCalled = (all: readonly Changed[], judge: Judge): Remark[] => {
  const name = forgotten(all, judge);
  const where = name === undefined ? undefined : all.find(({ was }) => callsIn(was, judge).includes(name));
  if (name === undefined || where === undefined) return [];
  const line = missing(where.was, where.is).find((each) => each.includes(name)) ?? name;
  return [
    remarkOn(where, line, {
      rule: 'assertion-removed',
      message: `the tests call “${name}” less often than before`,
      accepted: 'the check as it was; code that makes it pass',
    }),
  ];
};

export const changedLines = (files: readonly ReadFile[], judge: Judge): Remark[] => {
  if (judge.isAboutTests) return [];
  const all = files.filter(({ before, after }) => isRead(before) || isRead(after)).map(changedIn);
  return [...all.flatMap(noteOn), ...all.flatMap(offIn), ...lessCalled(all, judge)];
};
