/**
 * Tests that a patch changes while its code does what it did before, and the finding is about the code: whatever was
 * done to them, they were bent to the fault. Names that the code changes may change in the tests as well.
 */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Remark } from '../../../model/remark.ts';
import type { FileState, ReadFile } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { withoutComments } from '../text/comments.ts';
import { codePart, testPart } from '../text/inline-tests.ts';
import { identifiersOf, missing, tokensOf } from '../text/tokens.ts';
import { isSource } from './code/behaviour.ts';
import { type Judge, remark } from './judge.ts';

type Lines = { gone: string[]; fresh: string[] };

const linesOf = (text: string, path: string): string[] =>
  withoutComments(text.slice(0, 300_000), path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const difference = (was: readonly string[], is: readonly string[]): Lines => ({
  gone: missing(was, is),
  fresh: missing(is, was),
});

const partOf = (state: FileState | null, part: (text: string, path: string) => string): string[] =>
  state === null ? [] : linesOf(part(state.text, state.path), state.path);

const inCode = ({ before, after }: ReadFile): Lines => difference(partOf(before, codePart), partOf(after, codePart));

const whole = (text: string): string => text;

const isTouched = ({ gone, fresh }: Lines): boolean => gone.length + fresh.length > 0;

/** Tests beside code that is as it was are changed for their own sake. */
const inTests = (file: ReadFile): Lines => {
  const { path, before, after } = file;
  if (isTestFile(path)) return difference(partOf(before, whole), partOf(after, whole));
  return isTouched(inCode(file))
    ? difference(partOf(before, testPart), partOf(after, testPart))
    : { gone: [], fresh: [] };
};

const turns = /^(?:&&|\|\||!|true|false|[+-]=?|and|or|not)$/;

/** Members that are new: `element.textContent`. */
const membersOf = (lines: readonly string[]): string[] =>
  [...lines.join('\n').matchAll(/\.\s*([A-Za-z_]\w*)\b(?!\s*\()/g)].map(([, name]) => name ?? '');

const turnsIn = (lines: readonly string[]): string[] => tokensOf(lines.join('\n')).filter((token) => turns.test(token));

/** A sign, a truth value or a member is another one: small, and not only a matter of form. */
const isTurned = (files: readonly ReadFile[]): boolean =>
  files.some((file) => {
    const { gone, fresh } = inCode(file);
    const isNew = membersOf(fresh).some((name) => file.before?.text.includes(name) === false);
    return isNew || missing(turnsIn(gone), turnsIn(fresh)).length + missing(turnsIn(fresh), turnsIn(gone)).length > 0;
  });

const declaring = pattern(
  '',
  anyOf(
    /\b(?:def|fn|func|function|class|struct|enum|type|interface|trait|const|fun|void|static|pub)\b|\)\s*\{$/,
    /^[A-Z]\w*\([^()]*\),?$/,
  ),
);

/** Names in lines of the code that declare something, where such a line is changed. */
const renamed = (files: readonly ReadFile[]): Set<string> =>
  new Set(
    files
      .map(inCode)
      .flatMap(({ gone, fresh }) => [...gone, ...fresh].filter((line) => declaring.test(line)))
      .flatMap(identifiersOf)
      // What is of a class is often called like it.
      .flatMap((name) => [name, `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`]),
  );

const beside = /^(?:import|from|use|package|#include|require|using|\}?\s*(?:const|let|var)\b[^=]*=\s*require)\b/;
const unskipping = /\b(?:skip\w*|xit|xdescribe|xfail|Disabled|Ignore|ignore|todo|pending)\b/i;

/** Lines that are only written otherwise, or that follow a name of the code. */
const isFollowing = (line: string, names: ReadonlySet<string>): boolean =>
  beside.test(line) || unskipping.test(line) || (line.match(/[\p{L}_$][\w$]*/gu) ?? []).some((name) => names.has(name));

/** Lines by which a test ends before it has checked anything, or leaves out what fails. */
const escapes = pattern(
  '',
  /^/,
  anyOf(
    /return(?: 0| nil| None)?;?|exit\(0\);?/,
    /rescue\b.*|\} catch\b.*|except\b.*:/,
    /prop_assume!.*|assume[\w.]*\(.*|fc\.pre\(.*/,
  ),
  /$/,
);

const bag = (lines: readonly string[]): string =>
  tokensOf(lines.join(' '))
    .filter((token) => !/^[,;()]$/.test(token))
    .toSorted()
    .join(' ');

const bentLine = (file: ReadFile, names: ReadonlySet<string>): string | undefined => {
  const { gone, fresh } = inTests(file);
  return bag(gone) === bag(fresh)
    ? undefined
    : (gone.find((line) => !isFollowing(line, names)) ?? fresh.find((line) => escapes.test(line)));
};

const lineOf = (line: string, { before, after }: ReadFile): number =>
  Math.max(
    1,
    [before, after].map((state) => (state?.lines.findIndex((each) => each.trim() === line) ?? -1) + 1).find(Boolean) ??
      1,
  );

const isConcerned = ({ findings, code, mayRewrite }: Judge): boolean =>
  code === 'form' && findings.length > 0 && !mayRewrite([], [], []);

export const bentRemarks = (files: readonly ReadFile[], judge: Judge): Remark[] => {
  const sources = files.filter(isSource);
  if (!isConcerned(judge) || isTurned(sources)) return [];
  const names = renamed(sources);
  const found = files
    .filter(({ before, after }) => before !== null && after !== null)
    .flatMap((file) => {
      const line = bentLine(file, names);
      return line === undefined ? [] : [{ file, line }];
    });
  return found.slice(0, 1).map(({ file, line }) =>
    remark(
      file.was ?? file.path,
      lineOf(line, file),
      {
        rule: 'test-bent',
        message: `the code does what it did before, and a test is changed: “${line.slice(0, 80)}”`,
        accepted: 'the test as it was; code that does what the finding asks for',
      },
      true,
    ),
  );
};
