/** Gemini CLI: what it printed for real is read as what it was, and a call says what it should. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverRequest, exited, readWith, savedStream } from '../../../../test/support/driver.ts';
import { removeByForce } from '../../../../test/support/remove-by-force.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliCall, CliPlace, CliReading } from '../shared/driver.ts';
import { geminiDriver } from './gemini.ts';

const lines = (name: string): string[] => savedStream(name).filter((line) => line !== '');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-gemini-'));
});
afterEach(() => removeByForce(folder));

const request = (more: Partial<AgentRequest> = {}): AgentRequest =>
  driverRequest({ workspace: join(folder, 'w'), scratch: join(folder, 's'), ...more });

const read = (
  list: readonly string[],
  process: ProcessOutcome = exited(0),
  more: Partial<AgentRequest> = {},
): CliReading & { events: AgentEvent[]; over: boolean } => {
  const { events, isOver: over, reading } = readWith(geminiDriver, list, request(more), process);
  return { over, ...reading, events };
};

const event = (type: string, rest: Record<string, unknown> = {}): string => JSON.stringify({ type, ...rest });
const failed = (message: string): string[] => [
  event('result', { status: 'error', error: { type: 'unknown', message } }),
];

describe('4.1 streams of the real Gemini CLI', () => {
  it('that says something', () => {
    expect(read(lines('gemini-hello-sj'))).toEqual({
      over: true,
      outcome: 'ok',
      text: 'Hello from stub.',
      session: {
        id: '91093af5-4f44-4420-b758-26d9429418ea',
        used: { inputTokens: 20, outputTokens: 40, cachedTokens: 0 },
      },
      usage: { inputTokens: 20, outputTokens: 40, cachedTokens: 0 },
      denials: [],
      problems: [],
      events: [
        { kind: 'text', text: 'Hello from stub.' },
        { kind: 'usage', usage: { inputTokens: 20, outputTokens: 40, cachedTokens: 0 } },
      ],
    });
  });

  it('that edits files', () => {
    const { events, ...result } = read(lines('gemini-write-autoedit'));
    expect(result).toMatchObject({ outcome: 'ok', text: 'Done.', usage: { inputTokens: 30, outputTokens: 60 } });
    expect(events.slice(0, -1)).toEqual([
      { kind: 'text', text: 'writing' },
      { kind: 'tool', name: 'write_file', detail: '/workspace/made.txt' },
      { kind: 'file', path: '/workspace/made.txt' },
      { kind: 'tool', name: 'replace', detail: '/workspace/a.txt' },
      { kind: 'file', path: '/workspace/a.txt' },
      { kind: 'text', text: 'Done.' },
    ]);
  });

  it('that calls a tool of a server', () => {
    const { events, ...result } = read(lines('gemini-mcp'));
    expect(result).toMatchObject({ outcome: 'ok', text: 'Reported.', denials: [] });
    expect(events[0]).toEqual({ kind: 'tool', name: 'mcp_reporter_report_outcome', detail: 'T1' });
  });

  it('that is not let in', () => {
    expect(read(lines('gemini-e401-sj'), exited(145))).toMatchObject({
      outcome: 'auth',
      message: 'stub error 401',
      over: true,
    });
  });

  it('that is too fast', () => {
    expect(read(lines('gemini-long-e429'), exited(173))).toMatchObject({
      outcome: 'rate-limit',
      message: 'stub error 429',
    });
  });
});

describe('4.9 what a call of Gemini CLI came to', () => {
  const limit = '[API Error: You exceeded your current quota, please check your plan and billing details.';

  it.each([
    ['a limit by the minute', `${limit} Please retry in 12.5s.]`, 173, { outcome: 'rate-limit', retryAfterMs: 12_500 }],
    [
      'the same in other words',
      '[API Error: slow down\nSuggested retry after 30s.]',
      173,
      { outcome: 'rate-limit', retryAfterMs: 30_000 },
    ],
    ['a limit by the day', `${limit} Please retry in 7200s.]`, 173, { outcome: 'quota' }],
    ['an allowance', '[API Error: You have exhausted your daily quota on this model.]', 173, { outcome: 'quota' }],
    [
      'a status above 511',
      '[API Error: {"error":{"code":529,"message":"busy"}}]',
      17,
      { outcome: 'overloaded', message: 'busy' },
    ],
    ['a status in the exit code', '[API Error: oh no]', 247, { outcome: 'overloaded', message: 'oh no' }],
    ['a connection that broke', '[API Error: terminated]', 1, { outcome: 'network' }],
    [
      'a model that will not',
      '[API Error: {"error":{"code":400,"message":"bad request"}}]',
      144,
      { outcome: 'refused' },
    ],
  ] as const)('%s', (_, message, exitCode, expected) => {
    expect(read(failed(message), exited(exitCode))).toMatchObject(expected);
  });

  it('no sign-in', () => {
    const said = 'Warning: Basic terminal\nPlease set an Auth method in your settings\n';
    expect(read([], exited(41, said))).toMatchObject({
      outcome: 'auth',
      message: expect.stringContaining('Please set an Auth method'),
    });
  });

  it('a crash', () => {
    const said = 'Loaded.\nAn unexpected critical error occurred:Error: boom\n    at main (x.js:1:2)\n}\n';
    expect(read([], exited(1, said))).toMatchObject({
      outcome: 'crashed',
      message: expect.stringMatching(/exit code 1.*boom$/),
    });
  });

  it('an end without a word is no success, even with exit code 0', () => {
    expect(read(lines('gemini-hello-sj').slice(0, -1))).toMatchObject({ outcome: 'crashed', over: false });
  });

  it('a response that was blocked', () => {
    const blocked = event('error', { severity: 'error', message: 'The response was blocked for safety reasons.' });
    expect(read([blocked, event('result', { status: 'error' })])).toMatchObject({ outcome: 'refused' });
  });

  it('a warning on the way is told beside the answer', () => {
    const loop = event('error', { severity: 'warning', message: 'Loop detected, stopping execution' });
    expect(read([loop, event('result', { status: 'success' })])).toMatchObject({
      outcome: 'ok',
      problems: ['Loop detected, stopping execution'],
    });
  });

  it('tools that could not be started', () => {
    const result = read(
      [event('result', { status: 'success' })],
      exited(0, 'x\nMCP issues detected. Run /mcp list for status.\n'),
    );
    expect(result).toMatchObject({ outcome: 'ok', problems: [expect.stringContaining('fixpoint')] });
  });

  it('what was refused', () => {
    const use = (id: string, tool_name: string, parameters: unknown): string =>
      event('tool_use', { tool_name, tool_id: id, parameters });
    const refused = (id: string, type: string, message = ''): string =>
      event('tool_result', { tool_id: id, status: 'error', error: { type, message } });
    const result = read([
      use('1', 'run_shell_command', { command: 'rm -rf /' }),
      refused('1', 'policy_violation'),
      use('2', 'write_file', { file_path: '/etc/passwd' }),
      refused('2', 'invalid_tool_params', 'Path not in workspace: …'),
      use('3', 'read_file', { file_path: 'nothing' }),
      refused('3', 'file_not_found'),
    ]);
    expect(result.denials).toEqual(['run_shell_command rm -rf /', 'write_file /etc/passwd']);
    expect(result.events).not.toContainEqual(expect.objectContaining({ kind: 'file' }));
  });

  it('thoughts are output, and each call is counted alone', () => {
    const stats = { total_tokens: 150, input_tokens: 100, output_tokens: 20, cached: 60 };
    const session = { id: 'before', used: { inputTokens: 1, outputTokens: 2, cachedTokens: 3 } };
    const result = read(
      [event('init', { session_id: 'after' }), event('result', { status: 'success', stats })],
      exited(0),
      { session },
    );
    expect(result.usage).toEqual({ inputTokens: 100, outputTokens: 50, cachedTokens: 60 });
    expect(result.session).toEqual({ id: 'after', used: { inputTokens: 101, outputTokens: 52, cachedTokens: 63 } });
  });

  it('nonsense is passed over', () => {
    const nonsense = [
      '',
      'no JSON',
      'null',
      '[]',
      '{}',
      '{"type":7}',
      '{"type":"new"}',
      '{"type":"tool_use","parameters":7}',
      '{"type":"result"}',
    ];
    expect(read(nonsense)).toMatchObject({ outcome: 'crashed' });
  });
});

describe('4.7 a call of Gemini CLI', () => {
  const place = (more: Partial<CliPlace> = {}): CliPlace => ({
    tools: null,
    environment: { HOME: join(folder, 'home') },
    ...more,
  });
  const call = (more: Partial<AgentRequest> = {}, where: CliPlace = place()): CliCall =>
    geminiDriver.call(request(more), where);
  const fileOf = ({ files = {} }: CliCall, end: string): string =>
    Object.entries(files).find(([name]) => name.endsWith(end))?.[1] ?? '';
  const settingsOf = (made: CliCall): unknown => JSON.parse(fileOf(made, 'settings.json'));
  const ofUser = (name: string, text: string): void => {
    mkdirSync(join(folder, 'home', '.gemini'), { recursive: true });
    writeFileSync(join(folder, 'home', '.gemini', name), text);
  };

  it('uses the sign-in of the user and nothing else of his', () => {
    ofUser(
      'settings.json',
      '{ // mine\n"security": {"auth": {"selectedType": "oauth-personal"}}, "model": {"name": "m//1"}, "hooks": {}, "mcpServers": {"x": {}} }',
    );
    ofUser('oauth_creds.json', '{}');
    ofUser('.env', 'GEMINI_API_KEY=from-file\nGOOGLE_CLOUD_PROJECT=p\nOTHER=no\n');
    const made = call({}, place({ environment: { HOME: join(folder, 'home'), GOOGLE_CLOUD_PROJECT: 'q' } }));
    expect(settingsOf(made)).toMatchObject({
      security: { auth: { selectedType: 'oauth-personal' } },
      model: { name: 'm//1' },
      hooksConfig: { enabled: false },
    });
    expect(settingsOf(made)).not.toHaveProperty('mcpServers');
    expect(made.env).toMatchObject({ GEMINI_API_KEY: 'from-file' });
    expect(made.env).not.toHaveProperty('OTHER');
    expect(made.env).not.toHaveProperty('GOOGLE_CLOUD_PROJECT');
    const credentials = join(folder, 'home', '.gemini', 'oauth_creds.json');
    expect(Object.values(made.links ?? {})).toEqual([join(folder, 'home', '.gemini', 'tmp'), credentials]);
    expect(made.needs).toMatchObject({
      readable: expect.arrayContaining([credentials]),
      hosts: expect.arrayContaining(['cloudcode-pa.googleapis.com']),
    });
  });

  it('names the host of another place for the model, and the way to sign in there', () => {
    const made = call(
      {},
      place({
        environment: { HOME: '/h', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:99/x', GEMINI_API_KEY: 'k' },
        model: '-m',
      }),
    );
    expect(made.needs.hosts).toEqual(['127.0.0.1:99']);
    expect(settingsOf(made)).toMatchObject({ security: { auth: { selectedType: 'gemini-api-key' } } });
    expect(made.args).toContain('--model=-m');
  });

  it('settings that cannot be read are none', () => {
    ofUser('settings.json', '{"security": ');
    expect(settingsOf(call())).not.toHaveProperty('security.auth.selectedType');
  });

  it('allows the commands of the request and their parts, and leaves out what would make it drop all rules', () => {
    const policy = fileOf(
      call({ commands: ['npm test && echo "a;b" 2>&1', `echo ${'x'.repeat(3_000)}`] }),
      'policy.toml',
    );
    const allowed = [...policy.matchAll(/^argsPattern = (.*)$/gm)].map(
      ([, text]) => new RegExp(String(JSON.parse(text ?? ''))),
    );
    const allows = (command: string): boolean =>
      allowed.some((pattern) => pattern.test(`{\0"command":${JSON.stringify(command)}\0}`));
    const lines = [
      'npm test && echo "a;b" 2>&1',
      'npm test',
      'echo "a;b"',
      'npm test x',
      'npm',
      'xnpm test',
      'npm test; rm x',
    ];
    expect(lines.map(allows)).toEqual([true, true, true, false, false, false, false]);
    expect(allowed).toHaveLength(4);
  });

  it('3.5 goes on with a conversation of another folder, and says when it is gone', () => {
    const chats = join(folder, 'home', '.gemini', 'tmp', 'other', 'chats');
    mkdirSync(chats, { recursive: true });
    const id = '91093af5-4f44-4420-b758-26d9429418ea';
    writeFileSync(join(chats, 'session-2026-11-15T18-54-91093af5.jsonl'), `{"sessionId":"${id}"}\n`);
    const session = (name: string): CliCall => call({ session: { id: name, used: {} } });
    expect(session(id).args).toContain(`--session-file=${join(chats, 'session-2026-11-15T18-54-91093af5.jsonl')}`);
    expect(session(id)).not.toHaveProperty('problems');
    for (const gone of ['91093af5-0000-4420-b758-26d9429418ea', '../../91093af5', '']) {
      expect(session(gone).args.join(' ')).not.toContain('--session-file');
      expect(session(gone).problems).toEqual([expect.stringContaining('session')]);
    }
  });
});
