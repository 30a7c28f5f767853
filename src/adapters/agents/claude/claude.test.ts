/** Claude Code: the saved streams of its real program, and what it is started with. */
import { describe, expect, it } from 'vitest';
import { driverRequest, exited, type Read, readWith, savedStream } from '../../../../test/support/driver.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { claudeDriver } from './claude.ts';
import { claudeVariables } from './variables.ts';
import type { CliPlace, CliReading } from '../shared/driver.ts';

const request = driverRequest;
const readLines = (lines: readonly string[], asked = request(), process: ProcessOutcome = exited(1)): Read =>
  readWith(claudeDriver, lines, asked, process);
const readStream = (name: string, asked?: AgentRequest): Read => readLines(savedStream(`claude-${name}`), asked);

const tokens = (inputTokens: number, outputTokens: number, usd?: number) => ({
  inputTokens,
  outputTokens,
  cachedTokens: 0,
  ...(usd !== undefined && { usd: expect.closeTo(usd, 10) }),
});

describe('saved streams', () => {
  it.each<[string, Partial<CliReading>]>([
    ['agents', { outcome: 'ok', text: 'Main done.', usage: tokens(50, 100, 0.001342) }],
    ['edit', { outcome: 'ok', text: 'All done.', usage: tokens(40, 80, 0.00176), denials: [], problems: [] }],
    ['err-401', { outcome: 'auth', message: 'Failed to authenticate. API Error: 401 stub error 401', text: '' }],
    [
      'err-429',
      { outcome: 'rate-limit', message: 'API Error: Request rejected (429) · stub error 429', usage: tokens(0, 0) },
    ],
    ['err-500-r0', { outcome: 'overloaded', message: expect.stringContaining('500') }],
    ['err-529', { outcome: 'overloaded', message: expect.stringContaining('529') }],
    ['maxbudget', { outcome: 'crashed', message: 'Reached maximum budget ($0.0006)', usage: tokens(20, 40, 0.00088) }],
    ['maxturns', { outcome: 'crashed', message: 'Reached maximum number of turns (2)' }],
    ['mcp-allowed', { outcome: 'ok', text: 'Reported.', problems: [] }],
    [
      'mcp-broken',
      { outcome: 'ok', text: 'Hello from stub.', problems: ['the tools of bad could not be offered: failed'] },
    ],
    ['resume', { outcome: 'ok', text: 'Second answer.' }],
    ['schema', { outcome: 'ok', structured: { verdict: 'pass', score: 3 }, usage: tokens(10, 20, 0.00044) }],
    ['schema-never', { outcome: 'ok', text: 'I refuse structured' }],
    ['sig-bash-SIGINT', { outcome: 'crashed', usage: tokens(10, 20, 0.00044) }],
    ['sig-hang-SIGTERM', { outcome: 'crashed', message: 'ended without a result (exit code 1)' }],
    ['write-dontask', { outcome: 'ok', text: 'Done.', denials: ['Write /workspace/made.txt'] }],
  ])('4.9 %s', (name, expected) => {
    expect(readStream(name).reading).toMatchObject(expected);
  });

  it('4.9 shows what it does', () => {
    const { events, reading } = readStream('edit');
    expect(events.filter(({ kind }) => kind !== 'usage')).toEqual([
      { kind: 'text', text: 'Reading.\n' },
      { kind: 'tool', name: 'Read', detail: '/workspace/a.txt' },
      { kind: 'text', text: 'Editing.\n' },
      { kind: 'tool', name: 'Edit', detail: '/workspace/a.txt' },
      { kind: 'file', path: '/workspace/a.txt' },
      { kind: 'text', text: 'Writing.\n' },
      { kind: 'tool', name: 'Write', detail: '/workspace/made.txt' },
      { kind: 'file', path: '/workspace/made.txt' },
      { kind: 'text', text: 'All done.\n' },
    ]);
    expect(events.findLast(({ kind }) => kind === 'usage')).toEqual({ kind: 'usage', usage: reading.usage });
  });

  it('3.5 takes the difference where only the whole session is counted, and adds it to the session', () => {
    const used = { inputTokens: 10, cachedTokens: 0, outputTokens: 20, usd: 0.00044 };
    const { reading } = readStream('resume', request({ session: { id: 's', used } }));
    expect(reading.usage).toEqual(tokens(10, 20, 0.00044));
    expect(reading.session).toEqual({ id: '33493a24-0568-4fc1-bb09-1bc55edb4c49', used: tokens(20, 40, 0.00088) });
  });

  it('3.5 counts the call alone when the session was left in the middle', () => {
    const used = { inputTokens: 5000, cachedTokens: 0, outputTokens: 20, usd: 0.02 };
    expect(readStream('resume', request({ session: { id: 's', used } })).reading.usage).toEqual(tokens(10, 20));
  });
});

