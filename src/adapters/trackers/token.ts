/** The token for a tracker. It is read when it is needed, and goes nowhere but to that tracker. */
import { homedir } from 'node:os';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import { TrackerError } from '../../ports/tracker.ts';
import type { RunProcess } from '../../ports/process.ts';

type Env = Readonly<Record<string, string | undefined>>;

const variables = { github: ['GITHUB_TOKEN', 'GH_TOKEN'], gitlab: ['GITLAB_TOKEN'] } as const;

/** What gh needs to find what it keeps. */
const ghNeeds = ['GH_CONFIG_DIR', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'];

const fromGh = async (env: Env, web: string, runProcess: RunProcess): Promise<string | undefined> => {
  const { status, exitCode, stdout } = await runProcess({
    command: ['gh', 'auth', 'token', '--hostname', new URL(web).hostname],
    cwd: env['HOME'] || homedir(),
    env: Object.fromEntries(ghNeeds.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    timeoutMs: 10_000,
    marker: 'gh-auth-token',
  });
  return status === 'exited' && exitCode === 0 ? stdout.trim() || undefined : undefined;
};

export const tokenFor = async ({ kind, web }: TrackerPlace, env: Env, runProcess: RunProcess): Promise<string> => {
  const token =
    variables[kind].map((name) => env[name]).find((value) => value !== undefined && value !== '') ??
    (kind === 'github' ? await fromGh(env, web, runProcess) : undefined);
  if (token !== undefined) return token;
  const remedy =
    kind === 'github'
      ? 'set GITHUB_TOKEN (it needs to write issues), or sign in with `gh auth login`'
      : 'set GITLAB_TOKEN (it needs the scope api)';
  throw new TrackerError('shut', `there is no token for ${new URL(web).host}: ${remedy}`);
};
