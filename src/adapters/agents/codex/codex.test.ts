/** What streams of codex are read to. The real program is in test/contract. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driverRequest, exited, type Read, readWith, savedStream } from '../../../../test/support/driver.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import { codexDriver } from './codex.ts';

const stream = (name: string): string[] => savedStream(`codex-${name}`);

const ask = driverRequest;

const read = (
  lines: readonly string[],
  { request = ask(), stderr = '', exitCode = 0 }: { request?: AgentRequest; stderr?: string; exitCode?: number } = {},
): Read => readWith(codexDriver, lines, request, exited(exitCode, stderr));

const item = (value: Record<string, unknown>): string =>
  JSON.stringify({ type: 'item.completed', item: { id: 'item_0', ...value } });
const failed = (message: string): string => JSON.stringify({ type: 'turn.failed', error: { message } });
const completed = JSON.stringify({
  type: 'turn.completed',
  usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 20 },
});
const responded = (status: string, headers: string = ''): string =>
  `2026-11-16T02:55:10.7Z DEBUG codex_http_client::client: Request completed method=POST url=https://h/v1/responses status=${status} headers={"a": "b"${headers}} version=HTTP/1.1`;

describe('saved streams', () => {
  it('4.1 a plain answer', () => {
    const { reading, events, isOver } = read(stream('hello'));
    expect(reading).toEqual({
      outcome: 'ok',
      text: 'Hello from stub.',
      session: {
        id: '01a1e09e-f2ac-7e10-b1b5-97bfb10652e7',
        used: { inputTokens: 10, cachedTokens: 0, outputTokens: 20 },
      },
      usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 20 },
      stderr: '',
      denials: [],
      problems: [],
    });
    expect(events).toEqual([{ kind: 'text', text: 'Hello from stub.\n' }]);
    expect(isOver).toBe(true);
  });

  it('3.5 a session that went on counts what this call added', () => {
    const id = '01a1e09e-f2ac-7e10-b1b5-97bfb10652e7';
    const used = { inputTokens: 10, cachedTokens: 0, outputTokens: 20 };
    const { reading } = read(stream('resume'), { request: ask({ session: { id, used } }) });
    expect(reading).toMatchObject({
      outcome: 'ok',
      text: 'Second answer.',
      usage: used,
      session: { id, used: { inputTokens: 20, cachedTokens: 0, outputTokens: 40 } },
    });
  });

  it('counts all of a session that was begun anew instead', () => {
    const request = ask({ session: { id: 'another', used: { inputTokens: 19, outputTokens: 39 } } });
    expect(read(stream('resume'), { request }).reading.usage).toEqual({
      inputTokens: 20,
      cachedTokens: 0,
      outputTokens: 40,
    });
  });

  it('4.1 changed files', () => {
    const { reading, events } = read(stream('patch-ws'));
    expect(reading).toMatchObject({ outcome: 'ok', text: 'Done.' });
    expect(events).toEqual([
      { kind: 'text', text: 'patching\n' },
      { kind: 'tool', name: 'apply_patch', detail: '/workspace/a.txt, /workspace/made.txt' },
      { kind: 'file', path: '/workspace/a.txt' },
      { kind: 'file', path: '/workspace/made.txt' },
      { kind: 'text', text: 'Done.\n' },
    ]);
  });

  it('4.7 a tool that was refused', () => {
    const { reading, events } = read(stream('mcp-ns'));
    expect(reading).toMatchObject({
      outcome: 'ok',
      text: 'Reported.',
      denials: ['reporter.report_outcome: MCP tool call requires approval, but approval policy is never'],
    });
    expect(events[0]).toEqual({ kind: 'tool', name: 'reporter.report_outcome' });
  });

  it('4.9 401: over as soon as it says that it tries again', () => {
    const lines = stream('e401');
    expect(read(lines).reading).toMatchObject({
      outcome: 'auth',
      message: expect.stringContaining('401 Unauthorized'),
      usage: {},
    });
    expect(read(lines.slice(0, 2)).isOver).toBe(false);
    expect(read(lines.slice(0, 3))).toMatchObject({ isOver: true, reading: { outcome: 'auth' } });
  });

  it('4.9 429', () => {
    expect(read(stream('e429')).reading).toMatchObject({ outcome: 'rate-limit', text: '', session: { used: {} } });
  });
});

describe('failures', () => {
  it.each([
    [
      'a usage limit',
      'You’ve hit your usage limit. Upgrade to Pro or try again at 3:58 AM.',
      '429 Too Many Requests',
      'quota',
    ],
    ['no money', 'Quota exceeded. Check your plan and billing details.', '429 Too Many Requests', 'quota'],
    [
      'no capacity',
      'Selected model is at capacity. Please try a different model.',
      '503 Service Unavailable',
      'overloaded',
    ],
    [
      '500',
      'We’re currently experiencing high demand, which may cause temporary errors.',
      '500 Internal Server Error',
      'overloaded',
    ],
    [
      'a bad request',
      '{"error":{"message":"too long","code":"context_length_exceeded"}}',
      '400 Bad Request',
      'refused',
    ],
    ['no network', 'Connection failed: error sending request', '200 OK', 'network'],
    [
      'a filter',
      'stream disconnected before completion: Incomplete response returned, reason: content_filter',
      '200 OK',
      'refused',
    ],
    ['an answer without end', 'Incomplete response returned, reason: max_output_tokens', '200 OK', 'crashed'],
    ['a variable that is not there', 'Missing environment variable: `AZURE_OPENAI_API_KEY`.', '200 OK', 'auth'],
  ])('4.9 %s', (_, message, status, outcome) => {
    const { reading } = read([failed(message)], { stderr: responded(status), exitCode: 1 });
    expect(reading).toMatchObject({ outcome, message });
  });

  it('4.9 takes the time to wait from the last response, or from what is said in the stream', () => {
    const limited = failed('exceeded retry limit, last status: 429 Too Many Requests');
    const wait = responded('429 Too Many Requests', ', "retry-after": "7"');
    expect(read([limited], { stderr: wait }).reading).toMatchObject({ outcome: 'rate-limit', retryAfterMs: 7000 });
    expect(read([limited], { stderr: `${wait}\n${responded('429 Too Many Requests')}` }).reading).not.toHaveProperty(
      'retryAfterMs',
    );
    const inStream = failed('rate limit exceeded: Rate limit reached for gpt-5. Please try again in 2.5s.');
    expect(read([inStream], { stderr: responded('200 OK') }).reading).toMatchObject({
      outcome: 'rate-limit',
      retryAfterMs: 2500,
    });
  });

  it('10.4 counts what a call used up that did not come to its end', () => {
    const line = (input: number): string =>
      `2026-11-16T03:27:01Z  INFO codex_otel.trace_safe: event.name="codex.sse_event" event.kind=response.completed input_token_count=${input} output_token_count=5 cached_token_count=3 x=1`;
    const stderr = `${line(100)}\n${line(200)}`;
    const started = JSON.stringify({ type: 'thread.started', thread_id: '7' });
    const request = ask({ session: { id: '7', used: { inputTokens: 1000, outputTokens: 10 } } });
    expect(read([started, failed('Oh.')], { request, stderr }).reading).toMatchObject({
      usage: { inputTokens: 300, cachedTokens: 6, outputTokens: 10 },
      session: { id: '7', used: { inputTokens: 1300, cachedTokens: 6, outputTokens: 20 } },
      stderr: '',
    });
    expect(read([started, completed], { stderr }).reading.usage).toMatchObject({ inputTokens: 10, outputTokens: 20 });
  });

  it('4.9 no result is no success, whatever the exit code', () => {
    expect(read([]).reading).toMatchObject({ outcome: 'crashed', message: 'ended without a result (exit code 0)' });
    const stderr = 'Error: thread/start failed\n\nStack backtrace:\n   0: <unknown>\n';
    expect(read([], { stderr, exitCode: 1 }).reading.message).toBe(
      'ended without a result (exit code 1): Error: thread/start failed',
    );
  });

  it('3.5 says that a session is gone', () => {
    const stderr = 'Error: thread/resume: thread/resume failed: no rollout found for thread id 7 (code -32600)\n';
    const request = ask({ session: { id: '7', used: {} } });
    expect(read([], { request, stderr, exitCode: 1 }).reading).toMatchObject({
      outcome: 'crashed',
      message: expect.stringContaining('session 7'),
    });
  });

  it('4.9 ends a call whose sandbox fails, and says what to do', () => {
    const output = 'bwrap: Creating new namespace failed\n';
    const broken = item({
      type: 'command_execution',
      command: 'ls',
      aggregated_output: output,
      exit_code: 1,
      status: 'failed',
    });
    const works = item({
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'a\n',
      exit_code: 0,
      status: 'completed',
    });
    expect(read([broken, broken])).toMatchObject({
      isOver: true,
      reading: { outcome: 'crashed', message: expect.stringContaining('access: full') },
    });
    expect(read([broken])).toMatchObject({ isOver: false });
    expect(read([broken, works, completed])).toMatchObject({ isOver: true, reading: { outcome: 'ok' } });
    expect(read([works, broken, broken, completed])).toMatchObject({ isOver: true, reading: { outcome: 'ok' } });
  });

  it('tells refusals and tools that did not start from the log', () => {
    const stderr = [
      '2026-11-16T02:53:37.6Z ERROR codex_core::tools::router: error=patch rejected: writing is blocked by read-only sandbox',
      '2026-11-16T02:53:37.6Z ERROR codex_core::tools::router: error=Exit code: 1',
      '2026-11-16T02:53:37.7Z  WARN codex_mcp::rmcp_client: MCP server startup failed server_name="fixpoint" error=No such file or directory',
    ].join('\n');
    expect(read([completed], { stderr }).reading).toMatchObject({
      outcome: 'ok',
      denials: ['patch rejected: writing is blocked by read-only sandbox'],
      problems: ['the tools of fixpoint could not be started: No such file or directory'],
    });
  });

  it('4.11 leaves out of what is shown the headers of responses', () => {
    const stderr = `Error: no\n${responded('200 OK', ', "set-cookie": "secret"')}\nthe end`;
    expect(read([completed], { stderr }).reading.stderr).toBe('Error: no\nthe end');
  });

  it('passes on its warnings, but not those about settings that this version does not know', () => {
    const warn = (message: string): string => item({ type: 'error', message });
    const { problems } = read([
      warn('Model metadata is missing.'),
      warn('ignored:\n  session-flags: `features.x`'),
      completed,
    ]).reading;
    expect(problems).toEqual(['Model metadata is missing.']);
  });

  it('4.9 reads anything without an error', () => {
    const lines = ['hello', 'patch-ws', 'mcp-ns', 'e401'].flatMap(stream).filter((line) => line !== '');
    const mutated = fc
      .tuple(
        fc.constantFrom(...lines),
        fc.nat(),
        fc.nat(40),
        fc.constantFrom('', 'null', '[]', '{}', '"', '1e999', '-1', '\u0000', '{"a":'),
      )
      .map(
        ([line, at, length, put]) => line.slice(0, at % line.length) + put + line.slice((at % line.length) + length),
      );
    const value = fc.tuple(
      fc.constantFrom('item.started', 'item.completed', 'error', 'turn.failed', 'turn.completed'),
      fc.jsonValue(),
    );
    const odd = value.map(([type, each]) =>
      JSON.stringify({ type, item: each, message: each, error: each, usage: each }),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(mutated, odd), { maxLength: 20 }), fc.string(), (list, stderr) => {
        const { reading } = read(list, { stderr });
        if (reading.outcome === 'ok') expect(list.join('\n')).toContain('turn.completed');
        for (const count of Object.values(reading.usage)) expect(count).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
