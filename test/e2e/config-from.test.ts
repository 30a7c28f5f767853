/** `--config-from REF`: whoever wrote the branch that is checked out has no say in how it is judged. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPrompt } from '../../src/prompts/load.ts';
import { fixing, start, until } from '../support/fixing.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const skill = (text: string): string => `---\nname: house\ndescription: what we agreed on\n---\n${text}\n`;
const prompt = (text: string): string => `${text}\n${loadPrompt('fix')}`;
const finding = { code: 'F1', file: 'src/a.txt', line: 1 };
const reviewer = 'reviewers: [{ name: house, kind: agent }]';

let box: Sandbox;
beforeEach(async () => {
  box = openSandbox({
    'src/a.txt': 'bad\n',
    'fixpoint.yaml': `verify: { commands: ["! grep -rq BROKEN src"] }\n${reviewer}\n`,
    'AGENTS.md': 'Conventions of main.\n',
    '.fixpoint/prompts/fix.md': prompt('Prompt of main.'),
    '.fixpoint/reviewers/house.md': skill('Skill of main.'),
  });
  box.git('checkout', '-q', '-b', 'theirs');
  box.write('fixpoint.yaml', `verify: { commands: ["true"] }\n${reviewer}\n`);
  box.write('AGENTS.md', 'Conventions of theirs.\n');
  box.write('.fixpoint/prompts/fix.md', prompt('Prompt of theirs.'));
  box.write('.fixpoint/reviewers/house.md', skill('Skill of theirs.'));
  box.write('src/new.txt', 'new\n');
  box.commitAll('changes how it is judged');
});
afterEach(() => box.dispose());

const dismissAll = async (): Promise<void> => {
  await box.run([
    'dismiss',
    'F1',
    '--from',
    box.findings([finding]),
    '--as',
    'refuted',
    '--reason',
    'nothing to see here',
  ]);
  box.commitAll('a disposition');
};

const fromMain = ['--config-from', 'main'];
const breaking = () =>
  fixing(box, {
    findings: [finding],
    scenario: { findings: { F1: { edits: [{ file: 'src/a.txt', write: 'BROKEN\n' }] } } },
    verify: null,
    set: ['limits.cycles=1'],
  });

describe('a branch that rewrites how it is judged', () => {
  it('14 has no say in verification, prompts and conventions with --config-from, and has without', async () => {
    const theirs = breaking();
    const without = await box.report(theirs.args);
    expect(without.report.findings[0]).toMatchObject({ status: 'fixed' });
    expect(theirs.agent.calls('fix')[0]?.prompt).toMatch(/^Prompt of theirs\.[^]*Conventions of theirs\./);

    const ours = breaking();
    const { report, ended } = await box.report([...ours.args, ...fromMain]);
    expect(report.findings[0]).toMatchObject({ status: 'blocked', reason: expect.stringContaining('BROKEN') });
    const [call] = ours.agent.calls('fix').slice(-1);
    expect(call?.prompt).toMatch(/^Prompt of main\.[^]*Conventions of main\./);
    expect(JSON.stringify(call)).not.toContain('theirs.');
    const commit = box.git('rev-parse', 'main');
    expect(report.configuration).toEqual({ file: 'fixpoint.yaml', ref: 'main', commit });
    expect(ended.stderr).toContain(`Configuration, prompts and dispositions from main (${commit.slice(0, 12)}).`);
    expect((await box.run(['report', report.run])).stdout).toContain(
      `Configuration from main (${commit.slice(0, 12)})`,
    );
    expect((await box.run(['report', report.run, '--format', 'markdown'])).stdout).toContain(
      `main (${commit.slice(0, 12)})`,
    );
    // The fix itself is judged on the branch: what is handed over starts from it.
    expect(report.start).toBe(box.git('rev-parse', 'theirs'));
  });

  it('1.8 dismisses nothing with --config-from, in a run, in findings and in a dry run, and does without', async () => {
    await dismissAll();
    const from = ['--from', box.findings([finding])];
    for (const [flags, status] of [
      [[], 'dismissed'],
      [fromMain, 'open'],
    ] as const) {
      const listed: { findings: { status: string }[] } = JSON.parse(
        (await box.run(['findings', ...from, '--json', ...flags])).stdout,
      );
      expect(listed.findings).toMatchObject([{ status }]);
      const { units }: { units: unknown[] } = JSON.parse(
        (await box.run([...breaking().args, '--dry-run', '--json', ...flags])).stdout,
      );
      expect(units).toHaveLength(status === 'open' ? 1 : 0);
    }
    expect((await box.report(breaking().args)).report.findings[0]?.status).toBe('dismissed');
    expect((await box.report([...breaking().args, ...fromMain])).report.findings[0]?.status).toBe('blocked');
    const inForce = async (...flags: string[]): Promise<number> =>
      JSON.parse((await box.run(['dispositions', '--json', ...flags])).stdout).dispositions.length;
    expect([await inForce(), await inForce(...fromMain)]).toEqual([1, 0]);
  });

  it('2.5 has no say in what its reviewers look for', async () => {
    const { agent } = fixing(box, { findings: [finding], scenario: { review: { findings: [] } }, name: 'reviewer' });
    const flags = [
      '--set',
      `agents.scripted=${JSON.stringify({ kind: 'command', command: agent.command })}`,
      '--agent',
      'scripted',
    ];
    await box.report(['review', '--base', 'main', ...flags]);
    await box.report(['review', '--base', 'main', ...flags, ...fromMain]);
    const prompts = agent.calls('review').map((call) => call.prompt);
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toMatch(/Skill of theirs\.[^]*Conventions of theirs\./);
    expect(prompts[1]).toMatch(/Skill of main\.[^]*Conventions of main\./);
    expect(prompts[1]).not.toMatch(/^Skill of theirs/m);
  });

  it('14 has no say in what prompts and doctor show', async () => {
    expect((await box.run(['prompts', 'show', 'house', ...fromMain])).stdout).toContain('Skill of main.');
    expect((await box.run(['prompts', 'show', 'house'])).stdout).toContain('Skill of theirs.');
    expect((await box.run(['prompts', 'list', ...fromMain])).stdout).toContain('.fixpoint/reviewers/house.md');
    box.write('fixpoint.yaml', 'nonsense: true\n');
    expect((await box.run(['doctor'])).stdout).toContain('there is no such key');
    const ended = await box.run(['doctor', ...fromMain]);
    expect(ended.stdout).toMatch(/configuration +fixpoint\.yaml of main \([\da-f]{12}\)/);
  });

  it('11.1 has no say after a resume, even when the branch that was named is another by then', async () => {
    box.git('checkout', '-q', 'main');
    const tool = join(box.scratch, 'tool.sh');
    const sign = join(box.scratch, 'sign');
    writeFileSync(join(box.scratch, 'said.txt'), 'src/a.txt:1:1: error: bad word\n');
    writeFileSync(tool, `[ -e ${sign} ] || { touch ${sign}; sleep 300; }\ncat ${box.scratch}/said.txt\n`);
    box.write(
      'fixpoint.yaml',
      `reviewers: [{ name: words, kind: tool, command: [sh, ${tool}] }]\nverify: { commands: ["true"] }\n`,
    );
    await box.run([
      'dismiss',
      'F001',
      '--from',
      join(box.scratch, 'said.txt'),
      '--as',
      'accepted',
      '--reason',
      'it is meant',
    ]);
    box.commitAll('a decision of main');
    box.git('checkout', '-q', 'theirs');
    const { pid, ended } = start(box, ['run', '--agent', 'autofix', ...fromMain]);
    await until(() => existsSync(sign));
    process.kill(pid, 'SIGKILL');
    await ended;
    box.git('branch', '-q', '-f', 'main', 'theirs');
    box.git('reflog', 'expire', '--expire=now', '--all');
    box.git('gc', '--quiet', '--prune=now');
    const { report } = await box.report(['resume']);
    expect(report.findings).toMatchObject([{ status: 'dismissed', reason: expect.stringContaining('it is meant') }]);
    // Control: nobody on theirs decided that.
    const { report: without } = await box.report([
      'run',
      '--agent',
      'autofix',
      '--set',
      'reviewers=[{"name":"words","kind":"tool","command":["sh","' + tool + '"]}]',
    ]);
    expect(without.findings).toMatchObject([{ status: 'blocked' }]);
  });
});

describe('what --config-from takes', () => {
  it.each([
    [['--config-from', 'nowhere'], /There is no commit "nowhere" in the repository/],
    [['--config-from', '--upload-pack=x'], /There is no commit "--upload-pack=x"/],
    [['--config-from', 'main:fixpoint.yaml'], /There is no commit "main:fixpoint\.yaml"/],
    [['--config-from', 'main', '--config', 'fixpoint.yaml'], /cannot be used with option/],
  ])('13.2 is a commit and nothing else: %j', async (flags, message) => {
    for (const args of [
      breaking().args,
      ['findings', '--from', box.findings([finding])],
      ['prompts', 'list'],
      ['doctor'],
    ]) {
      if (flags.includes('--config') && !['fix', 'doctor'].includes(args[0] ?? '')) continue;
      const ended = await box.run([...args, ...flags]);
      expect(ended.code, args[0]).toBe(1);
      expect(ended.stdout + ended.stderr, args[0]).toMatch(message);
    }
  });

  it('14 works without a configuration there, and says where one is wrong', async () => {
    box.git('checkout', '-q', '-b', 'empty', 'main');
    box.git('rm', '-q', '-r', 'fixpoint.yaml', '.fixpoint');
    box.commitAll('no configuration');
    box.git('checkout', '-q', 'theirs');
    const { report } = await box.report([...breaking().args, '--config-from', 'empty']);
    expect(report).toMatchObject({ configuration: { file: null, ref: 'empty' }, verification: { configured: false } });
    box.git('checkout', '-q', 'empty');
    box.write('fixpoint.yaml', 'fix:\n  concurency: 8\n');
    box.commitAll('wrong');
    box.git('checkout', '-q', 'theirs');
    expect((await box.run([...breaking().args, '--config-from', 'empty'])).stderr).toMatch(
      /empty:fixpoint\.yaml:2:3 fix\.concurency/,
    );
  });

  it('14 follows no link that is committed there', async () => {
    writeFileSync(join(box.outside, 'secret.yaml'), 'verify: { commands: ["true"] }\n');
    box.git('checkout', '-q', '-b', 'links', 'main');
    box.git('rm', '-q', '-r', 'fixpoint.yaml', '.fixpoint');
    symlinkSync(join(box.outside, 'secret.yaml'), join(box.root, 'fixpoint.yaml'));
    symlinkSync(box.outside, join(box.root, '.fixpoint'));
    box.commitAll('links');
    box.git('checkout', '-q', 'theirs');
    expect((await box.run([...breaking().args, '--config-from', 'links'])).stderr).toContain(
      'links:fixpoint.yaml: this is a symbolic link, and links in a commit are not followed',
    );
    expect((await box.run(['prompts', 'list', '--config-from', 'links'])).stderr).toContain(
      '.fixpoint is no folder but a link',
    );
    expect((await box.run(['dispositions', '--config-from', 'links'])).stderr).toContain(
      '.fixpoint is no folder but a link',
    );
  });
});
