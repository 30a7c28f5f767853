import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedAgent, type Scenario, type ScriptedAgent } from '../../../../test/fakes/scripted.ts';
import { agentRequest } from '../../../../test/support/agent-request.ts';
import type { FixInput } from '../../../model/answer.ts';
import type { Finding } from '../../../model/finding.ts';
import type { AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import { readEntry } from '../../process/process-table.ts';
import { createRunProcess } from '../../process/run-process.ts';
import { commandAgent, type CommandAgentConfig } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-agent-'));
  for (const name of ['workspace', 'scratch']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'workspace', 'a.txt'), 'old text\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runProcess = createRunProcess({ graceMs: 300 });
const finding: Finding = {
  id: 'id-1',
  code: 'F001',
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  reviewer: 'r',
  level: 'blocking',
};
const input: FixInput = {
  role: 'fix',
  run: 'run-1',
  findings: [finding],
  attempts: {},
  todo: {},
  verify: ['true'],
  conventions: [],
};
const never = new AbortController().signal;

const call = (
  config: Partial<CommandAgentConfig>,
  request: Partial<AgentRequest> = {},
  hooks: Partial<AgentHooks> = {},
): Promise<AgentResult> =>
  commandAgent('house', { command: 'true', env: [], ...config }, { runProcess, passEnv: () => ({ PASSED: 'on' }) }).run(
    agentRequest({ input, workspace: join(folder, 'workspace'), scratch: join(folder, 'scratch'), ...request }),
    { signal: never, ...hooks },
  );
const scripted = (scenario: Scenario): ScriptedAgent => scriptedAgent(join(folder, 'agent'), scenario);
const fixed = { id: 'F001', outcome: 'fixed', explanation: 'scripted answer for F001' };

describe('15 the command agent', () => {
  it('gives prompt, input, role, run and session, and takes the answer file', async () => {
    const script = `test "$FIXPOINT_ROLE $FIXPOINT_RUN $FIXPOINT_SESSION $PASSED" = "fix run-1 s-0 on" || exit 9
      test "$(cat)" = "Fix it." || exit 8
      grep -q '"code":"F001"' "$FIXPOINT_INPUT" || exit 7
      echo '{"outcomes":[{"id":"F001","outcome":"fixed"}],"session":"s-1","usage":{"inputTokens":5,"usd":0.01,"outputTokens":-3}}' > "$FIXPOINT_ANSWER"
      echo changed > a.txt; echo '{"outcomes":[]}'`;
    const result = await call({ command: script }, { session: { id: 's-0', used: {} } });
    expect(result).toEqual({
      outcome: 'ok',
      answer: expect.objectContaining({ outcomes: [{ id: 'F001', outcome: 'fixed' }] }),
      text: expect.stringContaining('"session":"s-1"'),
      session: { id: 's-1', used: {} },
      usage: { inputTokens: 5, usd: 0.01 },
      transcript: '{"outcomes":[]}\n',
      denials: [],
      problems: [],
    });
    expect(readFileSync(join(folder, 'workspace', 'a.txt'), 'utf8')).toBe('changed\n');
  });

  it('has no session when there is none to go on with', async () => {
    expect((await call({ command: 'echo "[${FIXPOINT_SESSION-none}]"' })).transcript).toBe('[none]\n');
  });

  it.each([
    ['stdout', { outcomes: [fixed] }],
    ['fenced', { outcomes: [fixed] }],
    ['prose', { outcomes: [fixed] }],
    ['broken', { outcomes: [fixed] }],
    ['array', [fixed]],
    ['by-id', { F001: { outcome: 'fixed', explanation: fixed.explanation } }],
  ] as const)('1.3 finds an answer that is given as: %s', async (answer, expected) => {
    const { command } = scripted({ call: { answer } });
    expect(await call({ command })).toMatchObject({ outcome: 'ok', answer: expected });
  });

  it('1.3 takes what is there of an answer that is cut in half', async () => {
    const { command } = scripted({ call: { answer: 'cut' } });
    expect((await call({ command })).answer).toMatchObject({ outcomes: [{ id: 'F001' }] });
  });

  it('finds the answer at the end of 300 MB of output, in flat memory', async () => {
    const before = process.memoryUsage().rss;
    const { command } = scripted({ call: { print: 300_000_000, answer: 'stdout' } });
    const shown: number[] = [];
    const result = await call(
      { command },
      {},
      { onEvent: (event) => event.kind === 'text' && shown.push(event.text.length) },
    );
    expect(result).toMatchObject({ outcome: 'ok', answer: { outcomes: [fixed] } });
    expect(shown.reduce((a, b) => a + b)).toBeGreaterThan(300_000_000);
    expect(result.transcript.length).toBeLessThan(3_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it.each([
    ['link', /is a link/],
    ['fifo', /not a regular file/],
    ['folder', /not a regular file/],
    ['huge', /bytes, more than/],
    ['empty', /no answer/],
    ['none', /no answer/],
  ] as const)('reads nothing from an answer file that is: %s', async (answer, message) => {
    const { command } = scripted({ call: { answer } });
    const result = await call({ command });
    expect(result).toMatchObject({ outcome: 'ok', answer: null });
    expect(result.message).toMatch(message);
  });

  it('shows invalid UTF-8 as such and goes on', async () => {
    const { command } = scripted({ call: { invalid: true } });
    const result = await call({ command });
    expect(result.outcome).toBe('ok');
    expect(result.transcript).toContain('\uFFFD');
  });
});

describe('4.9 a command agent that fails', () => {
  it.each([
    [{ command: 'exit 75' }, {}, 'rate-limit', /^exit code 75$/],
    [{ command: 'echo "no credit" >&2; exit 77' }, {}, 'quota', /^exit code 77: no credit$/],
    [{ command: 'echo noise; echo "Error: boom" >&2; exit 1' }, {}, 'crashed', /^exit code 1: Error: boom$/],
    [{ command: 'echo "only on stdout"; exit 3' }, {}, 'crashed', /^exit code 3: only on stdout$/],
    [{ command: 'kill -SEGV $$' }, {}, 'crashed', /^killed by SIGSEGV$/],
    [
      { command: ['no-such-agent'] },
      {},
      'crashed',
      /^cannot start no-such-agent: no such program .*check agents\.house\.command$/,
    ],
    [{ command: 'no-such-agent' }, {}, 'crashed', /^exit code 127: .*not found; check agents\.house\.command$/],
    [
      { command: 'sleep 60' },
      { timeoutMs: 200 },
      'timeout',
      /^took longer than challenger\.timeout allows, ended after/,
    ],
    [{ command: 'sleep 60' }, { idleMs: 200 }, 'timeout', /printed nothing for as long as agents\.house\.idle/],
  ] as const)('%j %j is classified', async (config, limits, outcome, message) => {
    const result = await call(config, { limits: { timeoutMs: 60_000, timeoutKey: 'challenger.timeout', ...limits } });
    expect(result.outcome).toBe(outcome);
    expect(result.message).toMatch(message);
  });

  it('keeps what it has changed and answered', async () => {
    const { command } = scripted({
      findings: { F001: { edits: [{ file: 'a.txt', find: 'old', replace: 'new' }] } },
      call: { exit: 1 },
    });
    expect(await call({ command })).toMatchObject({ outcome: 'crashed', answer: { outcomes: [fixed] } });
    expect(readFileSync(join(folder, 'workspace', 'a.txt'), 'utf8')).toBe('new text\n');
  });

  it('when its input cannot be written says so', async () => {
    const result = await call({}, { scratch: join(folder, 'missing') });
    expect(result).toMatchObject({
      outcome: 'crashed',
      message: expect.stringMatching(/agent house cannot be called/),
    });
  });
});

describe('4.10 a command agent leaves nothing behind', () => {
  it.each(['background', 'detached', 'orphan'] as const)('with a %s child that ignores SIGTERM', async (child) => {
    const agent = scripted({ call: { child, childIgnoresSigterm: true, sleepMs: 300 } });
    expect(await call({ command: agent.command })).toMatchObject({ outcome: 'ok', answer: { outcomes: [fixed] } });
    expect(agent.children()).toHaveLength(1);
    expect(agent.children().map((pid) => readEntry(pid))).toEqual([null]);
  });

  it('when it is cancelled, hangs and ignores SIGTERM', async () => {
    const controller = new AbortController();
    const agent = scripted({ call: { child: 'orphan', stdout: 'ready', hang: true, ignoreSigterm: true } });
    let pid = 0;
    const hooks = {
      signal: controller.signal,
      onProcess: (one: { pid: number }) => (pid = one.pid),
      onEvent: () => undefined,
    };
    const called = call({ command: agent.command }, {}, hooks);
    await expect.poll(agent.children, { timeout: 60_000 }).toHaveLength(1);
    controller.abort();
    expect(await called).toMatchObject({ outcome: 'cancelled', answer: null });
    expect(agent.children().map((child) => readEntry(child))).toEqual([null]);
    expect(pid).toBeGreaterThan(0);
    expect(readEntry(pid)).toBeNull();
  });
});

describe('the scripted agent', () => {
  it('does what its scenario says, by finding and by call', async () => {
    const agent = scripted({
      calls: [{ exit: 75 }, {}],
      findings: { F001: [{ outcome: 'deferred' }, { edits: [{ file: 'b/c.txt', write: 'new' }], twice: 'blocked' }] },
    });
    expect((await call({ command: agent.command })).outcome).toBe('rate-limit');
    const second = await call({ command: agent.command });
    expect(second.answer).toMatchObject({ outcomes: [{ outcome: 'fixed' }, { outcome: 'blocked' }] });
    expect(existsSync(join(folder, 'workspace', 'b', 'c.txt'))).toBe(true);
    expect(agent.calls().map(({ n, codes, run }) => [n, codes, run])).toEqual([
      [1, ['F001'], 'run-1'],
      [2, ['F001'], 'run-1'],
    ]);
  });
});
