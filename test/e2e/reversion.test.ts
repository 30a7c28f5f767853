/** A patch that takes back what an earlier fix of the run, or the user, put in is refused (7.2), by content. */
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { Report } from '../../src/model/report.ts';
import type { ScriptedEdit } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, type Fixing, start, until } from '../support/fixing.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const source = (share: readonly string[], part: readonly string[]): string =>
  ['export const share = (a, b) => {', ...share, '};', '', 'export const part = (c, d) => {', ...part, '};', ''].join(
    '\n',
  );

const plain = { share: '  return a / b;', part: '  return c / d;' };
const guard = { share: '  if (b === 0) return 0;', part: '  if (d === 0) return 0;' };
const file = 'src/share.mjs';
const begun = source([plain.share], [plain.part]);
const files = { [file]: begun, 'src/other.mjs': 'export const one = 1;\n' };
const first = source([guard.share, plain.share], [plain.part]);
const both = source([guard.share, plain.share], [guard.part, plain.part]);
/** What an agent writes that has the file as it was in its mind. */
const stale = source([plain.share], [guard.part, plain.part]);

const findings: FindingInput[] = [
  { code: 'F1', file, line: 2, title: 'Division by zero', description: 'When b is 0, the result is no number.' },
  { code: 'F2', file, line: 6, title: 'Division by zero', description: 'When d is 0, the result is no number.' },
];

const setUp = (sandbox: Sandbox, second: ScriptedEdit[], set: readonly string[] = []): Fixing =>
  fixing(sandbox, {
    findings,
    scenario: { findings: { F1: { edits: [{ file, write: first }] }, F2: { edits: second } } },
    set: ['limits.cycles=1', ...set],
  });

const attempt = (report: Report, code: string) => findingOf(report, code).attempts.at(-1);

const reformatted = stale
  .replace('return a / b;', '\n      return a\n        / b')
  .replaceAll(';', '')
  .replaceAll('  ', '\t');

describe.each(['auto', 'each'])('7.2 with verify.together %s', (together) => {
  it.each<[string, ScriptedEdit[]]>([
    ['in the same file', [{ file, write: stale }]],
    [
      'by another name',
      [
        { file, delete: true },
        { file: 'src/parts.mjs', write: `// parts\n${stale}` },
      ],
    ],
    ['reformatted', [{ file, write: reformatted }]],
  ])('7.2 an agent that undoes an earlier fix, %s, is refused with the place', (_, edits) =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report(setUp(sandbox, edits, [`verify.together=${together}`]).args);
      expectAccounted(report, sandbox);
      expect(attempt(report, 'F1')?.result).toBe('accepted');
      expect(attempt(report, 'F2')).toMatchObject({ result: 'refused', gate: 'reversion' });
      expect(attempt(report, 'F2')?.reason).toMatch(
        /^src\/share\.mjs:2 \(before\): takes back what the accepted fix of F1 put in \([0-9a-f]{12}\): "if \(b === 0\) return 0;" is gone \(fix-reverted\)\. Accepted would be: /,
      );
      expect(sandbox.git('show', `${report.branch}:${file}`)).toBe(first.trimEnd());
      const explained = await sandbox.run(['explain', report.run, 'F2']);
      expect(explained.stdout).toContain('✘ reversion: does it keep what earlier fixes, and the user, put in?');
      expect(explained.stdout).toContain('"if (b === 0) return 0;" is gone');
    }, files),
  );

  it('7.2 an agent that does its own part, or improves the line of another, is not', () =>
    inSandbox(async (sandbox) => {
      const better = both.replace(guard.share, '  if (b === 0 || Number.isNaN(b)) return 0;');
      const { report } = await sandbox.report(
        setUp(sandbox, [{ file, write: better }], [`verify.together=${together}`]).args,
      );
      expect([attempt(report, 'F1')?.result, attempt(report, 'F2')?.result]).toEqual(['accepted', 'accepted']);
      expect(sandbox.git('show', `${report.branch}:${file}`)).toBe(better.trimEnd());
    }, files));
});

it('7.2 14 passes where gates.reversion is off, or gates.allow names the rule', () =>
  inSandbox(async (sandbox) => {
    for (const setting of ['gates.reversion=false', 'gates.allow=["fix-reverted"]']) {
      const { report } = await sandbox.report(setUp(sandbox, [{ file, write: stale }], [setting]).args);
      expect(attempt(report, 'F2')?.result, setting).toBe('accepted');
    }
  }, files));

