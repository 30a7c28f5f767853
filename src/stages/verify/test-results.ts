/** Results of single tests, as TAP and JUnit report them, and how two runs of the same tests differ. */
import type { TestResult } from '../../model/verification.ts';

export { readJunit } from './test-results-junit.ts';
export { readTap } from './test-results-tap.ts';

export type TestComparison = {
  /** Fail now and did not fail before, among them tests that are new. */
  newFailures: string[];
  stillFailing: string[];
  /** Passed before and are gone: a test that was removed proves nothing. */
  missing: string[];
};

export const compareTests = (before: readonly TestResult[], after: readonly TestResult[]): TestComparison => {
  const failedBefore = new Set(before.filter(({ passed }) => !passed).map(({ name }) => name));
  const present = new Set(after.map(({ name }) => name));
  const failing = after.filter(({ passed }) => !passed).map(({ name }) => name);
  return {
    newFailures: failing.filter((name) => !failedBefore.has(name)),
    stillFailing: failing.filter((name) => failedBefore.has(name)),
    missing: before.filter(({ name, passed }) => passed && !present.has(name)).map(({ name }) => name),
  };
};
