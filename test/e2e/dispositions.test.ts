/** Dispositions through the command line: dismissing, listing, taking back, and what is refused. */
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type * as Fixpoint from '../../src/index.ts';
import {
  dispositionFolder,
  evil,
  fixAll,
  idsOf,
  loadSource,
  rash,
  refute,
  written,
  away,
} from '../support/dispositions.ts';
import { openSandbox, type FindingInput, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;

const dismiss = (...args: string[]) => box.run(['dismiss', ...args]);
const only = (): Record<string, unknown> => parse(box.read(`${dispositionFolder}/${written(box)[0]}`));

describe('dismiss', () => {
  beforeEach(() => {
    box = openSandbox({ 'src/load.ts': loadSource });
  });
  afterEach(() => box.dispose());

  it('1.8 writes one file for each finding, with reason, who and until when', async () => {
    await fixAll(box, [evil, rash]);
    const { code, stdout, stderr } = await dismiss(
      'be-001',
      '--as',
      'accepted',
      '--reason',
      'goes away soon',
      '--until',
      '2999-01-31',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [file = ''] = written(box);
    expect(file).toMatch(/^f[0-9a-f]{12}\.yaml$/);
    expect(stdout).toBe(
      `BE-001 is dismissed as accepted until 2999-01-31: ${dispositionFolder}/${file}\nCommit this file so that everybody has it.\n`,
    );
    expect(only()).toMatchObject({
      id: file.slice(0, -5),
      as: 'accepted',
      reason: 'goes away soon',
      by: 'Ada Tester <ada@example.com>',
      until: '2999-01-31',
      finding: { title: evil.title, file: 'src/load.ts', line: 5, severity: 'high' },
      anchor: expect.any(String),
    });
    expect(statSync(join(box.root, dispositionFolder, file)).mode & 0o777).toBe(0o644);
    expect(box.git('status', '--porcelain', '--untracked-files=all')).toBe(`?? ${dispositionFolder}/${file}`);
  });

  it('1.8 takes several at once, by code or id, of the latest run, another run, or a file', async () => {
    const { report } = await box.report(['fix', '--from', box.findings([evil, rash])]);
    const id = report.findings.find(({ code }) => code === 'BE-002')?.id ?? '';
    await fixAll(box, []);
    expect((await refute(box, 'BE-001')).stderr).toContain('There is no finding BE-001 in run');
    const result = await box.run([
      'dismiss',
      'BE-001',
      id,
      'BE-001',
      '--as',
      'refuted',
      '--reason',
      'no',
      '--run',
      report.run,
      '--json',
    ]);
    expect(JSON.parse(result.stdout)).toMatchObject({
      dismissed: [
        { code: 'BE-001', updated: false, disposition: { as: 'refuted' } },
        { code: 'BE-002', updated: false, disposition: { id } },
      ],
      warnings: [],
    });
    expect(written(box)).toHaveLength(2);
    const third = { ...evil, code: 'BE-009', line: 9, title: 'checks too late' };
    const fromFile = await refute(box, 'BE-009', '--from', box.findings([third]));
    expect(fromFile).toMatchObject({ code: 0, stderr: '' });
    expect(written(box)).toHaveLength(3);
  });

  it('1.8 the same again updates the file, and says so', async () => {
    await fixAll(box, [evil]);
    await refute(box, 'BE-001');
    const [file] = written(box);
    const moved = { ...evil, code: 'X1', line: 6, title: 'Dangerous eval' };
    box.write('src/load.ts', `// moved\n${loadSource}`);
    const again = await dismiss(
      'X1',
      '--from',
      box.findings([moved]),
      '--as',
      'accepted',
      '--reason',
      'known',
      '--until',
      '30d',
    );
    expect(again.stdout).toMatch(/^X1 was dismissed before; it is now accepted until \d{4}-\d\d-\d\d: /);
    expect(written(box)).toEqual([file]);
    expect(only()).toMatchObject({
      as: 'accepted',
      reason: 'known',
      aliases: [evil.title],
      finding: { title: 'Dangerous eval', line: 6 },
    });
  });

  it('1.8 a second one on a line that reads the same gets a file of its own', async () => {
    // Far enough from each other not to be merged.
    const twins = `a();\nexec(x);\nb();\n${'\n'.repeat(30)}c();\nexec(x);\nd();\n`;
    box.write('src/twins.ts', twins);
    box.commitAll('twins');
    const twin = (code: string, line: number): FindingInput => ({ code, file: 'src/twins.ts', line, title: 'exec' });
    await fixAll(box, [twin('T1', 2), twin('T2', 35)]);
    await refute(box, 'T1');
    await refute(box, 'T2');
    expect(written(box)).toHaveLength(2);
    expect(await fixAll(box, [twin('T1', 2), twin('T2', 35)])).toEqual({ T1: away, T2: away });
  });

  it('1.8 refuses to write through a link that leads out of the repository', async () => {
    await fixAll(box, [evil]);
    symlinkSync(box.outside, join(box.root, '.fixpoint'));
    const { code, stderr } = await refute(box, 'BE-001');
    expect(code).toBe(1);
    expect(stderr).toContain('.fixpoint is a symbolic link that leads out of the repository. Put a folder there');
    expect(readdirSync(box.outside)).toEqual([]);
  });

  it('1.8 refuses a run of another repository, and needs one to write into', async () => {
    const { report } = await box.report(['fix', '--from', box.findings([evil])]);
    const other = openSandbox({ 'a.txt': 'x\n' });
    try {
      const options = { cwd: other.root, env: box.env };
      const args = ['dismiss', 'BE-001', '--as', 'refuted', '--reason', 'x'];
      expect((await box.run([...args, '--run', report.run], options)).stderr).toContain(
        `is about the repository at ${box.root}`,
      );
      expect((await box.run(args, options)).stderr).toContain('There are no runs here yet');
      expect((await box.run(args, { cwd: box.outside })).stderr).toContain('is not in a git repository');
    } finally {
      other.dispose();
    }
  });

  it('1.8 says when git would leave the file out', async () => {
    box.write('.gitignore', '.fixpoint\n');
    box.commitAll('ignore');
    await fixAll(box, [evil]);
    expect((await refute(box, 'BE-001')).stderr).toContain(
      '.fixpoint/dispositions is ignored by git, so nobody else will get this',
    );
  });

  it('4.11 keeps secrets out of the reason', async () => {
    await fixAll(box, [evil]);
    await dismiss('BE-001', '--as', 'refuted', '--reason', 'the key AKIAABCDEFGHIJKLMNOP is an example');
    expect(only()).toMatchObject({ reason: 'the key [redacted] is an example' });
  });
});

describe('dismiss refuses', () => {
  beforeAll(async () => {
    box = openSandbox({ 'src/load.ts': loadSource });
    await fixAll(box, [evil, rash]);
  });
  afterAll(() => box.dispose());

  it.each<[string, string[], string | RegExp]>([
    [
      'an id that is not there',
      ['BE-003', '--as', 'refuted', '--reason', 'x'],
      /There is no finding BE-003 in run \S+ Did you mean BE-001, BE-002\? `fixpoint report \S+` lists them\. Nothing was written\./,
    ],
    [
      'one of several that is not there',
      ['BE-001', 'nonsense', '--as', 'refuted', '--reason', 'x'],
      /There is no finding nonsense in run \S+ It has BE-001, BE-002\./,
    ],
    ['no reason', ['BE-001', '--as', 'refuted'], '--as refuted|accepted|suppressed and --reason TEXT go together'],
    ['an empty reason', ['BE-001', '--as', 'refuted', '--reason', '  '], 'The reason is empty'],
    [
      'a reason without end',
      ['BE-001', '--as', 'refuted', '--reason', 'x'.repeat(20_000)],
      'The reason has more than 10000 characters',
    ],
    ['no kind', ['BE-001', '--reason', 'x'], '--as refuted|accepted|suppressed and --reason TEXT go together'],
    ['neither', ['BE-001'], 'BE-001 was not refuted in'],
    ['another kind', ['BE-001', '--as', 'fixed', '--reason', 'x'], 'Allowed choices are refuted, accepted, suppressed'],
    ['no id', ['--as', 'refuted', '--reason', 'x'], "missing required argument 'id'"],
    [
      'a day that is over',
      ['BE-001', '--as', 'refuted', '--reason', 'x', '--until', '2020-01-01'],
      '2020-01-01 is in the past',
    ],
    [
      'a day that is none',
      ['BE-001', '--as', 'refuted', '--reason', 'x', '--until', 'soon'],
      '"soon" is not a date. Give a day (2027-01-31)',
    ],
    [
      'a run that is not there',
      ['BE-001', '--as', 'refuted', '--reason', 'x', '--run', 'nope'],
      'There is no run nope',
    ],
    [
      'a file that is not there',
      ['BE-001', '--as', 'refuted', '--reason', 'x', '--from', 'nope'],
      'nope cannot be read',
    ],
    [
      'a run and a file',
      ['BE-001', '--as', 'refuted', '--reason', 'x', '--run', 'latest', '--from', 'x'],
      'cannot be used with option',
    ],
  ])('1.8 %s, and writes nothing', async (_, args, says) => {
    const { code, stdout, stderr } = await dismiss(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(() => written(box)).toThrow('ENOENT');
    const json = await dismiss(...args, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { message: expect.any(String) } });
  });
});

describe('dispositions', () => {
  beforeEach(() => {
    box = openSandbox({ 'src/load.ts': loadSource });
  });
  afterEach(() => box.dispose());

  it('1.8 lists them with state, who, why and where, and takes them back', async () => {
    expect((await box.run(['dispositions'])).stdout).toContain('No dispositions. Make one with: fixpoint dismiss ID');
    await fixAll(box, [evil, rash]);
    await refute(box, 'BE-001');
    const first = box.read(`${dispositionFolder}/${written(box)[0]}`);
    await dismiss('BE-002', '--as', 'accepted', '--reason', 'soon', '--until', '2999-01-31');
    const ids = idsOf(box);
    box.write(
      `${dispositionFolder}/old.yaml`,
      first.replace(/^id: .*/m, 'id: old').replace(/^at:/m, 'until: 2020-01-01\nat:'),
    );
    const { stdout } = await box.run(['dispositions']);
    const today = new Date().toISOString().slice(0, 10);
    expect(stdout).toMatch(
      /^f[0-9a-f]{12} refuted, in force: eval of code that was read \(src\/load\.ts:5\)\n {4}the code is ours\n/m,
    );
    expect(stdout).toContain('accepted, in force until 2999-01-31: writes without asking (src/load.ts:10)\n    soon\n');
    expect(stdout).toMatch(/^old refuted, ran out on 2020-01-01: /m);
    expect(stdout).toContain(
      `    by Ada Tester <ada@example.com> on ${today}, in ${dispositionFolder}/${ids[0]}.yaml\n`,
    );
    const removed = await box.run(['dispositions', 'remove', 'old']);
    expect(removed.stdout).toMatch(
      /^Removed 1 disposition; what they were about comes back in the next run:\nold refuted, ran out on 2020-01-01/,
    );
    const json = await box.run(['dispositions', 'remove', ...ids, '--json']);
    expect(
      JSON.parse(json.stdout)
        .removed.map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual(ids);
    expect(JSON.parse((await box.run(['dispositions', '--json'])).stdout)).toEqual({ dispositions: [], warnings: [] });
  });

  it('1.8 lists them by `list` too, and removes one by the code that the latest run gave its finding', async () => {
    await fixAll(box, [evil]);
    await refute(box, 'BE-001');
    const [id = ''] = idsOf(box);
    const plain = await box.run(['dispositions']);
    expect((await box.run(['dispositions', 'list'])).stdout).toBe(plain.stdout);
    const removed = await box.run(['dispositions', 'remove', 'be-001']);
    expect(removed.code, removed.stderr).toBe(0);
    expect(removed.stdout).toContain(`\n${id} refuted, in force`);
    expect(written(box)).toHaveLength(0);
  });

  it('1.8 refuses to remove what is not there, and removes nothing then', async () => {
    await fixAll(box, [evil]);
    await refute(box, 'BE-001');
    const id = idsOf(box)[0] ?? '';
    const { code, stderr } = await box.run(['dispositions', 'remove', id, `${id}0`]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `There is no disposition ${id}0 in ${dispositionFolder}. Did you mean ${id}? \`fixpoint dispositions\` lists them. Nothing was removed.`,
    );
    expect(written(box)).toHaveLength(1);
    const usage = await box.run(['dispositions', 'remove', '--json']);
    expect(usage.code).toBe(1);
    expect(JSON.parse(usage.stdout)).toMatchObject({
      error: { message: expect.stringContaining("missing required argument 'id'") },
    });
  });

  it('1.8 hostile files are named, steer no terminal, and stop no run', async () => {
    await fixAll(box, [evil]);
    await refute(box, 'BE-001');
    const steering = '\u001B]0;owned\u0007';
    const good = box.read(`${dispositionFolder}/${written(box)[0]}`);
    box.write(
      `${dispositionFolder}/steer.yaml`,
      good.replace(/^id: .*/m, 'id: steer').replace(/^reason: .*/m, String.raw`reason: "\e]0;owned\a\u202e"`),
    );
    box.write(`${dispositionFolder}/${steering}.yaml`, 'id: [');
    box.write(`${dispositionFolder}/proto.yaml`, `${good}__proto__:\n  as: accepted\n`);
    box.write(
      `${dispositionFolder}/bomb.yaml`,
      `a: &a [x]\n${Array.from({ length: 500 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join('\n')}\n`,
    );
    writeFileSync(join(box.outside, 'secret.yaml'), good.replace(/^id: .*/m, 'id: leaked'));
    symlinkSync(join(box.outside, 'secret.yaml'), join(box.root, dispositionFolder, 'link.yaml'));
    mkdirSync(join(box.root, dispositionFolder, 'folder.yaml'));
    const { code, stdout, stderr } = await box.run(['dispositions']);
    expect(code).toBe(0);
    for (const text of [stdout, stderr]) expect(text).not.toMatch(/\p{Cc}(?<!\n)|\u202E/u);
    expect(stdout).toContain(String.raw`steer refuted, in force`);
    expect(stdout).not.toContain('leaked');
    for (const name of ['proto', 'bomb', 'link', 'folder', String.raw`\x1b]0;owned\x07`])
      expect(stderr).toContain(`warning: ${dispositionFolder}/${name}.yaml is left out: `);
    const { report } = await box.report(['fix', '--from', box.findings([evil])]);
    expect(report.findings).toMatchObject([{ status: 'dismissed' }]);
    expect(report.warnings.filter((warning) => warning.includes('is left out'))).toHaveLength(5);
  });
});

describe('the library', () => {
  it('13.4 dismisses, lists and takes back as the command line does', async () => {
    box = openSandbox({ 'src/load.ts': loadSource });
    try {
      const library: typeof Fixpoint = await import(fileURLToPath(new URL('../../dist/index.js', import.meta.url)));
      const place = { cwd: box.root, stateDir: join(box.state, 'fixpoint'), env: box.env };
      const from = [box.findings([evil])];
      const { dismissed } = await library.dismiss({ ...place, ids: ['BE-001'], as: 'refuted', reason: 'ours', from });
      const id = dismissed[0]?.disposition.id ?? '';
      expect(await library.dispositions(place)).toMatchObject({
        dispositions: [{ id, as: 'refuted', state: 'in force' }],
        warnings: [],
      });
      expect(await library.removeDispositions({ ...place, ids: [id] })).toMatchObject({ removed: [{ id }] });
      await expect(library.dismiss({ ...place, ids: [], as: 'refuted', reason: 'x', from })).rejects.toThrow(
        library.InputError,
      );
    } finally {
      box.dispose();
    }
  });
});
