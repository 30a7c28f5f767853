/** The first hour where a repository is more than one project, has no tests, or has tests that fail already. */
import { afterEach, expect, it } from 'vitest';
import { firstHour, firstHourLimit, firstHourSays } from '../support/ecosystems/first-hour.ts';
import { whySkipped } from '../support/ecosystems/machine.ts';
import { mixedProjects } from '../support/ecosystems/mixed.ts';
import { openProject } from '../support/ecosystems/open-project.ts';
import { lines } from '../support/ecosystems/project.ts';
import type { Sandbox } from '../support/sandbox.ts';

let box: Sandbox | undefined;
afterEach(() => box?.dispose());

for (const project of mixedProjects)
  it.skipIf(whySkipped(project.needs) !== '')(
    `13.3 ${project.name}: ${firstHourSays}${whySkipped(project.needs)}`,
    { timeout: firstHourLimit },
    async () => {
      box = await openProject(project);
      await firstHour(box, project);
    },
  );

const greet = { 'greet.sh': '#!/bin/sh\necho hello $1\n' };
const quotes = ['run', '--yes', '--agent-command', `sed -i 's/ \\$1/ "$1"/' greet.sh`];

const needsShellcheck = whySkipped(['shellcheck']);
it.skipIf(needsShellcheck !== '')(
  `5.2, 13.3 no tests: said loudly, and no proof is claimed${needsShellcheck}`,
  async () => {
    box = await openProject({ files: greet });
    const init = await box.run(['init', '--yes']);
    expect(init.stderr).toMatch(/tests +nothing was found that verifies fixes/);
    expect(box.read('fixpoint.yaml')).toContain('# commands: []');
    box.git('clean', '--quiet', '--force');
    const { code, stdout, stderr } = await box.run(quotes);
    const all = `${stdout}${stderr}`;
    expect(stderr).toMatch(/tests +nothing was found that verifies fixes.*--verify CMD/);
    expect(all).toContain('Holds: 1 of 1 fixed; no command verifies them');
    expect(stdout).toMatch(/^Run \S+: leftovers/m);
    expect(stdout).toContain('NOTHING VERIFIES THESE FIXES');
    expect(all).not.toMatch(/\bproven\b/);
    expect(code).toBe(2);
  },
);

const needsBats = whySkipped(['shellcheck', 'bats']);
it.skipIf(needsBats !== '')(
  `5.2, 13.3 tests that fail at the start: a fix may break no other${needsBats}`,
  async () => {
    const test = lines(
      '@test "is polite" { [ "$(sh ./greet.sh you)" = "good morning you" ]; }',
      '@test "greets" { [ "$(sh ./greet.sh you)" = "hello you" ]; }',
    );
    box = await openProject({ files: { ...greet, 'test/greet.bats': test } });
    const kept = await box.report(quotes);
    expect(kept.ended.stderr).toContain('The untouched start fails: `bats --recursive test` failed');
    expect(kept.report).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
    const broken = await box.report(['run', '--yes', '--agent-command', `sed -i 's/hello \\$1/"hallo $1"/' greet.sh`]);
    expect(broken.report).toMatchObject({ status: 'leftovers', branch: null, totals: { fixed: 0 } });
  },
);
