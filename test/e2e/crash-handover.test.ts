/** Killed while the result is handed over: there is one branch in the end, whatever had been written already. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fakeGpg } from '../support/fake-gpg.ts';
import { fixing } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

const preload = fileURLToPath(new URL('../../scripts/crash/kill-at-commit.mjs', import.meta.url));
const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' };
const good = (name: string) => ({ edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] });

const killedAt = (sandbox: Sandbox, at: string): Record<string, string> => ({
  ...sandbox.env,
  NODE_OPTIONS: `--import=${preload}`,
  CRASH_LOG: join(sandbox.outside, 'commits.log'),
  CRASH_AT: at,
});

const branches = (sandbox: Sandbox): string =>
  sandbox.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/fixpoint');

test.each(['finding', 'run'])(
  '11.1, 8.2 with a signed commit per %s, killed when the branch is written and that is not stored yet',
  (per) =>
    inSandbox(async (sandbox) => {
      // A signature is never the same twice, so a repeated commit is another one.
      fakeGpg(sandbox);
      const { args } = fixing(sandbox, {
        findings: ['a', 'b'].map((name) => ({ code: `F-${name}`, file: `src/${name}.txt`, line: 1 })),
        scenario: { findings: { 'F-a': good('a'), 'F-b': good('b') } },
        set: [`commit.per=${per}`],
      });
      const killed = await sandbox.run(args, { env: killedAt(sandbox, 'before run.finished#1') });
      expect(killed.signal).toBe('SIGKILL');
      const written = branches(sandbox);
      expect(written).toMatch(/^fixpoint\/\S+$/);
      const { ended, report } = await sandbox.report(['resume']);
      expect(ended.code).toBe(0);
      expect(report.branch).toBe(`fixpoint/${report.run}`);
      expect(branches(sandbox)).toBe(written);
      expect(sandbox.git('rev-parse', written)).toBe(report.head);
      expect(sandbox.git('rev-list', '--count', `${report.start}..${written}`)).toBe(per === 'run' ? '1' : '2');
      expect(report.verification.final?.tree).toBe(sandbox.git('rev-parse', `${written}^{tree}`));
    }, files),
);
