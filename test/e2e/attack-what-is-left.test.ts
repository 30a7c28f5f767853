/** Attacks that once ended the whole run: each costs its attempt at most, and the honest fix beside it is accepted. */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { attack, expectFixed, scriptFindings, scripts, scriptScenario } from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Ended } from '../support/fixpoint.ts';

/** What an agent leaves in its workspace besides its change, in shell. */
const workspaces: Record<string, string> = {
  'an-encoding-that-does-not-fit': `printf 'bad.txt working-tree-encoding=UTF-16LE-BOM\\n' > .gitattributes; printf 'x' > bad.txt`,
  'an-encoding-that-does-not-exist': `printf '*.txt working-tree-encoding=NONSENSE\\n' > .gitattributes; echo x > bad.txt`,
  'a-repository-without-commits': 'git init -q nested; echo x > nested/file',
  'a-broken-repository': 'git init -q nested; echo nonsense > nested/.git/HEAD; echo x > nested/file',
  'a-lock-of-the-index': 'touch .git/index.lock .git/HEAD.lock .git/config.lock',
  'a-broken-configuration': `echo '[broken' > .git/config`,
  'no-repository-any-more': 'rm -rf .git; echo nonsense > .git',
  'a-repository-elsewhere': 'rm -rf .git; echo "gitdir: /proc/self/cwd/.git" > .git',
  'folders-too-deep': `python3 -c 'import os
for n in range(1200):
    os.mkdir("deep"); os.chdir("deep")'`,
  'a-loop-of-links': 'ln -s loop loop; mkdir c; ln -s .. c/up',
  'attributes-as-a-folder': 'mkdir -p .gitattributes .gitignore',
  'a-module-without-an-end': `printf '[submodule "x"]\\n\\tpath = code\\n\\turl = ext::sh -c true\\n' > .gitmodules`,
};

/** What code of a patch leaves in place of the file with test results. */
const results: Record<string, string> = {
  'a-pipe': 'rm -f report.xml; mkfifo report.xml',
  'a-folder': 'rm -f report.xml; mkdir report.xml',
  'a-device': 'rm -f report.xml; ln -s /dev/zero report.xml',
  'three-gigabytes': 'truncate -s 3G report.xml',
  'no-xml': 'head -c 100000 /dev/urandom > report.xml',
  'a-link-to-itself': 'rm -f report.xml; ln -s report.xml report.xml',
};

const expectCarriedOn = (report: Report, ended: Ended, names: readonly string[]): void => {
  expect(ended.stderr).not.toContain('should not');
  expect({ code: ended.code, status: report.status }).toEqual(
    report.totals.blocked > 0 ? { code: 2, status: 'leftovers' } : { code: 0, status: 'clean' },
  );
  expect(report.totals).toMatchObject({ total: names.length + 1, open: 0 });
  expectFixed(report, 'honest');
};

describe('an error about one attempt', () => {
  it('4.9 is the end of that attempt: what an agent can do to its workspace', () =>
    inSandbox(
      async (sandbox) => {
        const names = Object.keys(workspaces);
        const steps = Object.entries(workspaces).map(([name, run]) => [
          name,
          { edits: [{ file: `code/${name}.sh`, write: 'exit 0 # fixed\n' }], run },
        ]);
        const scenario = { findings: { ...Object.fromEntries(steps), ...scriptScenario({}).findings } };
        const { report, ended } = await attack(sandbox, {
          findings: scriptFindings(names),
          scenario,
          verify: ['sh test.sh'],
        });
        expectCarriedOn(report, ended, names);
      },
      scripts(Object.keys(workspaces)),
    ));

  it('4.9, 5.2 is the end of that attempt: what code of a patch can make of the test results', () =>
    inSandbox(
      async (sandbox) => {
        const names = Object.keys(results);
        const bodies = Object.fromEntries(Object.entries(results).map(([name, line]) => [name, `${line}; exit 0`]));
        const { report, ended } = await attack(sandbox, {
          findings: scriptFindings(names),
          scenario: scriptScenario(bodies),
          verify: [`echo '<testsuite><testcase name="one"/></testsuite>' > report.xml; sh test.sh`],
          set: ['verify.junit=["report.xml"]', 'verify.timeout=20s'],
        });
        expectCarriedOn(report, ended, names);
      },
      scripts(Object.keys(results)),
    ));
});
