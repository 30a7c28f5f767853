/** What a test that needs git finds in a workspace: history, tags, and a repository that it can work in. */
import { describe, expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';

/** As lint-staged's own tests do: look at history, hide changes, commit, put everything back. */
const needsGit = `set -e
git log --format=%s | grep -qx first
test "$(git describe --tags | cut -d- -f1)" = v1
git rev-parse --verify -q HEAD >/dev/null
test -z "$(git status --porcelain)"
echo scratch > scratch.txt
git stash push -q --include-untracked
test ! -e scratch.txt
git stash pop -q
git add scratch.txt
git commit -q -m "by a test"
git log -1 --format=%s | grep -qx "by a test"
git reset -q --hard HEAD~1
sh generate.sh
git diff --exit-code
! grep -rq BROKEN src`;

const files = {
  'src/a.txt': 'bad a\n',
  'needs-git.sh': needsGit,
  'generate.sh': 'tr a-z A-Z < src/a.txt > generated.txt\n',
  'generated.txt': 'BAD A\n',
};

describe('a verification that needs git', () => {
  test.each([
    ['passes with an honest patch', 'echo good a > src/a.txt; sh generate.sh', 1],
    ['sees that what is generated was not generated again', 'echo good a > src/a.txt', 0],
    ['sees what is broken', 'echo BROKEN > src/a.txt; sh generate.sh', 0],
  ])('5.8 %s', (_, run, fixed) =>
    inSandbox(async (sandbox) => {
      sandbox.git('tag', '-a', '-m', 'one', 'v1');
      const { args } = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: { findings: { F1: { run } } },
        verify: 'sh needs-git.sh',
        set: ['limits.attemptsPerFinding=1'],
      });
      const { report } = await sandbox.report(args);
      expect(report.totals).toMatchObject({ fixed });
      expect(sandbox.git('tag')).toBe('v1');
      expect(sandbox.git('stash', 'list')).toBe('');
    }, files),
  );
});
