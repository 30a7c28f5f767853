/** Commands as people type them first: what is not said is found, and said. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' });
});
afterEach(() => box.dispose());

type Listed = { findings: { file: string }[] };

const filesIn = (stdout: string): string[] => {
  const { findings }: Listed = JSON.parse(stdout);
  return findings.map(({ file }) => file).toSorted();
};

describe('files with findings', () => {
  const dryRun = ['--agent-command', 'true', '--verify', 'true', '--dry-run', '--json'];

  it('13.1 are named without a flag, several and beside --from', async () => {
    box.write('one.txt', 'a.txt:1: wrong\n');
    box.write('other.txt', 'b.txt:1: wrong as well\n');
    const listed = await box.run(['findings', 'one.txt', 'other.txt', '--json']);
    expect(filesIn(listed.stdout)).toEqual(['a.txt', 'b.txt']);
    const both = await box.run(['fix', 'one.txt', '--from', 'other.txt', ...dryRun]);
    expect(filesIn(both.stdout)).toEqual(['a.txt', 'b.txt']);
  });

  it('13.1 come from standard input as -', async () => {
    const { stdout } = await box.run(['fix', '-', ...dryRun], { stdin: 'a.txt:1: wrong\n' });
    expect(filesIn(stdout)).toEqual(['a.txt']);
  });
});

describe('fix with nothing named', () => {
  const reviewers = JSON.stringify([{ name: 'lint', kind: 'tool', command: 'echo a.txt:1: wrong', format: 'lines' }]);
  const fixing = ['fix', '--agent-command', 'true', '--verify', 'true', '--dry-run'];

  it('13.1, 13.2 takes what the latest review found, says which, and says so where the code has moved on', async () => {
    const none = await box.run(fixing);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no review of this repository') });
    await box.run(['review', '--set', `reviewers=${reviewers}`]);
    const { report } = await box.report(['review', '--set', `reviewers=${reviewers}`]);
    const { stdout } = await box.run(fixing);
    expect(stdout).toContain(`1 finding, 1 unit. Nothing was run.\nFindings from review ${report.run}.\n`);
    box.write('c.txt', 'new\n');
    box.commitAll('second');
    const fixed = await box.report(fixing.slice(0, -1));
    expect(fixed.ended.stderr).toContain(`Findings from review ${report.run};`);
    expect(fixed.ended.stderr).toMatch(/Review \S+ looked at [0-9a-f]{12}, and your last commit is [0-9a-f]{12} now/);
    expect(fixed.report.findings).toMatchObject([{ file: 'a.txt', reviewer: 'lint' }]);
  });
});
