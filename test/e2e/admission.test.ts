/** What a run takes up: nothing is spent on what is not there, and `--new-since` keeps to what a branch brought in. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showCommand } from '../../src/config/values.ts';
import { scriptedAgent } from '../fakes/scripted.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'one bad\ntwo\n', 'b.txt': 'bad\n', 'picture.png': 'x\0y', 'folder/c.txt': 'c\n' });
});
afterEach(() => box.dispose());

/** Reports every line that holds `bad`, as compilers do; and `unused` for a name that stands in one line only. */
const linter = `
const { readFileSync, readdirSync } = require('node:fs');
for (const file of readdirSync('.').filter((name) => name.endsWith('.txt'))) {
  const lines = readFileSync(file, 'utf8').split('\\n');
  for (const [index, line] of lines.entries()) {
    if (line.includes('bad')) console.log(file + ':' + (index + 1) + ':1: error: this is bad [no-bad]');
    const name = /^define (\\w+)/.exec(line)?.[1];
    if (name && lines.filter((other) => other.includes(name)).length === 1) console.log(file + ':' + (index + 1) + ':1: error: ' + name + ' is unused [no-unused]');
  }
}`;
const reviewer = (): string =>
  JSON.stringify([{ name: 'lint', kind: 'tool', command: [process.execPath, '-e', linter], format: 'lines' }]);

const agentThatFixes = () =>
  scriptedAgent(join(box.scratch, 'agent'), { default: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] } });

const statuses = (report: { findings: readonly { code: string; status: string; reason?: string | undefined }[] }) =>
  Object.fromEntries(
    report.findings.map(({ code, status, reason }) => [code, reason === undefined ? status : `${status}: ${reason}`]),
  );

describe('findings without evidence', () => {
  it('1.6 are dismissed before any agent is asked, and listed with the reason', async () => {
    const agent = agentThatFixes();
    const from = box.findings([
      { code: 'REAL', file: 'a.txt', line: 1 },
      { code: 'NEVER', file: 'src/invented.ts', line: 3, title: 'null dereference' },
      { code: 'PAST', file: 'a.txt', line: 40, title: 'off by one' },
      { code: 'BINARY', file: 'picture.png', line: 1, title: 'wrong colour' },
      { code: 'FOLDER', file: 'folder', title: 'messy' },
    ]);
    const { ended, report } = await box.report([
      'fix',
      '--from',
      from,
      '--agent-command',
      showCommand(agent.command),
      '--verify',
      'true',
    ]);
    expect(statuses(report)).toEqual({
      REAL: 'fixed',
      NEVER: 'dismissed: no evidence: src/invented.ts is not in the repository, and never was',
      PAST: 'dismissed: no evidence: line 40 is past the end of a.txt, which has 2 lines',
      BINARY: 'dismissed: no evidence: picture.png is a binary file',
      FOLDER: 'dismissed: no evidence: folder is a folder, not a file',
    });
    expect(report.totals).toMatchObject({ total: 5, fixed: 1, dismissed: 4, blocked: 0 });
    expect(ended.code).toBe(0);
    expect(agent.calls().flatMap(({ codes }) => codes)).toEqual(['REAL']);
  });

  it('1.6 is judged by the files as they are when the run starts from them', async () => {
    box.write('new.txt', 'bad\n');
    const from = box.findings([{ code: 'NEW', file: 'new.txt', line: 1 }]);
    const start = ['fix', '--from', from, '--set', 'limits.cycles=0', '--verify', 'true'];
    expect(statuses((await box.report(start)).report)['NEW']).toContain('dismissed: no evidence');
    expect(statuses((await box.report([...start, '--include-dirty'])).report)['NEW']).toBe('blocked: fixing disabled');
  });

  it('1.6, 4.3 is said by --dry-run as well', async () => {
    const from = box.findings([{ code: 'NEVER', file: 'invented.ts', line: 3 }]);
    const { stdout } = await box.run(['fix', '--from', from, '--dry-run', '--agent-command', 'true']);
    expect(stdout).toContain('NEVER is dismissed: no evidence: invented.ts is not in the repository');
    expect(stdout).toContain('1 finding, 0 calls.');
  });
});