describe('7.2 what the user put in', () => {
  const one = (sandbox: Sandbox, write: string): string[] =>
    fixing(sandbox, {
      findings: findings.slice(1).map((each) => ({ ...each, line: 7 })),
      scenario: { findings: { F2: { edits: [{ file, write }] } } },
      set: ['limits.cycles=1'],
    }).args;

  it('7.2 and did not commit stays', () =>
    inSandbox(async (sandbox) => {
      sandbox.write(file, first);
      const { report } = await sandbox.report([...one(sandbox, stale), '--include-dirty']);
      expect(attempt(report, 'F2')).toMatchObject({ result: 'refused', gate: 'reversion' });
      expect(attempt(report, 'F2')?.reason).toContain(
        'takes back your uncommitted work: "if (b === 0) return 0;" is gone',
      );
      expect(sandbox.read(file)).toBe(first);
      const honest = await sandbox.report([...one(sandbox, both), '--include-dirty']);
      expect(attempt(honest.report, 'F2')?.result).toBe('accepted');
    }, files));

  it('7.2 and committed on a branch stays', () =>
    inSandbox(async (sandbox) => {
      sandbox.git('checkout', '-q', '-b', 'topic');
      sandbox.write(file, first);
      sandbox.commitAll('guard');
      const { report } = await sandbox.report([...one(sandbox, stale), '--base', 'main']);
      expect(attempt(report, 'F2')).toMatchObject({ result: 'refused', gate: 'reversion' });
      expect(attempt(report, 'F2')?.reason).toContain('takes back what your branch changed since main');
    }, files));
});

it('7.2 11.1 an earlier fix is known after a resumption', () =>
  inSandbox(async (sandbox) => {
    const fix = fixing(sandbox, {
      findings,
      scenario: {
        findings: {
          F1: { edits: [{ file, write: first }] },
          F2: [{ call: { hang: true } }, { edits: [{ file, write: stale }] }],
        },
      },
      set: ['limits.cycles=1'],
    });
    const { pid, ended } = start(sandbox, [...fix.args, '--json']);
    await until(() => fix.agent.calls().some(({ codes }) => codes.includes('F2')));
    process.kill(pid, 'SIGKILL');
    await ended;
    const { report } = await sandbox.report(['resume']);
    expectAccounted(report, sandbox);
    expect(attempt(report, 'F1')?.result).toBe('accepted');
    expect(attempt(report, 'F2')).toMatchObject({ result: 'refused', gate: 'reversion' });
  }, files));

it('7.2 what was accepted while an agent was at work counts too', () =>
  inSandbox(async (sandbox) => {
    const noisy = 'start();\nconsole.log(password, user);\nsend(user);\nwait();\nfinish(user);\nclose();\n';
    const quiet = noisy.replace('console.log(password, user);\n', '');
    const again = noisy.replace('send(user);\n', 'send(user);\nconsole.log(password, user);\n');
    const fix = fixing(sandbox, {
      findings: [
        { code: 'F1', file: 'src/log.mjs', line: 2, title: 'A password is printed' },
        { code: 'F2', file: 'src/other.mjs', line: 1, title: 'one is not two' },
      ],
      scenario: {
        findings: {
          F1: { edits: [{ file: 'src/log.mjs', write: quiet }] },
          F2: {
            edits: [
              { file: 'src/log.mjs', write: again },
              { file: 'src/other.mjs', find: '1', replace: '2' },
            ],
          },
        },
      },
      set: ['limits.cycles=1'],
    });
    sandbox.write('src/log.mjs', noisy);
    sandbox.commitAll('log');
    const { report } = await sandbox.report(fix.args);
    expect(attempt(report, 'F1')?.result).toBe('accepted');
    expect(attempt(report, 'F2')).toMatchObject({ result: 'refused', gate: 'reversion' });
    const together = readJournal(sandbox.folder).events.flatMap((event) =>
      event.type === 'units.integrated' ? event.commits : [],
    );
    expect(together.flatMap(({ remarks = [] }) => remarks)).toMatchObject([{ rule: 'fix-reverted' }]);
  }, files));

it('7.1 14 gates.testIntegrity switches off what is noticed by reading, gates.protectedPaths closes more', () =>
  inSandbox(async (sandbox) => {
    const silent = `/* eslint-disable */\n${first}`;
    const args = (set: string[]): string[] =>
      fixing(sandbox, {
        findings: findings.slice(0, 1),
        scenario: {
          findings: {
            F1: {
              edits: [
                { file, write: silent },
                { file: 'src/other.mjs', find: '1', replace: '2' },
              ],
            },
          },
        },
        set: ['limits.cycles=1', ...set],
      }).args;
    const gateOf = async (set: string[]) => attempt((await sandbox.report(args(set))).report, 'F1')?.gate ?? 'accepted';
    expect(await gateOf([])).toBe('suppressions');
    expect(await gateOf(['gates.testIntegrity=false'])).toBe('accepted');
    expect(await gateOf(['gates.testIntegrity=false', 'gates.protectedPaths=["src/OTHER.*"]'])).toBe('protected');
  }, files));
