/**
 * Acceptance 3: an agent that finds Fixpoint's own files gets the run stopped, and nothing that it planted there is
 * run.
 */
import { describe, expect, test } from 'vitest';
import { meddling, type Meddle, tampering, type Tamper } from '../fakes/hostile/tamper.ts';
import { type Hostile, withHostile } from '../support/hostile.ts';

const names = <T extends string>(record: Record<T, unknown>): { name: T }[] =>
  Object.keys(record)
    .filter((name): name is T => name in record)
    .map((name) => ({ name }));

const fix = { file: 'src/a.js', text: 'let a = 1;\n' };
const findings = [
  { code: 'F1', file: 'src/a.js', line: 1 },
  { code: 'F2', file: 'src/victim.js', line: 1, severity: 'low' },
];
const serial = ['--set', 'fix.concurrency=1', '--set', 'limits.cycles=1', '--verify', 'true'];

const later = [
  ['status'],
  ['report'],
  ['report', '--format', 'markdown'],
  ['resume', '--json'],
  ['apply'],
  ['apply', '--merge'],
  ['apply', '--undo'],
  ['cancel'],
];

/** Every command that may come after the run; how they end is another matter. */
const runLaterCommands = async ({ sandbox, expectUnharmed }: Hostile): Promise<void> => {
  for (const args of later) {
    const ended = await sandbox.run(args);
    expect(ended.signal, `fixpoint ${args.join(' ')}`).toBeNull();
    expect(ended.stderr).not.toMatch(/something went wrong that should not/);
    expectUnharmed(`after fixpoint ${args.join(' ')}`);
  }
};

describe('a hostile agent that changes', () => {
  test.each(names<Tamper>(tampering))('$name stops the run', ({ name }) =>
    withHostile(async (hostile) => {
      const { sandbox, agent, plan, expectUnharmed } = hostile;
      plan({ F1: { fix, tamper: name }, F2: {} });
      const { ended, report } = await sandbox.report([
        'fix',
        '--from',
        sandbox.findings(findings),
        ...agent,
        ...serial,
      ]);
      expectUnharmed('after the run');
      expect(ended.code).toBe(1);
      expect(report).toMatchObject({
        status: 'failed',
        stopReason: 'tampered',
        branch: null,
        totals: { open: 0, fixed: 0, blocked: 2 },
      });
      expect(report.message).toMatch(/changed behind Fixpoint's back.*start a new run/s);
      expect(sandbox.git('for-each-ref', 'refs/heads')).toMatch(/refs\/heads\/main$/);
      await runLaterCommands(hostile);
      const resumed = await sandbox.run(['resume', '--json']);
      expect(resumed.code).toBe(1);
      expect(resumed.stdout).toMatch(/Start a new run|start a new run/);
    }),
  );

  test.each(names<Meddle>(meddling))('$name gains nothing', ({ name }) =>
    withHostile(async (hostile) => {
      const { sandbox, agent, plan, expectUnharmed } = hostile;
      plan({ F1: { fix, meddle: name }, F2: { fix: { file: 'src/victim.js', text: 'let v = 1;\n' } } });
      const { ended, report } = await sandbox.report([
        'fix',
        '--from',
        sandbox.findings(findings),
        ...agent,
        ...serial,
      ]);
      expectUnharmed('after the run');
      expect(report.totals.open).toBe(0);
      // Either it is found out, or it does not matter.
      if (report.stopReason === 'tampered') expect(ended.code).toBe(1);
      else expect(report).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
      await runLaterCommands(hostile);
    }),
  );
});
