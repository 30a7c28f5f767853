/**
 * Acceptance 7: names, endings, links, modes and ignored files of every kind survive run, branch and apply byte by
 * byte.
 */
import { chmodSync, lstatSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { expectPlain } from '../support/refused.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { doWholeJob, jobFiles } from '../support/whole-job.ts';

/** One character for each byte. */
const names = [
  'src/a b .txt',
  'src/it\'s "quoted" `here` $(x).txt',
  'src/two\nlines.txt',
  'src/tab\tback\\slash.txt',
  '-rf',
  ':(glob)*',
  Buffer.from('src/caf\u00E9 (NFC).txt').toString('latin1'),
  Buffer.from('src/cafe\u0301 (NFD).txt').toString('latin1'),
  'src/caf\xe9\xff.txt',
];

const bytes = (root: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);

/** A shell line that does something to a file whose name no program has to understand. */
const inShell = (name: string, line: (path: string) => string): string => {
  const octal = [...Buffer.from(name, 'latin1')].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return `f="$(printf '${octal}x')"; f="./\${f%x}"; ${line('"$f"')}`;
};

const writeAll = (box: Sandbox): void => {
  for (const name of names) writeFileSync(bytes(box.root, name), 'odd\n');
  box.commitAll('odd names');
};

describe('file names', () => {
  it('8.3 with spaces, quotes, line breaks, tabs, dashes, NFC, NFD and bytes that are not UTF-8: changed', () =>
    inSandbox(async (box) => {
      writeAll(box);
      const run = names.map((name) => inShell(name, (path) => `printf 'odd and good\\n' > ${path}`)).join('; ');
      await doWholeJob(box, { run, also: Object.fromEntries(names.map((name) => [name, 'odd and good\n'])) });
    }, jobFiles));

  it('8.3 of the same kinds: removed and added, and left alone', () =>
    inSandbox(async (box) => {
      writeAll(box);
      const added = ['src/new\xfe\n"\'.txt', '--new', 'src/\x01\x1b[31m'];
      const gone = ['src/caf\xe9\xff.txt', 'src/two\nlines.txt'];
      const run = [
        ...gone.map((name) => inShell(name, (path) => `rm ${path}`)),
        ...added.map((name) => inShell(name, (path) => `echo new > ${path}`)),
      ].join('; ');
      const also = {
        ...Object.fromEntries(gone.map((name) => [name, null])),
        ...Object.fromEntries(added.map((name) => [name, 'new\n'])),
      };
      await doWholeJob(box, { run, also });
      expectPlain((await box.run(['report'])).stdout);
    }, jobFiles));

  it('1.2 findings lie in files with odd names', () =>
    inSandbox(async (box) => {
      const odd = [
        'src/a b .txt',
        'src/it\'s "quoted".txt',
        'src/tab\there.txt',
        '-rf',
        'src/caf\u00E9.txt',
        'src/100%.txt',
      ];
      for (const file of odd) box.write(file, 'bad\n');
      box.commitAll('odd');
      const from = box.findings(odd.map((file, n) => ({ code: `F${n}`, file, line: 1 })));
      const line = `node -e 'const i=JSON.parse(fs.readFileSync(process.env.FIXPOINT_INPUT));for(const f of i.findings)fs.writeFileSync("./"+f.file,"good\\n");fs.writeFileSync(process.env.FIXPOINT_ANSWER,JSON.stringify({outcomes:i.findings.map(f=>({id:f.id,outcome:"fixed",explanation:"x"}))}))'`;
      const { report } = await box.report(['fix', '--from', from, '--agent-command', line, '--verify', 'true']);
      const ends = new Map(report.findings.map(({ file, status, reason }) => [file, reason ?? status]));
      expect(ends).toEqual(new Map(odd.map((file) => [file, 'fixed'])));
      expect((await box.run(['apply'])).code).toBe(0);
      for (const file of odd) expect(box.read(file)).toBe('good\n');
    }, jobFiles));
});

describe('line endings', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  const checkOutAgain = (box: Sandbox): void => {
    box.git('rm', '--quiet', '--cached', '-r', '.');
    box.git('reset', '--quiet', '--hard');
  };

  it.each<[string, (box: Sandbox) => void]>([
    ['core.autocrlf', (box) => void box.git('config', '--global', 'core.autocrlf', 'true')],
    ['eol=crlf', (box) => (box.write('.gitattributes', '*.txt text eol=crlf\n'), void box.commitAll('attributes'))],
    ['info/attributes', (box) => box.write('.git/info/attributes', '*.txt text eol=crlf\n')],
  ])('8.1 CRLF on disk by %s: the branch has LF, apply gives CRLF', (_, make) =>
    inSandbox(async (box) => {
      make(box);
      checkOutAgain(box);
      expect(box.read('src/a.txt')).toBe(crlf(jobFiles['src/a.txt']));
      await doWholeJob(box, { onDisk: crlf });
    }, jobFiles),
  );

  it('8.1 CRLF in the repository itself is kept', () =>
    inSandbox(async (box) => {
      for (const [file, text] of Object.entries(jobFiles)) box.write(file, crlf(text));
      box.commitAll('crlf');
      const also = { 'src/a.txt': 'good a\r\nkeep\r\n', 'src/b.txt': 'good b\r\nkeep\r\n' };
      await doWholeJob(box, { also, onDisk: (text) => text });
    }, jobFiles));
});

