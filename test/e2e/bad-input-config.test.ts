/**
 * Acceptance 7: configuration that is broken, huge or hostile is refused with its place, and nothing is left behind.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectPlain, expectRefused } from '../support/refused.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
let fix: string[];
beforeAll(() => {
  box = openSandbox({ 'a.txt': 'bad\n' });
  fix = ['fix', '--from', box.findings([{ code: 'F1', file: 'a.txt', line: 1 }])];
});
afterAll(() => box.dispose());
afterEach(() => {
  for (const name of ['fixpoint.yaml', 'fixpoint.yml']) rmSync(join(box.root, name), { recursive: true, force: true });
});

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const laughs = `a0: &a0 [lol]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`).join('\n')}\n`;

const broken: [name: string, content: string | Uint8Array, says: (string | RegExp)[]][] = [
  ['YAML that does not end', 'fix: [1, 2\n', [/fixpoint\.yaml:\d+:\d+: broken YAML/]],
  ['tabs for indentation', 'fix:\n\tmode: batch\n', [/fixpoint\.yaml:2:\d+: broken YAML/]],
  ['a list', '- fix\n', ['fixpoint.yaml:1:1: this must be a section with keys']],
  ['a word', 'hello\n', ['fixpoint.yaml:1:1: this must be a section with keys']],
  ['several documents', 'fix: {}\n---\nfix: {}\n', [/fixpoint\.yaml:\d+:\d+: broken YAML/]],
  ['a key twice', 'fix: {}\nfix: {}\n', ['fixpoint.yaml:2:1 fix: this key is there twice', 'keep one of them']],
  [
    '3 MB',
    `# ${'x'.repeat(3_000_000)}\n`,
    ['fixpoint.yaml: this is larger than 1 MB', 'is it really the configuration?'],
  ],
  [
    'a bomb of aliases',
    laughs,
    [/fixpoint\.yaml: this cannot be read: it has (?:more than 100 aliases|too many entries)/],
  ],
  ['an alias of itself', 'fix: &a\n  notes: *a\n', [/fixpoint\.yaml/]],
  ['100,000 brackets', `fix: ${'['.repeat(100_000)}`, [/fixpoint\.yaml.*nested too deeply/]],
  [
    '30 levels',
    `fix: ${'{a: '.repeat(30)}1${'}'.repeat(30)}`,
    ['fixpoint.yaml: this cannot be read: it is nested too deeply'],
  ],
  [
    '50,000 keys',
    Array.from({ length: 50_000 }, (_, n) => `key${n}: 1\n`).join(''),
    ['fixpoint.yaml:1:1 key0: there is no such key'],
  ],
  ['__proto__', '__proto__: { polluted: true }\n', ['fixpoint.yaml:1:1 __proto__: this name is not allowed']],
  [
    'constructor in a section',
    'fix: { constructor: 1 }\n',
    ['fixpoint.yaml:1:8 fix.constructor: this name is not allowed'],
  ],
  ['a tag that names code', 'fix: !!js/function "function () {}"\n', [/fixpoint\.yaml:1:\d+: broken YAML/]],
  [
    'bytes that are not UTF-8',
    Buffer.from('fix: { notes: "\xe9" }\n', 'latin1'),
    ['fixpoint.yaml: this is not UTF-8 text', 'save it as UTF-8'],
  ],
  ['steering the terminal', '"\\e]0;owned\\a\\e[2J": 1\n', ['fixpoint.yaml:1:1', 'there is no such key']],
];

const odd: [name: string, make: (path: string) => void, says: (string | RegExp)[]][] = [
  ['a folder', (path) => mkdirSync(path), ['fixpoint.yaml: this is a folder, not a file', 'remove or rename it']],
  [
    'a link to nowhere',
    (path) => symlinkSync('nowhere', path),
    ['fixpoint.yaml: this is a symbolic link to a file that is not there'],
  ],
  ['a link to itself', (path) => symlinkSync('fixpoint.yaml', path), ['fixpoint.yaml: this']],
  [
    'a pipe',
    (path) => execFileSync('mkfifo', [path]),
    ['fixpoint.yaml: this is not a regular file', 'remove or rename it'],
  ],
];

describe('a configuration file that cannot be used', () => {
  it.each(broken)('14 %s', async (_, content, says) => {
    box.write('fixpoint.yaml', content);
    await expectRefused(box, { args: fix, says });
  });

  it.each(odd)('14 %s', async (_, make, says) => {
    make(join(box.root, 'fixpoint.yaml'));
    await expectRefused(box, { args: fix, says });
  });

  it.each([
    ['is not there', 'nowhere.yaml', 'nowhere.yaml: there is no such file'],
    ['is a folder', '.', 'this is a folder, not a file'],
    ['never ends', '/dev/zero', '/dev/zero: this is not a regular file'],
  ])('14 --config names a file that %s', async (_, file, says) => {
    await expectRefused(box, { args: [...fix, '--config', file], says: [says] });
  });

  it('14 fixpoint.yaml and fixpoint.yml', async () => {
    box.write('fixpoint.yaml', 'fix: {}\n');
    box.write('fixpoint.yml', 'fix: {}\n');
    await expectRefused(box, { args: fix, says: ['fixpoint.yaml: there is also a fixpoint.yml', 'keep one of them'] });
  });
});

describe('a configuration with several problems', () => {
  const problems = [
    ['fixpoint.yaml:1:1 preset', 'must be one of', undefined],
    ['fixpoint.yaml:3:3 fix.concurency', 'there is no such key', 'did you mean concurrency?'],
    ['fixpoint.yaml:4:3 fix.mode', 'must be one of', 'did you mean batch?'],
    ['fixpoint.yaml:6:3 limits.cycles', 'must be a number; it is "many"', undefined],
    ['fixpoint.yaml:7:1 verfy', 'there is no such key', 'did you mean verify?'],
    ['fixpoint.yaml:8:1 agents', 'must be a section with keys; it is a list', undefined],
    ['FIXPOINT_SET_FIX__CONCURRENCY', 'must be a number', undefined],
    ['--set commit.per', 'must be one of', undefined],
  ] as const;

  it('14 names all of them at once, each with its place and a suggestion', async () => {
    const lines = [
      'preset: defalt',
      'fix:',
      '  concurency: 8',
      '  mode: bath',
      'limits:',
      '  cycles: many',
      'verfy: {}',
      'agents: [claude]',
    ];
    box.write('fixpoint.yaml', `${lines.join('\n')}\n`);
    const env = { ...box.env, FIXPOINT_SET_FIX__CONCURRENCY: 'lots' };
    const args = [...fix, '--set', 'commit.per=weekday'];
    const found = await expectRefused(box, {
      args,
      says: [/has \d+ problems:/, ...problems.map(([place]) => place)],
      options: { env },
    });
    for (const [place, message, suggestion] of problems) {
      const problem = found.find((each) => each.place.startsWith(place));
      expect(problem?.message, place).toContain(message);
      if (suggestion !== undefined) expect(problem?.suggestion, place).toBe(suggestion);
    }
    expect(found).toHaveLength(problems.length);
  });
});

describe('a configuration that only looks odd', () => {
  it.each([
    ['nothing in it', ''],
    ['comments alone', '# nothing\n'],
    ['sections without keys', 'fix:\nverify:\n'],
    ['UTF-16', utf16('fix: { notes: "é" }\n')],
    ['a byte order mark and Windows line endings', '\uFEFFfix:\r\n  notes: x\r\n'],
  ])('14 works: %s', async (_, content) => {
    box.write('fixpoint.yaml', content);
    const { code, stderr, stdout } = await box.run([...fix, '--dry-run']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 finding');
    expectPlain(stdout);
  });
});
