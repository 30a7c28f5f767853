import { describe, expect, it } from 'vitest';
import type { ProcessOutcome, ProcessRequest } from '../../ports/process.ts';
import { tokenFor } from './token.ts';

const github = { kind: 'github', project: 'a/b', web: 'https://github.com' } as const;
const ended: ProcessOutcome = {
  status: 'exited',
  exitCode: 0,
  signal: null,
  stdout: 'from-gh\n',
  stderr: '',
  stdoutBytes: 8,
  stderrBytes: 0,
  durationMs: 1,
};

describe('the token of a tracker', () => {
  it('9.3 A40 comes from the environment, else from gh', async () => {
    const asked: ProcessRequest[] = [];
    const gh = async (request: ProcessRequest): Promise<ProcessOutcome> => (asked.push(request), ended);
    expect(await tokenFor(github, { GITHUB_TOKEN: 'one', GH_TOKEN: 'two' }, gh)).toBe('one');
    expect(await tokenFor(github, { GITHUB_TOKEN: '', GH_TOKEN: 'two' }, gh)).toBe('two');
    expect(asked).toEqual([]);
    expect(await tokenFor(github, { GH_CONFIG_DIR: '/gh' }, gh)).toBe('from-gh');
    expect(asked[0]).toMatchObject({
      command: ['gh', 'auth', 'token', '--hostname', 'github.com'],
      env: { GH_CONFIG_DIR: '/gh' },
    });
  });

  it('9.3 without one, says what to do', async () => {
    const noGh = async (): Promise<ProcessOutcome> => ({ ...ended, status: 'not-started', exitCode: null });
    await expect(tokenFor(github, {}, noGh)).rejects.toThrow('there is no token for github.com: set GITHUB_TOKEN');
    await expect(tokenFor({ ...github, kind: 'gitlab', web: 'https://gitlab.com' }, {}, noGh)).rejects.toThrow(
      'there is no token for gitlab.com: set GITLAB_TOKEN',
    );
  });
});
