/**
 * Acceptance 7: files with findings that are broken, empty, huge or no files at all are refused, and nothing is left
 * behind.
 */
import { execFileSync, spawn } from 'node:child_process';
import { openSync, closeSync, ftruncateSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefused } from '../support/refused.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
let at: (name: string) => string;
beforeAll(() => {
  box = openSandbox({ 'a.txt': 'bad\n' });
  at = (name) => join(box.scratch, name);
});
afterAll(() => box.dispose());

const finding = { id: 'F1', severity: 'high', title: 'bad', description: 'it is bad', file: 'a.txt', line: 1 };
const good = JSON.stringify({ findings: [finding], summary: '' });

const sparse = (path: string, size: number): void => {
  const fd = openSync(path, 'w');
  ftruncateSync(fd, size);
  closeSync(fd);
};

describe('a file with findings that cannot be read', () => {
  it.each<[string, string | Uint8Array, (string | RegExp)[]]>([
    ['nothing', '', ['in.json: this is empty']],
    ['blanks', ' \n\t\n', ['in.json: this is empty']],
    [
      'prose',
      'I found nothing.',
      ['in.json: this is in no format that is known, and no file:line was found in it', '--format'],
    ],
    ['half a document', good.slice(0, 60), [/in\.json:1:\d+: this is not JSON: .*is it cut off\?/]],
    ['a comma too many', `{\n  "findings": [],\n}\n`, ['in.json:3:1: this is not JSON: unexpected "}"']],
    ['a number', '42', ['in.json: this is JSON, but in no format that is known', '--format']],
    ['null', 'null', ['in.json: this is JSON, but in no format that is known']],
    ['an object of another kind', '{"a":1}', ['in.json: this is JSON, but in no format that is known', 'sarif']],
    ['findings that are no list', '{"findings":{"__proto__":[]}}', ['in.json: this is JSON, but in no format']],
    ['SARIF of another version', '{"version":"1.0.0","runs":[]}', [/in\.json: .*1\.0\.0/]],
    ['100,000 brackets', '['.repeat(100_000), [/in\.json/]],
    [
      'Latin-1',
      Buffer.from('{"findings":[{"title":"\xe9"}]}', 'latin1'),
      ['in.json: this is not UTF-8 text', 'Save it as UTF-8'],
    ],
    ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x00]), ['in.json: this is not UTF-16LE text']],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452ff', 'hex'), ['in.json: this is not UTF-8 text']],
    ['steering the terminal', '\u001B]0;owned\u0007', ['in.json: this is in no format']],
  ])('1.2 %s', async (_, content, says) => {
    writeFileSync(at('in.json'), content);
    await expectRefused(box, { args: ['fix', '--from', at('in.json')], says });
  });

  it.each<[string, () => string, string[]]>([
    ['is not there', () => at('nowhere'), ['nowhere cannot be read: there is no such file']],
    ['is an address', () => 'https://example.com/a.sarif', ['nothing is fetched from the network', 'curl']],
    ['is a folder', () => box.home, ['cannot be read: it is a folder, not a file']],
    [
      'is a link to nowhere',
      () => (symlinkSync('nowhere', at('dangling')), at('dangling')),
      ['dangling cannot be read: there is no such file'],
    ],
    [
      'is a link to itself',
      () => (symlinkSync('loop', at('loop')), at('loop')),
      ['loop cannot be read: it is a symbolic link that leads to itself'],
    ],
    ['is below a file', () => join(box.root, 'a.txt/x'), ['a.txt/x cannot be read']],
    ['never ends', () => '/dev/zero', ['/dev/zero cannot be read: it is neither a file nor a pipe']],
    [
      'has 3 GB',
      () => (sparse(at('huge'), 3e9), at('huge')),
      ['huge cannot be read: it is larger than 256 MB', 'split it'],
    ],
    ['has a name with control characters', () => '\u001B[31mred', [String.raw`\x1b[31mred cannot be read`]],
  ])('1.2 %s', async (_, make, says) => {
    const from = make();
    const words = await box.run(['fix', '--from', from]);
    for (const each of says) expect(words.stderr).toContain(each);
    await expectRefused(box, { args: ['fix', '--from', from], says: ['cannot be read'] });
  });

  it('1.2 one of several: none of them is taken up', async () => {
    writeFileSync(at('good.json'), good);
    writeFileSync(at('bad.json'), 'oops');
    const args = ['fix', '--from', at('good.json'), '--from', at('bad.json')];
    await expectRefused(box, { args, says: ['bad.json: this is in no format'] });
  });

  it('1.2 a format that it does not have', async () => {
    writeFileSync(at('good.json'), good);
    const from = ['fix', '--from', at('good.json')];
    await expectRefused(box, {
      args: [...from, '--format', 'sarif'],
      says: ['good.json: this is not SARIF 2.1.0 (format sarif)', 'format accountability: leave out --format'],
    });
    await expectRefused(box, {
      args: [...from, '--format', 'csv'],
      says: ['There is no format csv. Known are: sarif, eslint'],
    });
    await expectRefused(box, {
      args: [...from, '--format', 'eslintt'],
      says: ['There is no format eslintt (did you mean eslint?). Known are: sarif'],
    });
  });

  it('4.1 a review report that is not there', async () => {
    writeFileSync(at('good.json'), good);
    await expectRefused(box, {
      args: ['fix', '--from', at('good.json'), '--review-report', at('none.md')],
      says: ['none.md cannot be read'],
    });
  });
});

