/** How opencode is called, and what its streams are read to. The real program is in test/contract. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { driverRequest, exited, type Read, readWith, savedStream } from '../../../../test/support/driver.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { CliCall, CliPlace } from '../shared/driver.ts';
import { opencodeDriver } from './opencode.ts';
import { nameOfSession } from './session.ts';

const stream = (name: string): string[] => savedStream(`opencode-${name}`);

const here = (id: string): string => nameOfSession(id, '/workspace');

const ask = driverRequest;

const read = (
  lines: readonly string[],
  { request = ask(), stderr = '', exitCode = 0 }: { request?: AgentRequest; stderr?: string; exitCode?: number } = {},
): Read => readWith(opencodeDriver, lines, request, exited(exitCode, stderr));

const used = { inputTokens: 10, cachedTokens: 0, outputTokens: 20 };
const tool = (name: string, state: Record<string, unknown>): string =>
  JSON.stringify({ type: 'tool_use', sessionID: 'ses_1', part: { tool: name, state } });
const step = (part: Record<string, unknown>): string =>
  JSON.stringify({ type: 'step_finish', sessionID: 'ses_1', part });
const retry = (attempt: number, message: string, waitMs: number): string =>
  JSON.stringify({ type: 'fixpoint_retry', attempt, message, waitMs });
const error = (value: unknown): string => JSON.stringify({ type: 'error', sessionID: 'ses_1', error: value });

describe('saved streams', () => {
  it('4.1 a plain answer', () => {
    const { reading, events, isOver } = read(stream('hello'));
    expect(reading).toEqual({
      outcome: 'ok',
      text: 'Hello from stub.',
      session: { id: here('ses_e1f57a9bbffe9uexxOG08mJzTq'), used },
      usage: used,
      denials: [],
      problems: [],
    });
    expect(events).toEqual([
      { kind: 'text', text: 'Hello from stub.\n' },
      { kind: 'usage', usage: used },
    ]);
    expect(isOver).toBe(true);
  });

  it('4.1 files that it wrote and changed', () => {
    const { reading, events } = read(stream('write'));
    expect(reading).toMatchObject({
      outcome: 'ok',
      text: 'Done.',
      usage: { inputTokens: 40, outputTokens: 80 },
      denials: [],
    });
    expect(events.filter(({ kind }) => kind === 'file')).toEqual([
      { kind: 'file', path: '/workspace/made.txt' },
      { kind: 'file', path: '/workspace/a.txt' },
    ]);
    expect(events).toContainEqual({ kind: 'tool', name: 'read', detail: '/workspace/a.txt' });
  });

  it('4.4 a report through tools', () => {
    const { reading, events } = read(stream('mcp'));
    expect(reading).toMatchObject({ outcome: 'ok', text: 'Reported.' });
    expect(events).toContainEqual({ kind: 'tool', name: 'reporter_report_outcome', detail: 'T1' });
  });

  it('4.9 nobody signed in', () => {
    const { reading, isOver } = read(stream('e401'), { exitCode: 1 });
    expect(reading).toMatchObject({
      outcome: 'auth',
      message: 'stub error 401',
      session: { id: here('ses_e1f556df5ffenr1RWnUs3LG1hk') },
    });
    expect(isOver).toBe(true);
  });

  it.each(['hello', 'write', 'mcp'])('4.9 %s without its end has not ended well, whatever the exit code', (name) => {
    const lines = stream(name).filter((line) => line !== '');
    const { reading, isOver } = read(lines.slice(0, -1));
    expect(reading).toMatchObject({ outcome: 'crashed', message: 'ended without a result (exit code 0)' });
    expect(isOver).toBe(false);
  });
});

describe('what it can come to', () => {
  it('3.5 adds up what a session has used', () => {
    const before = { inputTokens: 100, outputTokens: 5, usd: 0.5 };
    const tokens = { input: 7, output: 3, reasoning: 2, cache: { read: 40, write: 3 } };
    const { reading } = read([step({ reason: 'stop', tokens, cost: 0.25 })], {
      request: ask({ session: { id: here('ses_1'), used: before } }),
    });
    expect(reading.usage).toEqual({ inputTokens: 50, cachedTokens: 40, outputTokens: 5, usd: 0.25 });
    expect(reading.session?.used).toEqual({ inputTokens: 150, cachedTokens: 40, outputTokens: 10, usd: 0.75 });
  });

  it('4.9 lets one short wait pass, and no second one', () => {
    expect(read([retry(1, 'Overloaded', 2_300)]).isOver).toBe(false);
    const { reading, isOver } = read([retry(1, 'Overloaded', 2_300), retry(2, 'Overloaded', 4_400)]);
    expect(isOver).toBe(true);
    expect(reading).toMatchObject({ outcome: 'overloaded', message: 'Overloaded' });
    expect(reading.retryAfterMs).toBeUndefined();
  });

  it('4.9 does not wait for what the model itself asks to wait for', () => {
    const { reading, isOver } = read([retry(1, 'Too Many Requests', 3_600_000)]);
    expect(isOver).toBe(true);
    expect(reading).toMatchObject({ outcome: 'rate-limit', retryAfterMs: 3_600_000 });
  });

  it('4.9 stays with the first of what it came to', () => {
    const late = [
      retry(2, 'Connection reset by server', 4_400),
      JSON.stringify({ type: 'step_start', sessionID: 'ses_1' }),
      step({ reason: 'stop' }),
    ];
    expect(read(late).reading).toMatchObject({ outcome: 'network', session: { id: here('ses_1') } });
  });

  it.each([
    [
      { name: 'APIError', data: { message: 'Slow down', statusCode: 429, responseHeaders: { 'retry-after': '12' } } },
      'rate-limit',
      12_000,
    ],
    [
      { name: 'APIError', data: { message: 'No', statusCode: 429, responseBody: '{"code":"insufficient_quota"}' } },
      'quota',
      undefined,
    ],
    [{ name: 'APIError', data: { message: 'Bad gateway', statusCode: 502 } }, 'overloaded', undefined],
    [{ name: 'ProviderAuthError', data: { message: 'No key for it' } }, 'auth', undefined],
    [
      { name: 'UnknownError', data: { message: 'Unable to connect. Is the computer able to access the url?' } },
      'network',
      undefined,
    ],
    [{ name: 'UnknownError' }, 'crashed', undefined],
    [{}, 'crashed', undefined],
  ])('4.9 gives up with %j', (value, outcome, retryAfterMs) => {
    const { reading } = read([error(value)], { exitCode: 1 });
    expect(reading).toMatchObject({ outcome, message: expect.stringMatching(/\w/) });
    expect(reading.retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    ['length', 'crashed'],
    ['content-filter', 'refused'],
    ['unknown', 'ok'],
    ['error', 'crashed'],
  ])('4.9 a last step that ends with %s', (reason, outcome) => {
    expect(read([step({ reason })]).reading.outcome).toBe(outcome);
  });

  it('3.5 a session that is gone', () => {
    const { reading } = read([], { stderr: '\u001b[91m\u001b[1mError: \u001b[0mSession not found\n', exitCode: 1 });
    expect(reading).toMatchObject({
      outcome: 'crashed',
      message: 'ended without a result (exit code 1): Error: Session not found',
    });
  });

  it('4.4 tools that could not be started', () => {
    const log =
      'timestamp=2026-11-16T02:55:40.703Z level=WARN run=7f618ac4 message="server unavailable" key=fixpoint type=local status=failed';
    const { reading } = read([step({ reason: 'stop' })], { stderr: `${log}\n` });
    expect(reading).toMatchObject({ outcome: 'ok', problems: ['the tools of fixpoint could not be started'] });
  });

  it('4.7 what it was not allowed to do', () => {
    const why =
      'The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules []';
    const { reading, events } = read([
      tool('bash', { status: 'error', input: { command: 'rm -rf x\necho' }, error: why }),
      tool('invalid', { status: 'completed', input: { tool: 'write', error: 'unavailable' } }),
      tool('edit', { status: 'error', input: { filePath: 'a.ts' }, error: 'oldString not found in content' }),
    ]);
    expect(reading.denials).toEqual(['bash: rm -rf x', 'write: not offered']);
    expect(events.filter(({ kind }) => kind === 'file')).toEqual([]);
  });

  it('4.1 keeps its head over anything that is printed', () => {
    const junk = [
      '',
      '{',
      'null',
      '[]',
      '{"type":"text"}',
      '{"type":"text","part":{"text":1}}',
      '{"type":"step_finish","part":null}',
    ];
    const numbers = step({ reason: 'tool-calls', tokens: { input: -5, output: 'x', cache: null }, cost: null });
    const { reading } = read([...junk, numbers, '{"type":"tool_use","part":{"tool":"x","state":{"input":[]}}}']);
    expect(reading).toMatchObject({ outcome: 'crashed', usage: { inputTokens: 0, outputTokens: 0 } });
  });
});

describe('the call', () => {
  const homes: string[] = [];
  afterEach(() => homes.splice(0).forEach((home) => rmSync(home, { recursive: true })));
  const tools = { name: 'fixpoint', command: 'node', args: ['server.js'] };
  const call = (request: Partial<AgentRequest> = {}, place: Partial<CliPlace> = {}): CliCall =>
    opencodeDriver.call(ask(request), { tools, environment: { HOME: '/nowhere' }, ...place });
  const settingsOf = ({ files }: CliCall): unknown => JSON.parse(files?.['opencode/opencode.json'] ?? '');
  const Ruled = z.object({ agent: z.object({ fixpoint: z.object({ permission: z.unknown() }) }) });
  const rulesOf = (request: Partial<AgentRequest>): unknown =>
    Ruled.parse(settingsOf(call(request))).agent.fixpoint.permission;

  const homeWith = (files: Record<string, string>): string => {
    const home = mkdtempSync(join(tmpdir(), 'fixpoint-opencode-'));
    homes.push(home);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, '..'), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    return home;
  };

  it('4.1 takes from the user which model it talks to, and nothing else', () => {
    const home = homeWith({
      '.config/opencode/opencode.jsonc': `{
        // a comment with "quotes"
        "model": "mine/big", /* and */ "provider": { "mine": { "options": { "baseURL": "https://{env:WHERE}/v1", "apiKey": "{file:./key}" } } },
        "mcp": { "evil": { "type": "local", "command": ["evil"] } }, "plugin": ["evil"], "instructions": ["evil.md"],
        "permission": "allow", "agent": { "build": { "prompt": "evil" } }, "formatter": { "evil": { "command": ["evil"] } },
      }`,
    });
    const made = call({}, { environment: { HOME: home, WHERE: 'models.example:8443' } });
    expect(settingsOf(made)).toMatchObject({
      model: 'mine/big',
      provider: { mine: { options: { apiKey: `{file:${join(home, '.config/opencode/key')}}` } } },
      formatter: false,
    });
    expect(made.files?.['opencode/opencode.json']).not.toContain('evil');
    expect(made.env).toMatchObject({
      XDG_CONFIG_HOME: '/scratch',
      OPENCODE_CONFIG_CONTENT: '',
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    });
    expect(made.needs.hosts).toEqual(['models.example:8443']);
    expect(made.needs.readable).toContain(join(home, '.local/share/opencode'));
    expect(made.needs.writable).not.toContain(join(home, '.config/opencode'));
  });

  it('4.1 settings in the environment count more than those in files, and broken ones do not count', () => {
    const home = homeWith({
      '.config/opencode/opencode.json':
        '{"model": "mine/a", "provider": {"mine": {"name": "a"}, "other": {"name": "b"}}}',
      '.config/opencode/config.json': '{"model": ',
    });
    const content = JSON.stringify({ model: 'mine/c', provider: { mine: { name: 'c' } } });
    const settings = settingsOf(call({}, { environment: { HOME: home, OPENCODE_CONFIG_CONTENT: content } }));
    expect(settings).toMatchObject({ model: 'mine/c', provider: { mine: { name: 'c' }, other: { name: 'b' } } });
  });

  it.each([
    ['.opencode/plugin/a.js', '', true],
    ['.opencode/plugins/a.ts', '', true],
    ['opencode.json', '{"plugins": ["./a.js"]}', true],
    ['opencode.jsonc', '{"pl\\u0075gin": ["./a.js"]}', true],
    ['.opencode/opencode.json', '{"plugin": []}', true],
    ['opencode.json/a', '', true],
    ['.opencode/agent/a.md', 'plugin', false],
    ['opencode.json', '{"model": "a/b"}', false],
    ['plugins/a.js', '', false],
  ])('4.7 does not go where it would run code of the repository: %s with %j, %s', (path, text, runs) => {
    const workspace = homeWith({ [path]: text });
    if (runs) expect(() => call({ workspace })).toThrow(path.split('/a')[0]);
    else expect(call({ workspace }).args).toContain('run');
  });

  it.each([
    ['anthropic/claude-sonnet-4-5', {}, ['api.anthropic.com', 'console.anthropic.com']],
    ['anthropic/claude-sonnet-4-5', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080' }, ['127.0.0.1:8080']],
    ['nobody/knows', {}, []],
  ])('4.7 reaches the hosts of %s with %j', (model, environment, hosts) => {
    expect(call({}, { model, environment: { HOME: '/nowhere', ...environment } }).needs.hosts).toEqual(hosts);
  });

  it('4.7 may do what its access says, and asks nobody', () => {
    expect(rulesOf({ access: 'read' })).toEqual({
      '*': 'deny',
      glob: 'allow',
      grep: 'allow',
      list: 'allow',
      read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
      'fixpoint_*': 'allow',
      task: 'deny',
      question: 'deny',
    });
    expect(rulesOf({ access: 'edit', commands: [] })).not.toHaveProperty('bash');
    expect(rulesOf({ access: 'edit' })).toMatchObject({ '*': 'deny', edit: 'allow' });
    expect(rulesOf({ access: 'full' })).toMatchObject({ '*': 'allow', question: 'deny' });
    expect(JSON.stringify(rulesOf({ access: 'full' }))).not.toContain('"ask"');
  });

  it('4.7 allows the commands of a line one by one, and nothing that they do not say', () => {
    const commands = ['npm run "a && b" && npm test -- *.ts', '~/bin/check; CI=1 make'];
    expect(rulesOf({ access: 'edit', commands })).toMatchObject({
      bash: {
        '*': 'deny',
        'npm run "a && b" && npm test -- ?.ts': 'allow',
        'npm run "a && b"': 'allow',
        'npm test -- ?.ts': 'allow',
        '?/bin/check': 'allow',
        'CI=1 make': 'allow',
      },
    });
  });

  it('4.1 gives the prompt on standard input, and options only for what is asked', () => {
    const made = call({ prompt: '--help', session: { id: here('ses_1'), used: {} } }, { model: 'a/b' });
    expect(made).toMatchObject({
      stdin: '--help',
      args: expect.arrayContaining(['--session', 'ses_1', '--model', 'a/b']),
    });
    const plain = call({ answerBy: 'text' }, { tools: null });
    expect(plain.args).not.toContain('--session');
    expect(plain.args).not.toContain('--model');
    expect(settingsOf(plain)).not.toHaveProperty('mcp');
  });

  it.each([
    { workspace: '/elsewhere' },
    { session: { id: 'ses_1', used: {} } },
    { session: { id: here('ses_1'), used: {}, fork: true } },
  ])('3.5 begins a new session where it would go on without a word: %j', (request) => {
    const asked = { session: { id: here('ses_1'), used: { inputTokens: 100 } }, ...request };
    const { args, problems } = call(asked);
    expect(args).not.toContain('--session');
    expect(problems).toEqual(['session ses_1 belongs to another folder, so a new one was started']);
    expect(read([step({ reason: 'stop' })], { request: ask(asked) }).reading.session?.used.inputTokens).toBe(0);
  });
});
