/** What stays away and what comes back in a run, and what branches that dismiss findings merge to (acceptance 7). */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  away,
  dispositionFolder,
  evil,
  fixAll,
  idsOf,
  loadSource,
  rash,
  refute,
  written,
} from '../support/dispositions.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'src/load.ts': loadSource });
});
afterEach(() => box.dispose());

describe('a dismissed finding', () => {
  beforeEach(async () => {
    await fixAll(box, [evil, rash]);
    await refute(box, 'BE-001');
    box.commitAll('dismissed');
  });

  it('1.8 stays away, and costs nothing', async () => {
    const { report } = await box.report(['fix', '--from', box.findings([evil])]);
    expect(report).toMatchObject({
      status: 'clean',
      totals: { total: 1, dismissed: 1 },
      findings: [{ ...away, attempts: [] }],
    });
    expect((await box.run(['report'])).stdout).toContain('the code is ours');
  });

  it('1.8 stays away when it is reworded', async () => {
    expect(
      await fixAll(box, [{ ...evil, title: 'Never use eval', description: 'other words', severity: 'critical' }]),
    ).toEqual({
      'BE-001': away,
    });
  });

  it('1.8 stays away when it moves: lines, indentation, the name of the file, all at once', async () => {
    box.write('src/load.ts', `// one\n// two\n${loadSource}`);
    box.commitAll('lines');
    expect(await fixAll(box, [{ ...evil, line: 7 }])).toEqual({ 'BE-001': away });
    box.write('src/load.ts', `// one\n// two\n${loadSource.replaceAll('\n  ', '\n      ')}`);
    box.commitAll('indentation');
    expect(await fixAll(box, [{ ...evil, line: 7 }])).toEqual({ 'BE-001': away });
    box.git('mv', 'src/load.ts', 'src/loader.ts');
    box.commitAll('name');
    expect(await fixAll(box, [{ ...evil, file: 'src/loader.ts', line: 7, title: 'Never use eval' }])).toEqual({
      'BE-001': away,
    });
  });

  it('1.8 stays away for somebody else, who has only the repository', async () => {
    const env = { ...box.env, XDG_STATE_HOME: join(box.scratch, 'other-state') };
    const { report } = await box.report(['fix', '--from', box.findings([{ ...evil, title: 'Never use eval' }])], {
      env,
    });
    expect(report.findings).toMatchObject([away]);
  });

  it('1.8 does not take others away with it', async () => {
    const found = await fixAll(box, [evil, rash, { ...evil, code: 'BE-003', line: 4, title: 'reads without asking' }]);
    expect(found).toMatchObject({ 'BE-001': away, 'BE-002': { status: 'blocked' }, 'BE-003': { status: 'blocked' } });
  });

  it('1.8 comes back when the code under it changed, and says so', async () => {
    box.write('src/load.ts', loadSource.replace('eval(code)', 'eval(code + name)'));
    box.commitAll('changed');
    const { report } = await box.report(['fix', '--from', box.findings([evil])]);
    expect(report.findings).toMatchObject([{ status: 'blocked' }]);
    expect(report.warnings.join('\n')).toMatch(
      /BE-001 was dismissed \(refuted: the code is ours\) and is back: the code under it changed/,
    );
  });

  it('1.8 comes back when its date has passed, and says so', async () => {
    const file = `${dispositionFolder}/${written(box)[0]}`;
    box.write(file, box.read(file).replace(/^at:/m, 'until: 2020-01-01\nat:'));
    const { report } = await box.report(['fix', '--from', box.findings([evil])]);
    expect(report.findings).toMatchObject([{ status: 'blocked' }]);
    expect(report.warnings.join('\n')).toMatch(/BE-001 was dismissed .* and is back: its time ran out/);
  });

  it('1.8 comes back when the decision is taken back', async () => {
    await box.run(['dispositions', 'remove', idsOf(box)[0] ?? '']);
    expect(await fixAll(box, [evil])).toMatchObject({ 'BE-001': { status: 'blocked' } });
  });
});

describe('two branches', () => {
  it('1.8 that dismiss different findings merge without conflict, and both stay away', async () => {
    await fixAll(box, [evil, rash]);
    box.git('checkout', '--quiet', '-b', 'one');
    await refute(box, 'BE-001');
    box.commitAll('one');
    box.git('checkout', '--quiet', '-b', 'two', 'main');
    await refute(box, 'BE-002');
    box.commitAll('two');
    expect(written(box)).toHaveLength(1);
    box.git('merge', '--quiet', '--no-edit', 'one');
    expect(box.git('status', '--porcelain')).toBe('');
    expect(written(box)).toHaveLength(2);
    expect(await fixAll(box, [evil, rash])).toEqual({ 'BE-001': away, 'BE-002': away });
  });

  it('1.8 that take back one and dismiss another merge as well', async () => {
    await fixAll(box, [evil, rash]);
    await refute(box, 'BE-001');
    box.commitAll('base');
    const id = idsOf(box)[0] ?? '';
    box.git('checkout', '--quiet', '-b', 'one');
    await box.run(['dispositions', 'remove', id]);
    box.commitAll('one');
    box.git('checkout', '--quiet', 'main');
    await refute(box, 'BE-002');
    box.commitAll('two');
    box.git('merge', '--quiet', '--no-edit', 'one');
    expect(await fixAll(box, [evil, rash])).toMatchObject({ 'BE-001': { status: 'blocked' }, 'BE-002': away });
  });

  it('1.8 a conflict that was not resolved is named, and stops nothing', async () => {
    await fixAll(box, [evil]);
    box.git('checkout', '--quiet', '-b', 'one');
    await refute(box, 'BE-001');
    box.commitAll('one');
    box.git('checkout', '--quiet', '-b', 'two', 'main');
    await box.run(['dismiss', 'BE-001', '--as', 'accepted', '--reason', 'other']);
    box.commitAll('two');
    expect(() => box.git('merge', '--quiet', '--no-edit', 'one')).toThrow('Command failed');
    const { code, stderr } = await box.run(['dispositions']);
    expect(code).toBe(0);
    expect(stderr).toContain('is left out: it has the marks of a merge conflict in it. Resolve the conflict.');
  });
});