const line = (event: object): string => JSON.stringify(event);
const usage = (input: number, output: number, cached = 0) => ({
  input_tokens: input,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
  output_tokens: output,
});
const part = (event: object, more: object = {}): string =>
  line({ type: 'stream_event', event, api_message_id: 'm1', parent_tool_use_id: null, ...more });
const success = { type: 'result', subtype: 'success', is_error: false, result: 'Done.' };

describe('events', () => {
  it('4.9 shows text piece by piece, once, and counts while it runs', () => {
    const { events, reading } = readLines([
      part({ type: 'message_start', message: { id: 'm1', usage: usage(60, 1, 40) } }),
      part({ type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Hm.' } }),
      part({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Look' } }),
      part({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'ing.' } }),
      line({
        type: 'assistant',
        message: { id: 'm1', content: [{ type: 'text', text: 'Looking.' }], usage: usage(60, 1, 40) },
      }),
      part({ type: 'message_delta', delta: {}, usage: usage(60, 9, 40) }),
      line({
        type: 'assistant',
        parent_tool_use_id: 't1',
        message: { id: 'm2', content: [{ type: 'text', text: 'Not for people.' }], usage: usage(5, 1) },
      }),
    ]);
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')).toBe('Looking.\n');
    expect(reading).toMatchObject({
      text: 'Looking.',
      usage: { inputTokens: 105, cachedTokens: 40, outputTokens: 10 },
    });
  });

  it('4.9 leaves a short wait to the agent', () => {
    const retry = line({
      type: 'system',
      subtype: 'api_retry',
      retry_delay_ms: 2000,
      error_status: 429,
      error: 'rate_limit',
    });
    expect(readLines([retry]).isOver).toBe(false);
    expect(readLines([retry, line(success)]).reading).toMatchObject({ outcome: 'ok', text: 'Done.' });
  });

  it('4.9 ends a call whose agent would wait for long, and says for how long', () => {
    const retry = line({
      type: 'system',
      subtype: 'api_retry',
      retry_delay_ms: 30_000,
      error_status: 429,
      error: 'rate_limit',
    });
    const { isOver, reading } = readLines([retry]);
    expect(isOver).toBe(true);
    expect(reading).toMatchObject({
      outcome: 'rate-limit',
      retryAfterMs: 30_000,
      message: expect.stringContaining('in 30 s'),
    });
  });

  it('4.9 a file counts as changed when the tool says so', () => {
    const tool = (id: string) => ({ type: 'tool_use', id, name: 'Write', input: { file_path: `${id}.txt` } });
    const { events } = readLines([
      line({ type: 'assistant', message: { id: 'm', content: [tool('a'), null, 5, tool('b')] } }),
      line({
        type: 'user',
        message: {
          content: [
            { type: 'tool_result', tool_use_id: 'a', is_error: true },
            { type: 'tool_result', tool_use_id: 'b' },
          ],
        },
      }),
      line({ type: 'user', message: { content: 'plain' } }),
    ]);
    expect(events.filter(({ kind }) => kind === 'file')).toEqual([{ kind: 'file', path: 'b.txt' }]);
  });

  it('4.9 an end that does not say that it went well did not', () => {
    expect(readLines([line({ type: 'result', subtype: 'success', result: 'Done.' })]).reading.outcome).toBe('crashed');
    expect(readLines([line({ ...success, subtype: 'error_of_the_future' })]).reading.outcome).toBe('crashed');
    expect(readLines(['{"type":"result","subtype":"success","is_er']).reading.outcome).toBe('crashed');
  });

  it('4.9 keeps work that lacks an answer in form', () => {
    expect(
      readLines([line({ ...success, subtype: 'error_max_structured_output_retries', is_error: true })]).reading,
    ).toMatchObject({
      outcome: 'ok',
    });
  });

  it.each([
    ['Not logged in · Please run /login', undefined, 'auth'],
    ['Credit balance is too low', 400, 'quota'],
    ["You've hit your weekly limit · resets Oct 6, 1pm", 429, 'quota'],
    ['API Error: Connection to the API was lost (ECONNRESET).', undefined, 'network'],
    ['Prompt is too long', 400, 'refused'],
  ])('4.15 %s', (result, status, outcome) => {
    expect(readLines([line({ ...success, is_error: true, result, api_error_status: status })]).reading).toMatchObject({
      outcome,
      message: result,
    });
  });

  it('4.9 says what it printed when it never got to an end', () => {
    const { reading } = readLines([], request(), { ...exited(1), stderr: 'error: unknown option --new\nmore' });
    expect(reading).toMatchObject({
      outcome: 'crashed',
      message: 'ended without a result (exit code 1): error: unknown option --new',
    });
    expect(reading.session).toBeUndefined();
  });
});

describe('the start', () => {
  const place = (more: Partial<CliPlace> = {}): CliPlace => ({
    tools: null,
    environment: { HOME: '/home/u' },
    ...more,
  });
  const after = (args: readonly string[], name: string): string | undefined => args[args.indexOf(name) + 1];
  const settingsOf = (asked: AgentRequest, where = place()): unknown =>
    JSON.parse(claudeDriver.call(asked, where).files?.['claude-settings.json'] ?? '');

  it('4.1 gets the prompt on standard input', () => {
    const call = claudeDriver.call(request({ prompt: '--help' }), place());
    expect(call.stdin).toBe('--help');
    expect(call.args).not.toContain('--help');
  });

  it('4.7 offers nothing that writes when it may only read', () => {
    const { args } = claudeDriver.call(request({ access: 'read', commands: ['npm test'] }), place());
    expect(after(args, '--tools')).toBe('Read,Grep,Glob,Task');
    expect(settingsOf(request({ access: 'read', commands: ['npm test'] }))).toMatchObject({
      permissions: { allow: ['Task'] },
    });
  });

  it('4.7 allows the commands of the request and the parts of pipes', () => {
    expect(settingsOf(request({ commands: [' npm test ', '', 'make all | tee log'] }))).toMatchObject({
      permissions: {
        allow: [
          'Task',
          'Edit(./**)',
          'Bash(npm test)',
          'Bash(npm test)',
          'Bash(make all | tee log)',
          'Bash(make all)',
          'Bash(tee log)',
        ],
      },
    });
  });

  it('4.4 gives it our tools, and leaves them out otherwise', () => {
    const tools = { name: 'fixpoint', command: '/node', args: ['/server', '/scratch'] };
    const call = claudeDriver.call(request(), place({ tools }));
    expect(after(call.args, '--mcp-config')).toBe('/scratch/claude-tools.json');
    expect(JSON.parse(call.files?.['claude-tools.json'] ?? '')).toMatchObject({
      mcpServers: { fixpoint: { command: '/node', args: tools.args } },
    });
    expect(settingsOf(request(), place({ tools }))).toMatchObject({
      permissions: { allow: expect.arrayContaining(['mcp__fixpoint']) },
    });
    expect(claudeDriver.call(request(), place()).args).not.toContain('--mcp-config');
  });

  it('10.4 passes on model, budget, session and schema when there are any', () => {
    const asked = request({
      answerBy: 'schema',
      answerSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
      limits: { timeoutMs: 1, timeoutKey: 'agents.mine.timeout', usd: 0.25 },
      session: { id: 'abc', used: {} },
    });
    const { args } = claudeDriver.call(asked, place({ model: 'opus' }));
    expect(after(args, '--model')).toBe('opus');
    expect(after(args, '--max-budget-usd')).toBe('0.25');
    expect(after(args, '--resume')).toBe('abc');
    expect(args).not.toContain('--fork-session');
    expect(claudeDriver.call({ ...asked, session: { id: 'abc', used: {}, fork: true } }, place()).args).toContain(
      '--fork-session',
    );
    expect(after(args, '--json-schema')).toBe('{"type":"object"}');
    const none = claudeDriver.call(request(), place()).args;
    for (const name of ['--model', '--max-budget-usd', '--resume', '--json-schema']) expect(none).not.toContain(name);
  });

  it('4.7 names what it needs in a cage', () => {
    expect(claudeDriver.call(request(), place()).needs).toMatchObject({
      hosts: expect.arrayContaining(['api.anthropic.com']),
      readable: ['/home/u/.claude.json'],
      writable: ['/home/u/.claude/projects', '/home/u/.claude/.credentials.json'],
    });
    const environment = { HOME: '/home/u', CLAUDE_CONFIG_DIR: '/cfg', ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000/v1' };
    expect(claudeDriver.call(request(), place({ environment })).needs).toMatchObject({
      hosts: ['127.0.0.1:4000'],
      readable: ['/cfg/.claude.json'],
      writable: ['/cfg/projects', '/cfg/.credentials.json'],
    });
    expect(claudeVariables).toContain('CLAUDE_CONFIG_DIR');
  });
});
