/** With no agent named, a run takes the first that works: here the real Claude Code, found in the PATH. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { calls, claudeFixing } from '../support/claude-fixing.ts';
import { notBroken } from '../support/fixing.ts';
import { realAgent } from '../support/real-agents.ts';

const files = { 'src/a.txt': 'bad a\n' };
const findings = [{ code: 'F-a', file: 'src/a.txt', line: 1 }];
const plan = {
  'F-a': [[...calls.edit('src/a.txt', 'bad', 'good'), calls.report('F-a', 'fixed', 'Put the right word.')]],
};

test('4.1 a run without any configuration takes the first agent that works, says so, and none that is not signed in', () =>
  inSandbox(async (sandbox) => {
    const run = await claudeFixing(sandbox, { findings, plan, verify: notBroken });
    try {
      const bin = join(sandbox.folder, 'bin');
      mkdirSync(bin);
      symlinkSync(realAgent('claude')[0] ?? '', join(bin, 'claude'));
      const env: Record<string, string> = { ...run.env, PATH: `${bin}${delimiter}${run.env['PATH'] ?? ''}` };
      const args = ['fix', '--from', sandbox.findings(findings), '--verify', notBroken];

      const without = await sandbox.report(args, { env: { ...env, ANTHROPIC_API_KEY: '' } });
      expect(without.ended.stderr).toContain('no agent, machine-made fixes only');
      expect(without.report.findings[0]).toMatchObject({ status: 'blocked', attempts: [] });
      expect(run.model.requests).toHaveLength(0);

      const { ended, report } = await sandbox.report(args, { env });
      expect(ended.code).toBe(0);
      expect(ended.stderr).toMatch(/agent: claude 2\.1\.325, /);
      expect(report.findings[0]?.attempts).toMatchObject([{ agent: 'claude', result: 'accepted' }]);
    } finally {
      await run.model.close();
    }
  }, files));
