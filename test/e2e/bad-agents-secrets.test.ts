/**
 * Requirement 4.11: the value of a secret enters no prompt, event, report, artifact, journal or commit; its name may.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { reportOf } from '../support/fixpoint.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** Of the user's environment, known by value. Nothing about it looks like a secret. */
const fromEnvironment = 'plain-words-that-nobody-may-see';
/** In a finding, known by its looks alone. */
const inFinding = `ghp_${'Ab3dEf6hIj9kLmN0pQrStUvWxYz123456789'.slice(0, 36)}`;
const secrets = [fromEnvironment, inFinding];

/** Tells everything it knows, in one piece and cut in the middle, in prose and in its answer, and fixes the finding. */
const chatty = (sandbox: Sandbox): string => {
  const file = join(sandbox.scratch, 'chatty.sh');
  const [head, tail] = [fromEnvironment.slice(0, 11), fromEnvironment.slice(11)];
  writeFileSync(
    file,
    `env > '${sandbox.scratch}/agent.env'; cat > '${sandbox.scratch}/agent.prompt'; cat "$FIXPOINT_INPUT" > '${sandbox.scratch}/agent.input'
echo "the token is ${fromEnvironment}, the other ${inFinding}"
printf '%s' 'in two parts: ${head}'; sleep 0.3; printf '%s\\n' '${tail}'
echo "to stderr: ${fromEnvironment}" >&2
if [ -e '${sandbox.scratch}/fail' ]; then rm '${sandbox.scratch}/fail'; echo "failed with ${fromEnvironment}" >&2; exit "$1"; fi
echo good > src/a.txt
echo '{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"used ${fromEnvironment} and ${inFinding}"}],"session":"s"}' > "$FIXPOINT_ANSWER"
`,
  );
  return file;
};

const finding = {
  code: 'F1',
  file: 'src/a.txt',
  line: 1,
  title: `token ${inFinding} in the code`,
  description: `MY_API_TOKEN is ${fromEnvironment}, see ${inFinding}`,
};

const start = (sandbox: Sandbox, agentExit: number, more: string[]): Promise<Awaited<ReturnType<Sandbox['run']>>> => {
  const agent = JSON.stringify({ kind: 'command', command: ['/bin/sh', chatty(sandbox), String(agentExit)] });
  const from = ['fix', '--from', sandbox.findings([finding]), '--set', `agents.a=${agent}`, '--agent', 'a'];
  return sandbox.run([...from, '--verify', 'echo "verified with $MY_API_TOKEN"; grep -q "" src/a.txt', ...more], {
    env: { ...sandbox.env, MY_API_TOKEN: fromEnvironment },
  });
};

/** Every file below the state folder, the journal with its write-ahead log too, that holds a secret. */
const leaks = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => holdsSecret(readFileSync(file).toString('latin1')));

const holdsSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));

const expectNothingSaid = (sandbox: Sandbox, printed: string): void => {
  for (const secret of secrets) expect(printed).not.toContain(secret);
  expect(leaks(sandbox.state)).toEqual([]);
  for (const name of ['agent.prompt', 'agent.input'])
    expect(holdsSecret(readFileSync(join(sandbox.scratch, name), 'utf8')), name).toBe(false);
};

describe('a secret', () => {
  test.each([['--json'], ['--jsonl'], ['--events=turbowrap'], ['--no-color']])('stays where it is, with %s', (flag) =>
    inSandbox(async (sandbox) => {
      const ended = await start(sandbox, 0, [flag, '--set', 'verify.env=["MY_API_TOKEN"]']);
      expect(ended.code).toBe(0);
      expectNothingSaid(sandbox, ended.stdout + ended.stderr);
      expect(sandbox.git('log', '--all', '--format=%B')).toMatch(/F1/);
      expect(holdsSecret(sandbox.git('log', '--all', '--format=%B'))).toBe(false);
      expect(readFileSync(join(sandbox.scratch, 'agent.env'), 'utf8')).not.toContain('MY_API_TOKEN');
      const prompt = readFileSync(join(sandbox.scratch, 'agent.prompt'), 'utf8');
      expect(prompt).toContain('MY_API_TOKEN is [redacted]');
    }),
  );

  test.each([
    ['a failure', 1],
    ['a rate limit', 75],
    ['an empty account', 77],
  ])('stays where it is when the agent ends with %s', (_name, exit) =>
    inSandbox(async (sandbox) => {
      writeFileSync(join(sandbox.scratch, 'fail'), '');
      const ended = await start(sandbox, exit, ['--json', '--set', 'limits.wait=1ms', '--set', 'limits.cycles=1']);
      expect(ended.code).toBe(2);
      expectNothingSaid(sandbox, ended.stdout + ended.stderr);
      expect(ended.stdout).toContain('failed with [redacted]');
    }),
  );

  test.each([
    ['a file that is not there', ['fix', '--from', `${inFinding}.sarif`]],
    ['a setting that does not exist', ['fix', '--from', 'x', '--set', `${fromEnvironment}.key=1`]],
    ['a configuration that cannot be read', ['fix', '--from', 'x', '--config', `https://me:${fromEnvironment}@host/`]],
    ['a flag that does not exist', ['fix', `--${inFinding}`]],
    ['a run that is not there', ['report', inFinding]],
  ])('is said in no error: %s', (_name, args) =>
    inSandbox(async (sandbox) => {
      for (const flags of [[], ['--json']]) {
        const env = { ...sandbox.env, MY_API_TOKEN: fromEnvironment, FIXPOINT_DEBUG: '1' };
        const { code, stdout, stderr } = await sandbox.run([...args, ...flags], { env });
        expect(code).toBe(1);
        expect(holdsSecret(stdout + stderr)).toBe(false);
        expect(stdout + stderr).toContain('[redacted]');
      }
    }),
  );

  test('reaches the agent that it is passed to, and nobody else', () =>
    inSandbox(async (sandbox) => {
      const ended = await start(sandbox, 0, ['--json', '--set', 'agents.a.env=["MY_API_TOKEN"]']);
      expect(findingOf(reportOf(ended), 'F1').status).toBe('fixed');
      expect(readFileSync(join(sandbox.scratch, 'agent.env'), 'utf8')).toContain(`MY_API_TOKEN=${fromEnvironment}`);
      expectNothingSaid(sandbox, ended.stdout + ended.stderr);
    }));
});
