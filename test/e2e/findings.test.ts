/**
 * `fixpoint findings`: other tools' output read, merged, judged, compared and written, through the built command line.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Listing } from '../../src/model/listing.ts';
import { fixpointProgram } from '../support/fixpoint.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const source = ['const one = 1;', 'const two = 2;', 'eval(input);', 'const four = 4;', ''].join('\n');

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'src/a.js': source, 'src/b.js': source });
});
afterEach(() => box.dispose());

type Item = {
  title: string;
  file?: string;
  line?: number;
  severity?: string;
  category?: string;
  code?: string;
  quote?: string;
};
const file = (name: string, findings: readonly Item[]): string => {
  const path = join(box.scratch, name);
  writeFileSync(path, JSON.stringify({ findings }));
  return path;
};
const evil: Item = {
  title: 'eval runs whatever it is given',
  file: 'src/a.js',
  line: 3,
  severity: 'high',
  category: 'security',
};

const list = async (args: readonly string[], stdin?: string): Promise<Listing> => {
  const { code, stdout, stderr } = await box.run(['findings', ...args, '--json'], stdin === undefined ? {} : { stdin });
  expect([code, stderr]).toEqual([0, '']);
  return Listing.parse(JSON.parse(stdout));
};

describe('fixpoint findings', () => {
  it('1.4 merges what two reviewers found, and says from whom', async () => {
    const one = file('one.json', [evil, { title: 'four is never used', file: 'src/a.js', line: 4 }]);
    const two = file('two.json', [
      { ...evil, title: 'Eval runs whatever it is given!', line: 5, severity: 'critical' },
    ]);
    const { findings, reports } = await list(['--from', one, two]);
    expect(reports).toBe(3);
    expect(findings).toMatchObject([
      { severity: 'critical', merged: [{ title: 'Eval runs whatever it is given!' }, { title: evil.title }] },
      { title: 'four is never used' },
    ]);
    const { stdout } = await box.run(['findings', '--from', one, two]);
    expect(stdout).toContain('2 findings from 3 reports');
    expect(stdout).toMatch(/Merged from:\n {2}F001:\n {4}import, line 5: Eval runs/);
    expect((await list(['--from', one, two, '--dedup', 'off'])).findings).toHaveLength(3);
  });

  it('1.2, 13.2 reads a pipe and writes SARIF that reads back as the same findings', async () => {
    const text = readFileSync(file('one.json', [evil]), 'utf8');
    const { stdout, code } = await box.run(['findings', '--sarif'], { stdin: text });
    expect(code).toBe(0);
    const again = await list([], stdout);
    const first = await list([], text);
    expect(again.findings).toEqual(first.findings.map((finding) => ({ ...finding, fingerprints: expect.anything() })));
  });

  it('1.3 says what was read as what, and which verdict a review gives', async () => {
    const answer = 'I looked at everything.\n\n```json\n{"verdict":"PASSED","findings":[]}\n```\n';
    expect(await list([], answer)).toMatchObject({
      sources: [{ name: '-', format: 'answer', reports: 0, verdict: 'PASSED' }],
      findings: [],
    });
    const { stdout } = await box.run(['findings', '--from', file('one.json', [evil]), '-'], { stdin: answer });
    expect(stdout).toMatch(/Read:\n {2}\S+one\.json {2}accountability, 1 report\n {2}- {2}answer, 0 reports, PASSED\n/);
    const none = await box.run(['findings', '--format', 'answer'], { stdin: 'It all looks fine to me, mostly.' });
    expect([none.code, none.stdout]).toEqual([1, '']);
  });

  it('13.2 writes to a file, and says so', async () => {
    const out = join(box.scratch, 'out.sarif');
    const { stdout, stderr } = await box.run(['findings', '--from', file('one.json', [evil]), '--sarif', '-o', out]);
    expect([stdout, stderr]).toEqual(['', `Wrote ${out}\n`]);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('1.5 gives a finding the same id after its file was renamed and its lines moved', async () => {
    const before = (await list(['--from', file('one.json', [evil])])).findings[0]?.id;
    box.git('mv', 'src/a.js', 'src/c.js');
    box.write('src/c.js', `// a new first line\n\n${source}`);
    const after = await list([
      '--from',
      file('two.json', [{ ...evil, file: 'src/c.js', line: 5, title: 'Do not call eval' }]),
    ]);
    expect(after.findings[0]?.id).toBe(before);
  });

  it('1.6 lists what is not there apart, with the reason', async () => {
    const path = file('one.json', [
      evil,
      { title: 'no such file', file: 'src/never.js', line: 1 },
      { title: 'no such line', file: 'src/a.js', line: 400 },
      { title: 'no such code', file: 'src/a.js', line: 1, quote: 'document.write(secret)' },
      { title: 'a folder', file: 'src' },
    ]);
    const { findings } = await list(['--from', path]);
    expect(Object.fromEntries(findings.map(({ title, reason }) => [title, reason]))).toEqual({
      [evil.title]: undefined,
      'no such file': 'no evidence: src/never.js is not in the repository, and never was',
      'no such line': 'no evidence: line 400 is past the end of src/a.js, which has 4 lines',
      'no such code': 'no evidence: the code that it quotes is nowhere in src/a.js',
      'a folder': 'no evidence: src is a folder, not a file',
    });
    expect((await list(['--from', path, '--no-check'])).findings.every(({ status }) => status === 'open')).toBe(true);
  });

  it('1.9 keeps to what the branch brought in', async () => {
    box.git('checkout', '-q', '-b', 'side');
    box.write('src/a.js', `${source}eval(more);\n`);
    box.commitAll('more');
    const path = file('one.json', [
      evil,
      { ...evil, title: 'more eval', line: 5 },
      { ...evil, title: 'in another file', file: 'src/b.js' },
    ]);
    const { findings } = await list(['--from', path, '--new-since', 'main', '--dedup', 'off']);
    expect(Object.fromEntries(findings.map(({ title, status, reason }) => [title, reason ?? status]))).toEqual({
      [evil.title]: 'it was there before main',
      'more eval': 'open',
      'in another file': 'it was there before main',
    });
  });

  it('1.5, 10.3 compares with an older report: new, unchanged, updated, absent', async () => {
    const gone: Item = { title: 'two is never used', file: 'src/a.js', line: 2, category: 'style' };
    const old = join(box.scratch, 'old.sarif');
    await box.run([
      'findings',
      '--from',
      file('old.json', [evil, gone, { ...evil, file: 'src/b.js' }]),
      '--sarif',
      '-o',
      old,
    ]);
    box.write('src/a.js', `// shifted\n${source}`);
    const fresh: Item = { title: 'four is never used', file: 'src/a.js', line: 5, category: 'style' };
    const now = file('now.json', [
      { ...evil, line: 4 },
      fresh,
      { ...evil, file: 'src/b.js', title: 'eval with an input is dangerous' },
    ]);
    const { stdout } = await box.run(['findings', '--from', now, '--baseline', old, '--sarif']);
    const results: { baselineState: string; message: { text: string } }[] = JSON.parse(stdout).runs[0].results;
    expect(results.map(({ baselineState, message }) => [baselineState, message.text.split('\n')[0]])).toEqual([
      ['unchanged', evil.title],
      ['updated', 'eval with an input is dangerous'],
      ['new', fresh.title],
      ['absent', gone.title],
    ]);
  });

  it('13.2 works outside of every repository, and leaves nothing behind', async () => {
    const { stdout, code } = await box.run(['findings', '--from', file('one.json', [evil]), '--json'], {
      cwd: box.outside,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).findings).toMatchObject([{ status: 'open', file: 'src/a.js' }]);
    expect(existsSync(join(box.state, 'fixpoint'))).toBe(false);
  });

  it('13.2 a reader that goes away is no error', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => ({
      title: `finding ${n} is about something of its own`,
      file: `f${n}.js`,
    }));
    const path = file('many.json', many);
    const script = '{ "$0" findings --no-check --from "$1"; echo "exit $?" >&2; } | head -1';
    const { stdout, stderr } = spawnSync('sh', ['-c', script, fixpointProgram, path], {
      cwd: box.root,
      env: box.env,
      encoding: 'utf8',
    });
    expect([stdout.split('\n').length, stderr]).toEqual([2, 'exit 0\n']);
  });

  it.each([
    [['findings', '--from', 'nowhere.json'], 'nowhere.json cannot be read: there is no such file'],
    [['findings', '--from', '-', '--format', 'xyz'], 'There is no format xyz'],
    [
      ['findings', '--from', '-', '--new-since', 'main', '--no-check'],
      '--new-since checks findings against the repository, and --no-check leaves that out',
    ],
    [['findings', '--from', '-', '--new-since', 'nowhere'], 'There is no commit "nowhere"'],
  ])('13.2 %j is refused with words that help', async (args, message) => {
    const { code, stderr } = await box.run(args, { stdin: '{"findings":[]}' });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
