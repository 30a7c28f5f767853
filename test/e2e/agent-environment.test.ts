/**
 * Acceptance 6: an agent sees the variables that are allow-listed and no others, and in the sandbox none of another
 * process.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxHere } from '../support/caged.ts';
import { openSandbox } from '../support/sandbox.ts';

const isUsable = await sandboxHere();
const canary = 'canary-4f1c77';

/**
 * Writes down what it sees, then answers. Of other processes only the variables that matter: on a busy machine all of
 * them would be more than a fix may add.
 */
const spy = `#!/bin/sh
env > seen-env.txt
for file in /proc/[0-9]*/environ; do tr '\\0' '\\n' < "$file"; done 2>/dev/null |
  grep -aE '^(CANARY_TOKEN|HARMLESS|ASKED_FOR)=' | sort -u > seen-proc.txt
sed s/BAD/good/ src/a.txt > src/b.txt && mv src/b.txt src/a.txt
echo '{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"done"}]}'
`;

const seen = async (set: readonly string[]): Promise<{ env: string; proc: string; fixed: number }> => {
  const sandbox = openSandbox({ 'src/a.txt': 'BAD\n' });
  try {
    const program = join(sandbox.outside, 'spy.sh');
    writeFileSync(program, spy);
    chmodSync(program, 0o755);
    const agent = JSON.stringify({
      kind: 'command',
      command: [program],
      env: ['ASKED_FOR'],
      needs: { readable: [program] },
    });
    const args = [
      'fix',
      '--from',
      sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }]),
      '--agent',
      'spy',
      '--verify',
      'true',
    ];
    const env = { ...sandbox.env, CANARY_TOKEN: canary, HARMLESS: canary, ASKED_FOR: 'yes please' };
    const { report } = await sandbox.report(
      [...args, '--set', `agents.spy=${agent}`, ...set.flatMap((each) => ['--set', each])],
      { env },
    );
    await sandbox.run(['apply']);
    const read = (name: string): string => readFileSync(join(sandbox.root, name), 'utf8');
    return { env: read('seen-env.txt'), proc: read('seen-proc.txt'), fixed: report.totals.fixed };
  } finally {
    sandbox.dispose();
  }
};

describe('4.11 the environment of an agent', () => {
  it('holds what is allow-listed and what was asked for, without a sandbox too', async () => {
    const { env, fixed } = await seen(['sandbox=off']);
    expect(fixed).toBe(1);
    expect(env).toMatch(/^PATH=/m);
    expect(env).toContain('ASKED_FOR=yes please');
    expect(env).not.toContain(canary);
    expect(env).not.toContain('HARMLESS');
  });

  it.runIf(isUsable)('is all that it sees in the sandbox: no variable of another process through /proc', async () => {
    const { env, proc, fixed } = await seen(['sandbox=on']);
    expect(fixed).toBe(1);
    expect(proc).toContain('ASKED_FOR=yes please');
    expect(env + proc).not.toContain(canary);
  });

  it('4.11 the canary is there to be found: without a sandbox, /proc shows it', async () => {
    expect((await seen(['sandbox=off'])).proc).toContain(canary);
  });
});
