/** Commands as people type them first: what is not said is found, and said. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showCommand } from '../../src/config/values.ts';
import { scriptedAgent } from '../fakes/scripted.ts';
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

const reviewers = JSON.stringify([{ name: 'lint', kind: 'tool', command: 'echo a.txt:1: wrong', format: 'lines' }]);
const reviewing = ['review', '--set', `reviewers=${reviewers}`];

describe('fix with nothing named', () => {
  const fixing = ['fix', '--agent-command', 'true', '--verify', 'true', '--dry-run'];

  it('13.1, 13.2 takes what the latest review found, says which, and says so where the code has moved on', async () => {
    const none = await box.run(fixing);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no review of this repository') });
    await box.run(reviewing);
    const { report } = await box.report(reviewing);
    const { stdout } = await box.run(fixing);
    expect(stdout).toContain(`1 finding, 1 call. Nothing was run.\nFindings from review ${report.run}.\n`);
    box.write('c.txt', 'new\n');
    box.commitAll('second');
    const fixed = await box.report(fixing.slice(0, -1));
    expect(fixed.ended.stderr).toContain(`Findings from review ${report.run};`);
    expect(fixed.ended.stderr).toMatch(/Review \S+ looked at [0-9a-f]{12}, and your last commit is [0-9a-f]{12} now/);
    expect(fixed.report.findings).toMatchObject([{ file: 'a.txt', reviewer: 'lint' }]);
  });
});

describe('apply with no run named', () => {
  const fixing = (file: string): string[] => {
    const findings = { F001: { edits: [{ file, find: 'bad', replace: 'good' }] } };
    const { command } = scriptedAgent(join(box.scratch, `agent-${file}`), { findings });
    const from = box.findings([{ code: 'F001', file, line: 1 }]);
    return ['fix', from, '--agent-command', showCommand(command), '--verify', 'true'];
  };

  it('8.1, 13.1 takes the newest run with fixes, takes back what was applied last, and says which', async () => {
    const first = await box.report(fixing('a.txt'));
    const second = await box.report(fixing('b.txt'));
    await box.run(reviewing);
    const applied = await box.run(['apply']);
    expect(applied.stdout).toMatch(new RegExp(`^Run ${second.report.run}, the newest with fixes\\.\nChanged 1 file`));
    await box.run(['apply', first.report.run]);
    expect([box.read('a.txt'), box.read('b.txt')]).toEqual(['good\n', 'good\n']);
    const undone = await box.run(['apply', '--undo']);
    expect(undone.stdout).toContain(`Taking back run ${first.report.run}, which was applied last.\n`);
    expect([box.read('a.txt'), box.read('b.txt')]).toEqual(['bad\n', 'good\n']);
    await box.run(['apply', '--undo']);
    expect(box.read('b.txt')).toBe('bad\n');
    expect((await box.run(['apply', '--undo'])).stderr).toContain('nothing to take back');
  });
});

describe('a folder with a plan', () => {
  it('3.2, 3.6 is replaced as long as nobody has edited it, and carried out by its name', async () => {
    const planning = (...files: string[]) => box.run(['plan', ...files, '--agent-command', 'true', '-o', 'plan']);
    box.write('both.txt', 'a.txt:1: wrong\nb.txt:1: wrong as well\n');
    box.write('one.txt', 'a.txt:1: wrong\n');
    expect((await planning('both.txt')).code).toBe(0);
    const before = readdirSync(join(box.root, 'plan'));
    expect((await planning('one.txt')).code).toBe(0);
    expect([before.length, readdirSync(join(box.root, 'plan')).length]).toEqual([3, 2]);
    const edited = box.read('plan/master_todo.json').replace(/"reason": ".*"/, '"reason": "first of all"');
    box.write('plan/master_todo.json', edited);
    const refused = await planning('both.txt');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('plan/master_todo.json was edited, or is not known here, and is not overwritten');
    expect(box.read('plan/master_todo.json')).toBe(edited);
    const { stdout } = await box.run(['fix', '--plan', 'plan', '--agent-command', 'true', '--dry-run', '--json']);
    expect(filesIn(stdout)).toEqual(['a.txt']);
  });
});
