/** The same through GitLab: filed once, closed when fixed, opened when it comes back (9.2, 9.3). */
import { expect, it } from 'vitest';
import { faultsInTurn } from '../fakes/tracker/faults.ts';
import { gitlabToken, startGitLab } from '../fakes/tracker/gitlab.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { dangersIn, file } from '../support/leftovers/filing.ts';

it('9.3 files in GitLab, closes what is fixed, and opens what comes back', () =>
  inSandbox(
    async (sandbox) => {
      const gitlab = await startGitLab();
      sandbox.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      try {
        gitlab.setFaults(faultsInTurn('POST', ['too-many', 'error-502-after', 'drop-after']));
        const findings = [
          { code: 'F1', file: 'src/a.txt', line: 1, title: 'a is bad', description: 'cc @all\n/close\n!7 &8' },
          { code: 'F2', file: 'src/b.txt', line: 1, title: 'b is bad' },
        ];
        const options = { to: 'gitlab', tracker: gitlab.env, findings, scenario: { findings: {} } } as const;
        const first = await file(sandbox, options);
        expect(first.report.leftovers).toMatchObject({ to: 'gitlab', waiting: 0 });
        expect(gitlab.issues.map(({ title, open }) => [title, open])).toEqual([
          ['[HIGH] a is bad', true],
          ['[HIGH] b is bad', true],
        ]);
        const start = sandbox.git('rev-parse', 'HEAD');
        expect(gitlab.issues[0]?.body).toContain(`https://gitlab.example/acme/team/shop/-/blob/${start}/src/a.txt#L1`);
        for (const issue of gitlab.issues) expect(dangersIn(issue)).toEqual([]);

        const fix = { F1: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] } };
        await file(sandbox, { ...options, scenario: { findings: fix } });
        expect(gitlab.issues.map(({ open }) => open)).toEqual([false, true]);
        await file(sandbox, options);
        expect(gitlab.issues.map(({ open, comments }) => [open, comments.length])).toEqual([
          [true, 2],
          [true, 0],
        ]);
        expect(gitlab.invalid).toEqual([]);
        expect(JSON.stringify(gitlab.issues)).not.toContain(gitlabToken);
      } finally {
        await gitlab.close();
      }
    },
    { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' },
  ));
