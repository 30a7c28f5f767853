import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FindRequest,
  type FoundAgent,
  type KnownAgent,
  knownAgents,
  type SignIn,
} from '../../../ports/installed-agents.ts';
import { chooseAgent, findAgent } from './find-agents.ts';
import { findProgram } from './find-program.ts';
import { signInOf } from './sign-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-agents-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that does this when it is started. */
const install = (name: string, script: string): string => {
  const path = join(folder, 'bin', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};

const home = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, 'home', file)), { recursive: true });
  writeFileSync(join(folder, 'home', file), text);
};

const path = (): string => [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter);
const around = (env: Record<string, string> = {}) => ({
  env: { PATH: path(), HOME: join(folder, 'home'), ...env },
  cwd: folder,
  limitMs: 5_000,
});

const findAgents = (request: FindRequest): Promise<FoundAgent[]> =>
  Promise.all(knownAgents.map((name) => findAgent(name, request)));

describe('finding agents', () => {
  it('tells program, version and sign-in of those that are there, and how to get the others', async () => {
    const claude = install('claude', 'echo "2.1.400 (Claude Code)"');
    install('codex', 'echo "codex-cli 0.100.0"');
    const found = await findAgents(around({ ANTHROPIC_API_KEY: 'x' }));
    expect(found.map(({ name }) => name)).toEqual(['claude', 'codex', 'gemini', 'opencode']);
    expect(found[0]).toMatchObject({ program: claude, version: '2.1.400', signedIn: 'yes', how: 'ANTHROPIC_API_KEY' });
    expect(found[0]).not.toHaveProperty('remark');
    expect(found[1]).toMatchObject({
      version: '0.100.0',
      signedIn: 'no',
      remark: expect.stringMatching(/^older than 0\./),
    });
    expect(found[2]).toMatchObject({
      program: null,
      version: null,
      install: expect.stringMatching(/^npm install -g /),
    });
  });

  it.each([
    ['hangs', 'sleep 60', /did not end within 0\.3 s/],
    ['hangs and does not want to end', 'trap "" TERM; sleep 60; sleep 60', /did not end within 0\.3 s/],
    ['fails', 'echo "no such library" >&2; exit 3', /ended with 3: no such library/],
    ['says something else', 'echo hello', /says no version: hello/],
  ])('gives up on one that %s', async (_, script, problem) => {
    install('claude', script);
    const [claude] = await findAgents({ ...around(), limitMs: 300 });
    expect(claude).toMatchObject({ version: null, problem: expect.stringMatching(problem) });
  });

  it('gives them only what is allowed of the environment', async () => {
    install('claude', 'test -z "$CANARY" && test -z "$ANTHROPIC_API_KEY" && echo 2.1.0');
    const [claude] = await findAgents(around({ CANARY: 'sings', ANTHROPIC_API_KEY: 'x' }));
    expect(claude?.version).toBe('2.1.0');
  });

  it('starts them as the configuration says', async () => {
    install('wrapper', 'test "$1 $2" = "-x --version" && echo 2.2.0');
    const [claude] = await findAgents({ ...around(), commands: { claude: { command: ['bin/wrapper', '-x'] } } });
    expect(claude).toMatchObject({ program: join(folder, 'bin', 'wrapper'), version: '2.2.0' });
  });

  it('runs nothing that a repository holds because of its name', () => {
    install('claude', 'echo 1.0.0');
    expect(findProgram('claude', `.${delimiter}bin${delimiter}`, folder)).toBeNull();
    expect(findProgram('claude', join(folder, 'bin'), folder)).toBe(join(folder, 'bin', 'claude'));
  });
});

describe('the first agent that works', () => {
  it('is none where there is none', async () => {
    expect(await chooseAgent(around({ ANTHROPIC_API_KEY: 'x' }))).toBeNull();
  });

  it('is the first that is there, signed in, and starts; one that is not signed in is not even started', async () => {
    install('claude', `touch ${join(folder, 'started')}; echo 2.1.0`);
    install('codex', 'exit 1');
    install('gemini', 'echo 0.61.0');
    install('opencode', 'echo 1.18.0');
    const env = { CODEX_API_KEY: 'x', GEMINI_API_KEY: 'x', OPENAI_API_KEY: 'x' };
    expect(await chooseAgent(around(env))).toEqual({
      name: 'gemini',
      version: '0.61.0',
      why: 'signed in (GEMINI_API_KEY)',
    });
    expect(findProgram('started', folder, folder)).toBeNull();
    expect((await chooseAgent(around({ ...env, CLAUDE_CODE_USE_BEDROCK: '1' })))?.name).toBe('claude');
  });
});