describe('ignored files, links and modes', () => {
  it.each<[string, (box: Sandbox) => void]>([
    ['.gitignore', (box) => (box.write('.gitignore', '*.log\nout/\n'), void box.commitAll('ignore'))],
    ['info/exclude', (box) => box.write('.git/info/exclude', '*.log\nout/\n')],
    [
      'core.excludesFile',
      (box) => (
        writeFileSync(join(box.home, 'ignore'), '*.log\nout/\n'),
        void box.git('config', '--global', 'core.excludesFile', '~/ignore')
      ),
    ],
  ])('8.3 what %s ignores is not committed, and what the user has of it stays', (_, make) =>
    inSandbox(async (box) => {
      make(box);
      box.write('mine.log', 'mine\n');
      const report = await doWholeJob(box, {
        run: 'echo x > mine.log; echo x > src/new.log; mkdir -p out; echo x > out/y; echo new > src/new.txt',
        also: { 'src/new.txt': 'new\n' },
      });
      expect(box.read('mine.log')).toBe('mine\n');
      expect(box.git('ls-tree', '-r', '--name-only', report.head ?? '')).not.toMatch(/\.log|out\//);
    }, jobFiles),
  );

  it('8.1 links stay links, and what they lead to is not written through', () =>
    inSandbox(async (box) => {
      writeFileSync(join(box.outside, 'secret'), 'secret\n');
      symlinkSync('a.txt', join(box.root, 'src/link'));
      symlinkSync(box.outside, join(box.root, 'out'));
      symlinkSync('nowhere', join(box.root, 'dangling'));
      box.commitAll('links');
      const run = 'ln -sfn b.txt src/link; ln -s ../nowhere src/new; rm dangling';
      await doWholeJob(box, { run, also: { dangling: null, 'src/link': 'b.txt', 'src/new': '../nowhere' } });
      expect(readlinkSync(join(box.root, 'out'))).toBe(box.outside);
      expect(readdirSync(box.outside)).toEqual(['secret']);
    }, jobFiles));

  it('8.3 executable bits are kept, and changed where the agent changed them', () =>
    inSandbox(async (box) => {
      box.write('run.sh', '#!/bin/sh\n');
      box.write('src/tool.sh', '#!/bin/sh\n');
      chmodSync(join(box.root, 'src/tool.sh'), 0o755);
      chmodSync(join(box.root, 'src/a.txt'), 0o755);
      box.commitAll('modes');
      const modeOf = (file: string): number => lstatSync(join(box.root, file)).mode & 0o111;
      const whenApplied = (): void =>
        expect(['run.sh', 'src/a.txt', 'src/b.txt'].map(modeOf)).toEqual([0o111, 0o111, 0]);
      const report = await doWholeJob(box, { run: 'chmod +x run.sh', also: { 'run.sh': '#!/bin/sh\n' }, whenApplied });
      const modes = box.git('ls-tree', '-r', '--format=%(objectmode) %(path)', report.head ?? '');
      expect(modes.split('\n')).toEqual([
        '100755 run.sh',
        '100755 src/a.txt',
        '100644 src/b.txt',
        '100755 src/tool.sh',
      ]);
      expect(modeOf('run.sh')).toBe(0o111);
    }, jobFiles));
});
