/** No attacker is needed: what looks younger is built again, and no fresh clone would do that. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attack, type Attacked, expectFixed, expectHeldThenFixed, freshClonePasses } from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';

const cages = (await sandboxHere()) ? (['auto', 'off'] as const) : (['off'] as const);

describe.each(cages)('files by their age, sandbox: %s', (cage) => {
  /** As `make` has it, where what is generated is committed. */
  const generated = {
    'source.txt': 'old\n',
    'generated.txt': 'old\n',
    'test.sh':
      'echo REACHED; if [ source.txt -nt generated.txt ]; then cp source.txt generated.txt; fi; cmp source.txt generated.txt\n',
  };

  it('5.8 a patch that leaves out what is generated from it is refused, as a fresh clone would; with it, it is accepted', () =>
    inSandbox(async (sandbox) => {
      const { report } = await attack(sandbox, {
        findings: [{ code: 'S1', file: 'source.txt', line: 1 }],
        scenario: {
          findings: {
            S1: [
              { edits: [{ file: 'source.txt', write: 'new\n' }] },
              {
                edits: [
                  { file: 'source.txt', write: 'newer\n' },
                  { file: 'generated.txt', write: 'newer\n' },
                ],
              },
            ],
          },
        },
        verify: ['sh test.sh'],
        sandbox: cage,
      });
      expectHeldThenFixed(report, 'S1');
      expect(freshClonePasses(sandbox, report, ['sh test.sh'])).toBe(true);
    }, generated));

  it('5.8 what an earlier run installed is not out of date for the next one', () =>
    inSandbox(
      async (sandbox) => {
        const fixing = (code: string, write: string): Attacked => ({
          findings: [{ code, file: 'note.txt', line: 1 }],
          scenario: { findings: { [code]: [{ edits: [{ file: 'note.txt', write }] }] } },
          setup: ['mkdir -p deps && cp deps.lock deps/done'],
          verify: ['sh test.sh'],
          sandbox: cage,
          name: code,
        });
        const first = await attack(sandbox, fixing('N1', 'better\n'));
        const second = await attack(sandbox, fixing('N2', 'better still\n'));
        expectFixed(first.report, 'N1');
        expectFixed(second.report, 'N2');
      },
      {
        'deps.lock': 'tool 1\n',
        'note.txt': 'bad\n',
        'test.sh': 'if [ deps.lock -nt deps/done ]; then echo "no network to install from"; exit 1; fi\n',
        '.gitignore': 'deps/\n',
      },
    ));

  it('5.8 what a tool keeps in the home folder is of no use for a file of the same size in another tree', () =>
    inSandbox(
      async (sandbox) => {
        const test = 'PYTHONPYCACHEPREFIX="$HOME/compiled" python3 test.py';
        const values = (...all: number[]) => all.map((n) => ({ edits: [{ file: 'a.py', write: `value = ${n}\n` }] }));
        const { report } = await attack(sandbox, {
          findings: [{ code: 'A1', file: 'a.py', line: 1 }],
          scenario: { findings: { A1: values(2, 3) } },
          verify: [test],
          sandbox: cage,
        });
        expectHeldThenFixed(report, 'A1');
        expect(freshClonePasses(sandbox, report, [test])).toBe(true);
      },
      { 'a.py': 'value = 1\n', 'test.py': 'import a\nprint("REACHED")\nassert a.value % 2 == 1\n' },
    ));

  /** By what `go test` recognises a file that a test read: name, size and time. */
  const keepsResults = [
    'known="$HOME/results/$(stat -c "%n %s %Y" data/in.txt | cksum | cut -d " " -f 1)"',
    'if [ -e "$known" ]; then exit 0; fi',
    'echo REACHED; grep -q "[13]" data/in.txt || exit 1',
    'touch "$known"',
    '',
  ].join('\n');

  it('5.8 tests that Go keeps the results of run again where a file that they read has changed', () =>
    inSandbox(
      async (sandbox) => {
        const results = join(sandbox.home, 'results');
        mkdirSync(results);
        const { report } = await attack(sandbox, {
          findings: [{ code: 'D1', file: 'data/in.txt', line: 1 }],
          scenario: {
            findings: { D1: ['2', '3'].map((n) => ({ edits: [{ file: 'data/in.txt', write: `${n}\n` }] })) },
          },
          verify: ['sh test.sh'],
          sandbox: cage,
          // As somebody does who wants the results of earlier proofs in the cage, too.
          env: { FIXPOINT_SET_VERIFY__NEEDS__WRITABLE: JSON.stringify([sandbox.scratch, results]) },
        });
        expectHeldThenFixed(report, 'D1');
        expect(readdirSync(results), 'shared by the proofs of the start and of the fix').toHaveLength(2);
      },
      { 'data/in.txt': '1\n', 'test.sh': keepsResults },
    ));
});

describe.each(cages)('attributes that a patch changes, sandbox: %s', (cage) => {
  it('5.8 files that it leaves alone are laid out anew, as they would be in a fresh clone', () =>
    inSandbox(
      async (sandbox) => {
        const attributes = (note: string, text: string) => ({
          edits: [
            { file: 'note.txt', write: note },
            { file: '.gitattributes', write: text },
          ],
        });
        const { report } = await attack(sandbox, {
          findings: [{ code: 'N1', file: 'note.txt', line: 1 }],
          scenario: {
            findings: {
              N1: [
                attributes('better\n', 'data.txt text eol=crlf\n'),
                attributes('better still\n', 'data.txt text eol=lf\n'),
              ],
            },
          },
          verify: ['sh test.sh'],
          sandbox: cage,
        });
        expectHeldThenFixed(report, 'N1');
        expect(freshClonePasses(sandbox, report, ['sh test.sh'])).toBe(true);
      },
      {
        'note.txt': 'bad\n',
        'data.txt': 'data\n',
        '.gitattributes': 'data.txt text\n',
        'test.sh': 'echo REACHED; test "$(wc -c < data.txt)" = 5\n',
      },
    ));
});

describe.each(cages)('files of submodules, sandbox: %s', (cage) => {
  it('5.8 are older than what set-up makes of them, as in a fresh clone', () =>
    inSandbox(
      async (sandbox) => {
        const lib = join(sandbox.folder, 'lib');
        sandbox.git('init', '--quiet', '--initial-branch=main', lib);
        writeFileSync(join(lib, 'x.txt'), 'x\n');
        sandbox.git('-C', lib, 'add', '--all');
        sandbox.git('-C', lib, 'commit', '--quiet', '--message', 'lib');
        sandbox.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${lib}`, 'lib');
        sandbox.commitAll('submodule');
        for (const code of ['N1', 'N2']) {
          const { report } = await attack(sandbox, {
            findings: [{ code, file: 'note.txt', line: 1 }],
            scenario: { findings: { [code]: [{ edits: [{ file: 'note.txt', write: `${code}\n` }] }] } },
            setup: ['mkdir -p deps && cp lib/x.txt deps/made'],
            verify: ['[ deps/made -nt lib/x.txt ]'],
            sandbox: cage,
            name: code,
          });
          expect(report.verification.baseline).toMatchObject({ verdict: 'passed' });
          expectFixed(report, code);
        }
      },
      { 'note.txt': 'bad\n', '.gitignore': 'deps/\n' },
    ));
});
