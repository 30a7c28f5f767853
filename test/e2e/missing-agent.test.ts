/** An agent that is not there is noticed before the run: nothing is created, and the error says what to do (13.2). */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badFiles, badFindings, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** One that works, for what is not looked at. */
const works = (sandbox: Sandbox): string[] =>
  fixing(sandbox, { findings: badFindings, scenario: { findings: { F1: goodF1, F2: goodF2 } } }).args;

const one = (sandbox: Sandbox): string[] => [
  'fix',
  '--from',
  sandbox.findings(badFindings.slice(0, 1)),
  '--verify',
  'true',
];

const asked = (sandbox: Sandbox, command: string): string[] => [...one(sandbox), '--agent-command', command];

const nope = JSON.stringify({ kind: 'command', command: ['no-such-agent'] });

describe('13.2 an agent that is not there', () => {
  it.each<[string, (sandbox: Sandbox) => string[], RegExp]>([
    [
      'one that Fixpoint knows',
      (sandbox) => [...one(sandbox), '--agent', 'claude'],
      /claude is not installed.*npm install -g @anthropic-ai\/claude-code/,
    ],
    ['a shell line', (sandbox) => asked(sandbox, './nope --fast'), /no program \.\/nope.*--agent-command/],
    ['a program by its name', (sandbox) => asked(sandbox, 'no-such-agent'), /no program no-such-agent/],
    [
      'a challenger',
      (sandbox) => [...works(sandbox), '--set', `agents.judge=${nope}`, '--set', 'challenger.agents=["judge"]'],
      /Agent judge cannot be called/,
    ],
    [
      'who asks',
      (sandbox) => [...works(sandbox), '--set', `agents.asker=${nope}`, '--set', 'clarify.agent=asker'],
      /Agent asker cannot be called/,
    ],
    [
      'who plans',
      (sandbox) => [...works(sandbox), '--set', 'plan.agent=gemini'],
      /gemini is not installed.*@google\/gemini-cli/,
    ],
    [
      'the second of a ladder (4.17)',
      (sandbox) => [...works(sandbox), '--set', `agents.strong=${nope}`, '--agent', 'strong'],
      /Agent strong cannot be called/,
    ],
    [
      'who takes over',
      (sandbox) => [...works(sandbox), '--set', `agents.other=${nope}`, '--set', 'agents.scripted.fallback=other'],
      /Agent other cannot be called/,
    ],
  ])('13.2 is refused before anything is created: %s', (_, flags, says) =>
    inSandbox(async (sandbox) => {
      const ended = await sandbox.run(flags(sandbox));
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(says);
      expect((await sandbox.run(['status', '--json'])).stdout).not.toMatch(/"run"/);
      expect(sandbox.git('for-each-ref', 'refs/fixpoint')).toBe('');
    }, badFiles),
  );

  it('13.2 a program that is not executable is none', () =>
    inSandbox(async (sandbox) => {
      const file = join(sandbox.scratch, 'agent.sh');
      writeFileSync(file, '#!/bin/sh\n');
      chmodSync(file, 0o644);
      const ended = await sandbox.run(asked(sandbox, file));
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('not executable') });
    }, badFiles));

  it.each([
    ['a line that is more than a word', 'test -f src/a.txt && sed -i s/bad/good/ src/*.txt'],
    ['a variable before it', 'MODE=fast sed -i s/bad/good/ src/a.txt'],
    ['a pipe', 'true | sed -i s/bad/good/ src/a.txt'],
    ['a program of the repository', './fix.sh'],
  ])('13.2 control: %s is started', (_, command) =>
    inSandbox(
      async (sandbox) => {
        chmodSync(join(sandbox.root, 'fix.sh'), 0o755);
        sandbox.commitAll('executable');
        const { report } = await sandbox.report(asked(sandbox, command));
        expect(report).toMatchObject({ totals: { fixed: 1 } });
      },
      { ...badFiles, 'fix.sh': '#!/bin/sh\nsed -i s/bad/good/ src/a.txt\n' },
    ),
  );

  it('13.2 control: a run that has nothing to fix needs none', () =>
    inSandbox(async (sandbox) => {
      const ended = await sandbox.run(['fix', '--from', sandbox.findings([]), '--agent', 'claude', '--verify', 'true']);
      expect(ended.code).toBe(0);
      expect(existsSync(sandbox.state)).toBe(true);
    }, badFiles));
});
