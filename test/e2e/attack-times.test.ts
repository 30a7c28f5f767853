/** No attacker is needed: what looks younger is built again, and no fresh clone would do that. */
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
});