describe('--new-since', () => {
  const branchOff = (): void => {
    box.write('a.txt', 'one bad\ndefine helper\ncall helper\n');
    box.commitAll('on main');
    box.git('checkout', '-q', '-b', 'side');
    box.write('a.txt', 'one bad\ndefine helper\nanother bad line\n');
    box.git('mv', 'b.txt', 'renamed.txt');
    box.commitAll('on side');
  };

  it('1.9 fixes what the branch brought in, by its lines', async () => {
    branchOff();
    const from = box.findings([
      { code: 'OLD', file: 'a.txt', line: 1, title: 'this was here long ago' },
      { code: 'NEW', file: 'a.txt', line: 3, title: 'fresh mistake' },
      { code: 'RENAMED', file: 'renamed.txt', line: 1, title: 'moved trouble' },
    ]);
    const { ended, report } = await box.report([
      'fix',
      '--from',
      from,
      '--new-since',
      'main',
      '--set',
      'limits.cycles=0',
      '--verify',
      'true',
    ]);
    expect(statuses(report)).toEqual({
      OLD: 'dismissed: it was there before main',
      NEW: 'blocked: fixing disabled',
      RENAMED: 'dismissed: it was there before main',
    });
    expect(ended.code).toBe(2);
  });

  it('1.9 asks a tool about both versions, so that what an old line came to is new', async () => {
    branchOff();
    const set = ['--set', `reviewers=${reviewer()}`, '--set', 'limits.cycles=0', '--verify', 'true'];
    const { report } = await box.report(['run', '--new-since', 'main', ...set]);
    expect(report.findings.map(({ file, line, title, status }) => [`${file}:${line}`, title, status])).toEqual([
      ['a.txt:1', 'this is bad', 'dismissed'],
      ['a.txt:2', 'helper is unused', 'blocked'],
      ['a.txt:3', 'this is bad', 'blocked'],
      ['renamed.txt:1', 'this is bad', 'dismissed'],
    ]);
  });

  it('1.9 falls back to changed lines where the tool cannot look at the older version, and says so', async () => {
    branchOff();
    const moody = `if (!require('node:fs').existsSync('renamed.txt')) process.exit(3);${linter}`;
    const one = JSON.stringify([
      { name: 'lint', kind: 'tool', command: [process.execPath, '-e', moody], format: 'lines' },
    ]);
    const set = ['--set', `reviewers=${one}`, '--set', 'limits.cycles=0', '--verify', 'true'];
    const { report } = await box.report(['run', '--new-since', 'main', ...set]);
    expect(report.warnings.join()).toContain('lint could not be run at main, so changed lines decide what is new');
    expect(report.findings.filter(({ status }) => status === 'blocked').map(({ line }) => line)).toEqual([3]);
  });

  it('1.9 refuses a place that is not there, and begins nothing', async () => {
    const { code, stderr } = await box.run(['run', '--new-since', 'nowhere', '--set', `reviewers=${reviewer()}`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no commit "nowhere"')]);
    expect(box.git('for-each-ref', 'refs/fixpoint')).toBe('');
  });
});

describe('identity in runs', () => {
  it('1.5 a finding keeps its id over runs although lines moved and the words changed', async () => {
    const once = async (line: number, title: string): Promise<string | undefined> => {
      const from = box.findings([{ code: 'F1', file: 'a.txt', line, title }]);
      return (await box.report(['fix', '--from', from, '--set', 'limits.cycles=0', '--verify', 'true'])).report
        .findings[0]?.id;
    };
    const first = await once(1, 'one is bad');
    box.write('a.txt', 'zero\nand a half\none bad\ntwo\n');
    box.commitAll('moved');
    expect(await once(3, 'this should be good')).toBe(first);
    box.write('a.txt', 'zero\nand a half\n  one bad, still\ntwo\n');
    box.commitAll('edited');
    expect(await once(3, 'this should be good')).toBe(first);
  });
});
