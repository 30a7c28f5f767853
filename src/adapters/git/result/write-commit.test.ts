import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../../test/support/custody.ts';
import { testEnvironment, withRepo } from '../../../../test/support/repo.ts';

describe('8.3 a commit', () => {
  it.each([
    ['Ada Tester', 'ada@example.com', 'fix(review): x\n\nbody\n'],
    ['Zoë Ångström-Łukasz', 'zoë+git@example.com', 'ünïcödé \u{1F600}, no newline at the end'],
    ["Pat O'Brien", 'pat@localhost', 'x\r\ny\n\n\n'],
    // What git changes about a name, it changes here too.
    ['Dr. No.', 'no@example.com', 'x\n'],
    ['  Spacious <Name>', '.dot@example.com,', 'x\n'],
    ['Ada', 'ada@example.com', ''],
  ])('by %s <%s> is the very one that git makes', async (name, email, message) => {
    await withRepo(async (test) => {
      test.git('config', '--global', 'user.name', name);
      test.git('config', '--global', 'user.email', email);
      const { custody } = await begin(test);
      const { tree, commit: parent } = custody.start;
      const made = await custody.commit({ tree, parent, message, at: AT });
      const date = `@${Date.parse(AT) / 1000} +0000`;
      const byGit = execFileSync('git', ['-C', test.root, 'commit-tree', '-p', parent, tree], {
        input: message,
        encoding: 'utf8',
        env: { ...testEnvironment(test.home), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      });
      expect(made.commit).toBe(byGit.trim());
    });
  });
});