describe('standard input and pipes', () => {
  it('1.2 standard input with nothing in it, where a document was named', async () => {
    const args = ['fix', '--from', '-', '--format', 'sarif'];
    await expectRefused(box, { args, says: ['standard input: this is empty'], options: { stdin: '' } });
  });

  it('1.2 standard input twice', async () => {
    await expectRefused(box, {
      args: ['fix', '--from', '-', '-'],
      says: ['was given twice', 'as a file'],
      options: { stdin: good },
    });
  });

  it('1.2 a pipe is read as long as somebody writes to it', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    // Opened late, in two parts with a pause in between.
    const line = 'sleep 0.5; { printf "%.20s" "$0"; sleep 0.5; printf "%s" "$1"; } > "$2"';
    const writer = spawn('/bin/sh', ['-c', line, good, good.slice(20), at('pipe')], { stdio: 'ignore' });
    const { code, stdout, stderr } = await box.run(['fix', '--from', at('pipe'), '--dry-run']);
    writer.kill();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 finding,');
  });

  it('1.2 a pipe that nobody writes to is given up', async () => {
    execFileSync('mkfifo', [at('silent')]);
    const { code, stderr } = await box.run(['fix', '--from', at('silent')]);
    expect(stderr).toMatch(/silent cannot be read: it is a pipe, and nobody wrote to it for 5 s\./);
    expect(code).toBe(1);
  });
});

describe('much of everything', () => {
  it('1.2, 10.3 reads 60 MB of SARIF with 130,000 results, and says what became of each', async () => {
    const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.txt' }, region: { startLine: 1 } } }];
    const results = Array.from({ length: 130_000 }, (_, n) => ({
      ruleId: `rule-${n}`,
      message: { text: `problem ${n} ${'x'.repeat(350)}` },
      locations,
    }));
    const text = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results }] });
    expect(text.length).toBeGreaterThan(60_000_000);
    writeFileSync(at('big.sarif'), text);
    const args = ['fix', '--from', at('big.sarif'), '--set', 'findings.dedup=off', '--quiet'];
    const { code, stdout, stderr } = await box.run(args, { limitMs: 240_000 });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(stdout.match(/→ blocked: /g)).toHaveLength(130_000);
  }, 300_000);
});