describe('whether an agent is signed in', () => {
  const told = (
    agent: KnownAgent,
    env: Record<string, string> = {},
    platform: NodeJS.Platform = 'linux',
  ): SignIn['signedIn'] => signInOf(agent, { HOME: join(folder, 'home'), ...env }, platform).signedIn;

  it.each([
    ['claude', { ANTHROPIC_API_KEY: 'x' }, 'yes'],
    ['claude', { ANTHROPIC_API_KEY: '' }, 'no'],
    ['claude', { CLAUDE_CODE_OAUTH_TOKEN: 'x' }, 'yes'],
    ['claude', { CLAUDE_CODE_USE_VERTEX: '1' }, 'unknown'],
    ['codex', { CODEX_API_KEY: 'x' }, 'yes'],
    ['codex', { OPENAI_API_KEY: 'x' }, 'no'],
    ['codex', { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: 'http://localhost' }, 'yes'],
    ['gemini', { GOOGLE_API_KEY: 'x' }, 'yes'],
    ['gemini', { GOOGLE_GENAI_USE_VERTEXAI: 'true' }, 'unknown'],
    ['opencode', { OPENROUTER_API_KEY: 'x' }, 'yes'],
    ['opencode', { OPENCODE_CONFIG_CONTENT: '{}' }, 'unknown'],
    ['opencode', {}, 'no'],
  ] as const)('%s with %j: %s', (agent, env, expected) => {
    expect(told(agent, env)).toBe(expected);
  });

  it.each([
    ['claude', '.claude/.credentials.json', '{"claudeAiOauth":{"accessToken":"x"}}', 'yes'],
    ['claude', '.claude/.credentials.json', '{"claudeAiOauth":{"accessToken":""}}', 'no'],
    ['claude', '.claude/.credentials.json', 'broken', 'no'],
    ['claude', '.claude.json', '{"primaryApiKey":"x"}', 'yes'],
    ['codex', '.codex/auth.json', '{"tokens":{"access_token":"x"}}', 'yes'],
    ['codex', '.codex/auth.json', '{"OPENAI_API_KEY":null,"tokens":null}', 'no'],
    ['codex', '.codex/config.toml', 'model_provider = "local"', 'unknown'],
    ['codex', '.codex/config.toml', 'cli_auth_credentials_store = "keyring"', 'unknown'],
    ['gemini', '.gemini/oauth_creds.json', '{"refresh_token":"x"}', 'yes'],
    ['gemini', '.gemini/.env', 'export GEMINI_API_KEY=x', 'yes'],
    ['gemini', '.gemini/.env', 'GEMINI_API_KEY=', 'no'],
    ['gemini', '.gemini/gemini-credentials.json', 'x', 'unknown'],
    ['opencode', '.local/share/opencode/auth.json', '{"anthropic":{"type":"api","key":"x"}}', 'yes'],
    ['opencode', '.local/share/opencode/auth.json', '{}', 'no'],
    ['opencode', '.config/opencode/opencode.json', '{"provider":{"local":{}}}', 'unknown'],
  ] as const)('%s with %s holding %s: %s', (agent, file, text, expected) => {
    home(file, text);
    expect(told(agent)).toBe(expected);
  });

  it('follows the variables that move those files', () => {
    home('a/.credentials.json', '{"claudeAiOauth":{"refreshToken":"x"}}');
    home('b/auth.json', '{"tokens":{"id":"x"}}');
    expect(told('claude', { CLAUDE_CONFIG_DIR: join(folder, 'home', 'a') })).toBe('yes');
    expect(told('codex', { CODEX_HOME: join(folder, 'home', 'b') })).toBe('yes');
  });

  it('cannot be told where there is a keychain', () => {
    expect(told('claude', {}, 'darwin')).toBe('unknown');
  });

  it('4.11 never holds what a variable or a file holds', () => {
    home('.codex/auth.json', '{"OPENAI_API_KEY":"canary"}');
    expect(
      JSON.stringify([
        signInOf('claude', { ANTHROPIC_API_KEY: 'canary' }),
        signInOf('codex', { HOME: join(folder, 'home') }),
      ]),
    ).not.toContain('canary');
  });
});
