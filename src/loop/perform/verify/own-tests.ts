/**
 * Verifies a tree, and tells which findings of it have tests of their own that failed before and fail still (7.4): no
 * fix, whatever else passes.
 */
import type { Finding } from '../../../model/finding.ts';
import type { Verification } from '../../../model/verification.ts';
import type { Custody } from '../../../ports/repo.ts';
import {
  findTest,
  hopelessFiles,
  isAboutFile,
  type RedTest,
  speaksAbout,
  type TestText,
} from '../../../stages/verify/red-tests.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import { claimed } from '../../decide/gates/claims.ts';
import type { Performing } from '../../engine.ts';
import { baselineNow } from '../../state/baseline-now.ts';
import { isUnresolved, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { type ProofOptions, proveTree } from './prove-tree.ts';

export const proveOwn = async (
  performing: Performing,
  tree: string,
  units: readonly AnsweredUnit[],
  options: ProofOptions,
): Promise<Verification> => {
  const shown = await proveTree(performing, tree, options);
  const start = baselineNow(performing.state, options.base);
  const before = failingIn(start);
  const now = new Set([...failingIn(shown), ...goneIn(shown)]);
  if (now.size === 0 || before.length === 0 || before.length > mostRed) return shown;
  const findings = units.flatMap((unit) => claimed(unit).flatMap((id) => ownFinding(performing.state, id)));
  const stillRed = await stillRedIn(performing, findings, { before, passing: passingIn(start, before), now });
  return stillRed.length === 0 ? shown : { ...shown, stillRed: Object.fromEntries(stillRed) };
};

/** Where more fail, nothing is known by single ones. */
const mostRed = 300;
const mostFiles = 400;
const mostPassing = 2_000;
const mostTold = 5;

const failingIn = (shown: Verification | undefined): string[] =>
  (shown?.commands ?? []).flatMap(({ failedTests = [] }) => failedTests);

const passingIn = (shown: Verification | undefined, failing: readonly string[]): string[] => {
  const red = new Set(failing);
  return (shown?.commands ?? []).flatMap(({ ranTests = [] }) => ranTests).filter((name) => !red.has(name));
};

/** A test that nobody runs any more does not pass. */
const goneIn = ({ commands }: Verification): string[] => commands.flatMap(({ lostTests = [] }) => lostTests);

/** What a finding says of tests is not held to tests. */
const ownFinding = ({ findings }: RunState, id: string): Finding[] => {
  const finding = findings.get(id)?.finding;
  return finding?.file === undefined || isTestFile(finding.file) ? [] : [finding];
};

type Failing = { before: readonly string[]; passing: readonly string[]; now: ReadonlySet<string> };

const stillRedIn = async (
  { engine: { custody }, state }: Performing,
  findings: readonly Finding[],
  { before, passing, now }: Failing,
): Promise<[string, string[]][]> => {
  const files = findings.length === 0 ? [] : await testsIn(custody);
  const tests = telling(before, passing, files);
  const found: [string, string[]][] = [];
  for (const finding of findings) {
    const own = await ownTests(custody, state, finding, tests);
    const red = own.filter(({ name }) => now.has(name)).map(({ name }) => name);
    // One that passes now is something: the others may be about something else.
    if (red.length > 0 && red.length === own.length) found.push([finding.id, red.slice(0, mostTold)]);
  }
  return found;
};

const testsNamed = (names: readonly string[], among: readonly TestText[]): RedTest[] =>
  names.flatMap((name) => findTest(name, among) ?? []);

/** Red tests of files in which others pass: where none does, they fail for want of something else. */
const telling = (before: readonly string[], passing: readonly string[], files: readonly TestText[]): RedTest[] => {
  const red = testsNamed(before, files);
  const paths = new Set(red.map(({ path }) => path));
  const own = files.filter(({ path }) => paths.has(path));
  const hopeless = hopelessFiles(red, testsNamed(passing.slice(0, mostPassing), own));
  return red.filter(({ path }) => !hopeless.has(path));
};

/** Not those that speak at least as much about another finding of the file, which is still to be fixed. */
const ownTests = async (
  custody: Custody,
  { findings }: RunState,
  finding: Finding,
  tests: readonly RedTest[],
): Promise<RedTest[]> => {
  const { file = '' } = finding;
  const about = tests.filter(({ path, whole }) => isAboutFile({ path, text: whole }, file));
  const source = about.length === 0 ? '' : ((await custody.readText(custody.start.commit, file)) ?? '');
  const rivals = [...findings.values()].filter(
    (other) => other.finding.id !== finding.id && other.finding.file === file && isUnresolved(other),
  );
  return about.filter((test) => {
    const score = speaksAbout(test, finding, source);
    return score > 0 && rivals.every((other) => speaksAbout(test, other.finding, source) < score);
  });
};

const known = new WeakMap<Custody, Promise<TestText[]>>();

/** As they are at the start: what a fix makes of them is not asked. */
const testsIn = (custody: Custody): Promise<TestText[]> => {
  const read = known.get(custody) ?? readTests(custody);
  known.set(custody, read);
  return read;
};

const readTests = async ({ start, files, readText }: Custody): Promise<TestText[]> => {
  const paths = (await files(start.commit)).filter(isTestFile).slice(0, mostFiles);
  const texts: TestText[] = [];
  for (const path of paths) texts.push({ path, text: (await readText(start.commit, path)) ?? '' });
  return texts;
};
