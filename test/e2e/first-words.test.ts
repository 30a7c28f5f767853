/** What somebody sees who types as little as possible, in a window as small as it may be. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { enter, openTerminal } from '../support/terminal.ts';

let box: Sandbox;
afterEach(() => box.dispose());

const greet = '#!/bin/sh\necho hello $1\n';
const passes = '#!/bin/sh\n[ "$(sh ./greet.sh you)" = "hello you" ]\n';
const project = { 'greet.sh': greet, 'test.sh': passes };
const down = '\u001B[B';

describe('fixpoint alone', () => {
  it('13.2, 13.3 on a terminal: shows what was found, asks, and runs', async () => {
    box = openSandbox(project);
    const terminal = openTerminal(box, []);
    await terminal.sees('Use this?');
    expect(terminal.shown()).toMatch(/verify +sh \.\/test\.sh/);
    terminal.press(enter);
    await terminal.sees('no agent is configured');
    expect(await terminal.ended).toBe(2);
  });

  it('13.2 where everything is configured, nothing starts without a yes', async () => {
    const command = "touch ran && echo 'greet.sh:2: wrong'";
    const reviewers = [{ name: 'lint', kind: 'tool', command, format: 'lines' }];
    const settings = { reviewers, verify: { commands: ['true'] } };
    box = openSandbox({ ...project, 'fixpoint.json': JSON.stringify(settings) });
    const terminal = openTerminal(box, []);
    await terminal.sees('Start a run?');
    terminal.press(down);
    await terminal.sees('● Quit');
    terminal.press(enter);
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown()).not.toContain('Starts from');
    expect((await box.run(['status'])).stdout).toContain('No runs');
    expect(existsSync(join(box.root, 'ran'))).toBe(false);
  });

  it('13.2 without a terminal: the help, as an error', async () => {
    box = openSandbox(project);
    const { code, stdout, stderr } = await box.run([]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Usage: fixpoint[^]*Exit codes: .*\n+$/);
  });
});

it('13.2 what was found breaks between words, with --yes too', async () => {
  box = openSandbox(project);
  const terminal = openTerminal(box, ['run', '--yes'], 50);
  await terminal.sees('Starts from');
  await terminal.ended;
  const [, found = ''] = /(Found in this repository[^]*?)Starts from/.exec(terminal.shown()) ?? [];
  expect(found).toContain('not used');
  expect(found.split(/\r?\n/).filter((line) => line.length > 50)).toEqual([]);
});

it('13.2 a finding that another fix took along names that one, even if its agent said nothing', async () => {
  box = openSandbox({ 'a.sh': greet, 'b.sh': greet, 'test.sh': '#!/bin/sh\ntrue\n' });
  const { stdout } = await box.run(['run', '--yes', '--agent-command', `sed -i 's/ \\$1/ "$1"/' a.sh b.sh`]);
  expect(stdout).toMatch(/F002 .* fixed in \w+: fixed together with F001 \[/);
  expect(stdout).toMatch(/^Reviewer shellcheck: 2 findings\nReviewer shellcheck, round 2: no findings$/m);
  expect(stdout).toMatch(/^1 fix proven by \d+ runs? of the verification commands/m);
});

describe('after a run', () => {
  const endings = {
    'report.md': /^# Fixpoint run/,
    'report.html': /^<!doctype html>/i,
    'report.json': /^\{/,
    'report.sarif': /"version":\s*"2\.1\.0"/,
    'report.xml': /<testsuites/,
    'report.txt': /^Run \S+: clean/,
  };

  it('10.3, 13.2 the ending of a file says how a report is written; a second apply has nothing to do, and says so', async () => {
    box = openSandbox({ 'a.txt': 'bad\n' });
    box.write('found.txt', 'a.txt:1: bad word [no-bad]\n');
    const listed = await box.run(['findings', 'found.txt']);
    expect(listed.stdout).toMatch(/a\.txt:1 {2}bad word \(no-bad\)$/m);
    await box.run(['fix', 'found.txt', '--agent-command', 'sed -i s/bad/good/ a.txt', '--verify', 'true']);
    for (const [name, begins] of Object.entries(endings)) {
      expect(await box.run(['report', '-o', name])).toMatchObject({ code: 0, stderr: `Wrote ${name}\n` });
      expect(box.read(name)).toMatch(begins);
    }
    expect((await box.run(['apply'])).stdout).toContain('Changed 1 file in your checkout:\n  a.txt\n');
    const again = await box.run(['apply']);
    expect(again.stdout).toContain('Your checkout has these changes already:\n  a.txt\nTake it back with: ');
    expect(again.stdout).not.toContain('0 files');
  });
});
