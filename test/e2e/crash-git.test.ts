/** What a killed run was doing with git goes on without it: a resumed run must not be disturbed by that. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, start, until } from '../support/fixing.ts';
import { isAlive } from '../support/processes.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n' };

/** A git that, while `slow` is there, takes a minute to fill an agent's workspace, as it may in a huge repository. */
const slowGit = (sandbox: Sandbox): { path: string; at: (name: string) => string } => {
  const at = (name: string): string => join(sandbox.outside, name);
  const script = `#!/bin/sh
git=$(PATH=\${PATH#*:} command -v git)
case "$GIT_WORK_TREE $*" in */agent-*read-tree*) ;; *) exec "$git" "$@" ;; esac
[ -e ${at('slow')} ] || exec "$git" "$@"
echo $$ > ${at('slow-git')}
i=0
while [ $i -lt 600 ]; do i=$((i + 1)); mkdir -p "folder-$i" && touch "folder-$i/file"; sleep 0.1; done 2>/dev/null
`;
  mkdirSync(at('bin'));
  writeFileSync(at('bin/git'), script);
  chmodSync(at('bin/git'), 0o755);
  writeFileSync(at('slow'), '');
  return { path: `${at('bin')}:${sandbox.env['PATH']}`, at };
};

test('11.1 a checkout that a killed process had begun is ended before the resumed one makes its own', () =>
  inSandbox(async (sandbox) => {
    const { path, at } = slowGit(sandbox);
    sandbox.env['PATH'] = path;
    const look = `if grep -qs '^State:.[^ZX]' /proc/$(cat ${at('slow-git')})/status; then touch ${at('still-there')}; fi`;
    const step = { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }], run: look };
    const { args } = fixing(sandbox, {
      findings: [{ code: 'F-a', file: 'src/a.txt', line: 1 }],
      scenario: { findings: { 'F-a': step } },
    });
    const { pid, ended } = start(sandbox, args);
    await until(() => existsSync(at('slow-git')));
    const git = Number(readFileSync(at('slow-git'), 'utf8'));
    try {
      process.kill(pid, 'SIGKILL');
      await until(() => !isAlive(pid));
      rmSync(at('slow'));
      const { ended: resumed, report } = await sandbox.report(['resume']);
      expect(existsSync(at('still-there'))).toBe(false);
      expect(findingOf(report, 'F-a').attempts).toMatchObject([{ result: 'accepted' }]);
      expectAccounted(report, sandbox);
      expect(resumed.code).toBe(0);
    } finally {
      if (isAlive(git)) process.kill(git, 'SIGKILL');
      await ended;
    }
  }, files));
