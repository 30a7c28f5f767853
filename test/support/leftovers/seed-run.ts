/** One run that the seeds' suites look at: what is fixed, what is blocked for a weak reason, what is put off for ever. */
import { faultsInTurn } from '../../fakes/tracker/faults.ts';
import { type FakeGitHub, startGitHub } from '../../fakes/tracker/github.ts';
import type { FakeIssue } from '../../fakes/tracker/issues.ts';
import type { Report } from '../../../src/model/report.ts';
import { inSandbox } from '../bad-agent.ts';
import { file } from './filing.ts';

export type SeedRun = { report: Report; issues: FakeIssue[]; requests: FakeGitHub['requests']; invalid: string[] };

const weak = 'This is out of scope.';

/** GitHub refuses the first two requests that would create something. */
export const seedRun = async (set: readonly string[]): Promise<SeedRun> => {
  let result: SeedRun | undefined;
  await inSandbox(
    async (sandbox) => {
      const github = await startGitHub();
      github.setFaults(faultsInTurn('POST', ['secondary-limit', 'error-502']));
      try {
        const { report } = await file(sandbox, {
          to: 'github',
          tracker: github.env,
          findings: [
            { code: 'FIXED', file: 'src/a.txt', line: 1, title: 'a is bad' },
            { code: 'BLOCKED', file: 'src/b.txt', line: 1, title: 'b is bad', severity: 'critical' },
            { code: 'LATER', file: 'src/c.txt', line: 1, title: 'c is bad', severity: 'low' },
          ],
          scenario: {
            findings: {
              FIXED: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }], explanation: 'Mended a.' },
              BLOCKED: { outcome: 'blocked', explanation: weak },
              LATER: [
                { outcome: 'deferred', explanation: 'Needs the first half.' },
                { outcome: 'deferred', explanation: 'Needs the second half.' },
              ],
            },
          },
          set: ['limits.cycles=2', 'limits.attemptsPerFinding=2', 'fix.mode=batch', ...set],
        });
        result = { report, issues: github.issues, requests: github.requests, invalid: github.invalid };
      } finally {
        await github.close();
      }
    },
    { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'bad c\n' },
  );
  if (!result) throw new Error('the run did not come to its end');
  return result;
};
