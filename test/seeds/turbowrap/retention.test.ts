/** Local session files are cleaned after the session, when they are old enough. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inSandbox } from '../../support/bad-agent.ts';
import { fixing } from '../../support/fixing.ts';

it('T37 11.2 artifacts.retention removes what ended runs kept when the next run starts', () =>
  inSandbox(
    async (sandbox) => {
      const findings = [{ code: 'BE-001', file: 'src/a.txt', line: 1 }];
      const scenario = { default: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] } };
      const { args } = fixing(sandbox, { findings, scenario });
      const folderOf = (run: string): string => {
        const state = join(sandbox.state, 'fixpoint');
        const [repo = ''] = readdirSync(state).filter((name) => existsSync(join(state, name, 'runs')));
        return join(state, repo, 'runs', run);
      };
      const first = (await sandbox.report(args)).report;
      expect(readdirSync(folderOf(first.run))).toContain('control.git');
      const kept = (await sandbox.report([...args, '--set', 'artifacts.retention=10d'])).report;
      expect(readdirSync(folderOf(first.run))).toContain('control.git');
      const last = (await sandbox.report([...args, '--set', 'artifacts.retention=1ms'])).report;
      for (const { run } of [first, kept]) {
        expect(readdirSync(folderOf(run))).toEqual(['artifacts']);
        expect(readdirSync(join(folderOf(run), 'artifacts'))).toEqual(['report.md']);
        expect((await sandbox.report(['report', run])).report.totals.fixed).toBe(1);
      }
      expect(readdirSync(folderOf(last.run))).toContain('control.git');
      expect(await sandbox.run(['apply', first.run])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`git merge ${first.branch}`),
      });
    },
    { 'src/a.txt': 'bad a\n' },
  ));
