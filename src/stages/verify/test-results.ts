/** Results of single tests, as TAP and JUnit report them. */

export { readJunit } from './test-results-junit.ts';
export { readTap } from './test-results-tap.ts';
