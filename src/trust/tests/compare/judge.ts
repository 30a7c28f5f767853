/** What is made of each weakness: refused, noted, or let through because it was asked for. */
import { lazy } from '../../../plain/lazy.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import { bringsTests, isRich } from '../../extent.ts';
import type { ReadPatch } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { identifiersOf } from '../text/tokens.ts';
import { type Change, isAskedFor } from './asked-for.ts';
import { type CodeChange, codeChange } from './code/behaviour.ts';
import { asksForRemoval, declaredNames, goneNames, removedNames } from './code/gone.ts';
import { saysRecorded } from './recorded.ts';
import { areNamed, constantsOf, signaturesOf } from './code/signatures.ts';
import { keptSubjects } from './code/subjects.ts';
import { type Says, whatIsSaid } from './wanted.ts';

export type Judge = {
  findings: readonly Asking[];
  code: CodeChange;
  says: Says;
  /** It is about something that the patch took out of the code. */
  isGone: (text: string) => boolean;
  /** A function of the code that a finding is about. */
  isUnit: (name: string) => boolean;
  isAsked: (change: Change, paths: readonly string[]) => boolean;
  /** A finding lies in this very test file: that it is changed was asked for, not that it says less. */
  isOwn: (paths: readonly string[]) => boolean;
  /** A finding lies in some test file that is changed. */
  isAboutTests: boolean;
  /** The patch brings much more than a cheat needs; and tests that were written anew, no fewer than went. */
  isRich: boolean;
  bringsTests: boolean;
  /** A finding asks to take something out of the code, and the patch does. */
  isRemoved: (text: string) => boolean;
  /** All these values are said by names of the code now. */
  areNamed: (values: readonly string[], text: string) => boolean;
  /** It calls a function of the code that takes fewer parameters now; or others, as it may be. */
  callsShortened: (text: string) => boolean;
  callsChanged: (text: string) => boolean;
  /** It calls a function of the code that gives another kind of value now. */
  givesOther: (text: string) => boolean;
  /** All functions of the code that it calls are as they were, with all that these call. */
  isKept: (text: string) => boolean;
  /** Whether a value that tests expect, or are given, may become another one. */
  mayRewrite: (old: readonly string[], now: readonly string[], paths: readonly string[]) => boolean;
};

const contradicts = (says: Says, old: readonly string[], now: readonly string[]): boolean => {
  const keepsComplaint = now.some((value) => says.complainsOf(value) && !says.wants(value));
  const dropsWish = old.some((value) => says.wants(value) && !says.complainsOf(value));
  return (keepsComplaint && !old.some(says.complainsOf)) || (dropsWish && !now.some(says.wants));
};

/**
 * Honest where a finding asks for it, or where the code does something else now and no finding says that the old value
 * was right or the new one wrong. Where the code is as it was, the test was bent to it.
 */
const mayRewrite = (
  judge: Omit<Judge, 'mayRewrite'>,
  old: readonly string[],
  now: readonly string[],
  paths: readonly string[],
): boolean => {
  if (judge.isAboutTests || judge.isAsked('rewritten', paths)) return true;
  if (judge.code !== 'none' && saysRecorded(judge.findings)) return true;
  if (judge.code === 'none' || contradicts(judge.says, old, now)) return false;
  return judge.code === 'meaning' || now.some(judge.says.wants);
};

/** Texts that speak of one of these names. */
const speaksOf =
  (names: ReadonlySet<string>) =>
  (text: string): boolean =>
    names.size > 0 && identifiersOf(text).some((name) => names.has(name));

export const makeJudge = (patch: ReadPatch, tests: ReadonlySet<string>): Judge => {
  const { files, findings } = patch;
  const units = declaredNames(files.filter(({ path }) => findings.some(({ file }) => file === path)));
  const inTests = findings.flatMap(({ file }) => (file !== undefined && isTestFile(file) ? [file] : []));
  const { changed, shorter, given } = signaturesOf(files);
  const constants = constantsOf(files);
  const kept = lazy(() => keptSubjects(files));
  const judge = {
    findings,
    code: codeChange(files),
    says: whatIsSaid(findings),
    isGone: speaksOf(goneNames(files, tests)),
    areNamed: (values: readonly string[], text: string) => areNamed(values, text, constants),
    callsShortened: speaksOf(shorter),
    callsChanged: speaksOf(changed),
    givesOther: speaksOf(given),
    isKept: (text: string) => kept()(text),
    isUnit: (name: string) => units.has(name),
    isAsked: (change: Change, paths: readonly string[]) => isAskedFor(findings, change, paths),
    isOwn: (paths: readonly string[]) => inTests.some((file) => paths.includes(file)),
    isAboutTests: inTests.some((file) => files.some(({ path, was }) => path === file || was === file)),
    isRich: isRich(patch),
    bringsTests: bringsTests(patch),
    isRemoved: speaksOf(asksForRemoval(findings) ? removedNames(files) : new Set()),
  };
  return { ...judge, mayRewrite: (old, now, paths) => mayRewrite(judge, old, now, paths) };
};

type Rule = { rule: string; message: string; accepted: string };

export const remark = (file: string, line: number, { rule, message, accepted }: Rule, isBefore = false): Remark => ({
  gate: 'tests',
  rule,
  file,
  line,
  ...(isBefore && { before: true }),
  message,
  accepted,
});

/** What cannot be shown to be wrong is told, and no reason to refuse. */
export const notedIf = (isNote: boolean, found: Remark): Remark => (isNote ? { ...found, noteOnly: true } : found);
