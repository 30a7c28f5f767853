/** Feeds mutated event streams of real agents to their readers, and demands a result that makes sense of each. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { acpAgent } from '../../../src/adapters/agents/acp/acp.ts';
import { claudeDriver } from '../../../src/adapters/agents/claude/claude.ts';
import { cliAgent, type CliOptions } from '../../../src/adapters/agents/shared/cli-agent.ts';
import { codexDriver } from '../../../src/adapters/agents/codex/codex.ts';
import { geminiDriver } from '../../../src/adapters/agents/gemini/gemini.ts';
import { opencodeDriver } from '../../../src/adapters/agents/opencode/opencode.ts';
import { seeded, type Random } from '../loop/random.ts';
import { AgentOutcome } from '../../../src/model/run/outcome.ts';
import type { Agent, AgentEvent, AgentResult } from '../../../src/ports/agent.ts';
import type { ProcessOutcome, ProcessRequest, RunProcess } from '../../../src/ports/process.ts';
import { agentRequest } from '../agent-request.ts';
import { FuzzError } from './campaign.ts';
import { stopwatch } from './computing-time.ts';
import { flipBits, mutateJson, mutateText } from './mutate.ts';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'agent-streams');

export type Sample = { kind: string; name: string; text: string };

/** `claude-edit.jsonl` is a stream of claude. */
export const streamSamples = (): Sample[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => ({ name, kind: name.split('-', 1)[0] ?? '', text: readFileSync(join(folder, name), 'utf8') }))
    .map((sample) => (sample.kind === 'acp' ? { ...sample, text: asMessages(sample.text) } : sample));

const Logged = z.looseObject({ dir: z.string(), m: z.string().optional(), r: z.unknown().optional() });

type Message = { id?: number | undefined; method?: string; params?: unknown; result?: unknown };

const isLast = ({ id }: Message): boolean => id === 3;

/**
 * A saved conversation as the agent's side of it would print it: answers to our first three requests, and all that it
 * told and asked.
 */
const asMessages = (saved: string): string => {
  const ids = new Map([
    ['initialize', 1],
    ['session/new', 2],
    ['session/prompt', 3],
  ]);
  const messages = saved
    .trim()
    .split('\n')
    .map((line) => Logged.parse(JSON.parse(line)))
    .flatMap(({ dir, m = '', r, ...params }, n): Message[] => {
      if (dir === 'res' && ids.has(m)) return [{ id: ids.get(m), result: r }];
      if (dir === 'update') return [{ method: 'session/update', params }];
      return dir === 'permission' ? [{ id: 100 + n, method: 'session/request_permission', params }] : [];
    });
  // What comes before the answer to the prompt belongs to it.
  const told = messages.filter((message) => !isLast(message));
  return [...told, ...messages.filter(isLast).slice(0, 1)]
    .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    .join('\n');
};

const samples = streamSamples();
const input = { role: 'fix', run: 'r', findings: [], attempts: {}, todo: {}, verify: [], conventions: [] } as const;

const mutateLine = (line: string, other: string, random: Random): string => {
  try {
    const [value, another]: unknown[] = [JSON.parse(line), JSON.parse(other)];
    return JSON.stringify(mutateJson(value, another, random)) ?? '';
  } catch {
    return mutateText(line, other, random);
  }
};

/** A few lines changed in their structure, or the whole as text or bytes. */
const mutated = (text: string, other: string, random: Random): string => {
  const how = random.weighted([
    [6, 'lines'],
    [3, 'text'],
    [1, 'bytes'],
  ] as const);
  if (how === 'text') return mutateText(text, other, random);
  if (how === 'bytes') return Buffer.from(flipBits(text, random)).toString('utf8');
  const lines = text.split('\n');
  const others = other.split('\n');
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(lines.length);
    lines[at] = mutateLine(lines[at] ?? '', random.pick(others), random);
  }
  return lines.join('\n');
};

/** Prints the stream in pieces of any size, then ends in any way. */
const printing =
  (text: string, random: Random): RunProcess =>
  async (request) => {
    const heard = request.converse === undefined ? null : converse(request);
    for (let at = 0; at < text.length;) {
      const lineEnd = text.indexOf('\n', at) + 1 || text.length;
      const piece = text.slice(at, (at = heard ? lineEnd : at + random.pick([50, 200, 4_000, 100_000])));
      request.onStdout?.(piece);
      // A conversation goes back and forth.
      if (heard) await new Promise((resolve) => setImmediate(resolve));
    }
    return ended(random);
  };

/** A conversation is answered by what was recorded, whatever is asked. */
const converse = (request: ProcessRequest): true => {
  request.converse?.({ write: () => undefined, end: () => undefined });
  return true;
};

const ended = (random: Random): ProcessOutcome => ({
  status: random.pick(['exited', 'exited', 'exited', 'signalled', 'timeout', 'idle', 'not-started']),
  exitCode: random.pick([0, 1, 41, 145, null]),
  signal: null,
  stdout: '',
  stderr: random.pick(['', 'Error: 429', 'boom\n']),
  stdoutBytes: 0,
  stderrBytes: 0,
  durationMs: 1,
});

const drivers = new Map([
  ['claude', claudeDriver],
  ['codex', codexDriver],
  ['gemini', geminiDriver],
  ['opencode', opencodeDriver],
]);

const agentOf = (kind: string, runProcess: RunProcess): Agent => {
  const options: CliOptions = {
    runProcess,
    program: [kind],
    environment: { HOME: '/nowhere' },
    answerTools: () => ({ name: 'fixpoint', command: 'node', args: [] }),
    readReported: () => ({ outcomes: [] }),
  };
  const driver = drivers.get(kind);
  return driver
    ? cliAgent(kind, driver, options)
    : acpAgent(kind, { ...options, needs: { hosts: [], readable: [], writable: [] }, searchPath: '' });
};

const isAmount = (value: number | undefined): boolean => value === undefined || (Number.isFinite(value) && value >= 0);

const objections = (result: AgentResult, events: readonly AgentEvent[]): string[] => {
  const usages = [
    result.usage,
    result.session?.used ?? {},
    ...events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : [])),
  ];
  const amounts = usages.flatMap(({ inputTokens, outputTokens, cachedTokens, usd }) => [
    inputTokens,
    outputTokens,
    cachedTokens,
    usd,
  ]);
  return [
    ...(AgentOutcome.safeParse(result.outcome).success ? [] : [`no such outcome: ${result.outcome}`]),
    ...(result.outcome !== 'ok' && (result.message ?? '') === '' ? [`${result.outcome} without a message`] : []),
    ...(amounts.every(isAmount) ? [] : [`an impossible amount: ${JSON.stringify(usages)}`]),
    ...(typeof result.text === 'string' && typeof result.transcript === 'string' ? [] : ['text that is none']),
    ...(result.session === undefined || typeof result.session.id === 'string' ? [] : ['a session without an id']),
    ...(result.retryAfterMs === undefined || isAmount(result.retryAfterMs)
      ? []
      : [`to be tried again in ${result.retryAfterMs} ms`]),
    ...(/cannot be called/.test(result.message ?? '') ? [`an error inside: ${result.message}`] : []),
    ...(JSON.stringify(events).length > 100_000_000 ? ['events without end'] : []),
  ];
};

export const streamOf = (seed: number): Sample => {
  const random = seeded(seed);
  const sample = random.pick(samples);
  const other = random.pick(samples);
  let { text } = sample;
  for (let times = 1 + random.below(3); times > 0; times -= 1) text = mutated(text, other.text, random);
  return { ...sample, text };
};

export type Streamed = Map<string, { outcomes: Map<string, number>; slowestMs: number; slowest: number }>;

/** `limitMs`: what one stream may take; none in tests, as those say nothing about time. */
export const runStreams = async (
  first: number,
  total: number,
  { limitMs = Infinity, progress }: { limitMs?: number; progress?: (seed: number) => void } = {},
): Promise<Streamed> => {
  const seen: Streamed = new Map();
  for (let seed = first; seed < first + total; seed += 1) {
    progress?.(seed);
    const { kind, result, events, ms } = await timed(seed, limitMs);
    const said = [...objections(result, events), ...(ms > limitMs ? [`took ${Math.round(ms)} ms`] : [])];
    if (said.length > 0) throw new FuzzError(seed, said.join('; '));
    const so = seen.get(kind) ?? { outcomes: new Map(), slowestMs: 0, slowest: seed };
    so.outcomes.set(result.outcome, (so.outcomes.get(result.outcome) ?? 0) + 1);
    if (ms > so.slowestMs) [so.slowestMs, so.slowest] = [ms, seed];
    seen.set(kind, so);
  }
  return seen;
};

/** What it took at best of three, so that code which is still being compiled does not accuse an innocent stream. */
const timed = async (seed: number, limitMs: number): Promise<Read> => {
  const first = await inFolder((scratch) => readStream(seed, scratch));
  let { ms } = first;
  for (let times = 1; times < 3 && ms > limitMs / 4; times += 1)
    ms = Math.min(ms, (await inFolder((scratch) => readStream(seed, scratch))).ms);
  return { ...first, ms };
};

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-streams-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

type Read = { kind: string; result: AgentResult; events: AgentEvent[]; ms: number };

const readStream = async (seed: number, scratch: string): Promise<Read> => {
  const { kind, text } = streamOf(seed);
  const events: AgentEvent[] = [];
  const took = stopwatch();
  try {
    const result = await agentOf(kind, printing(text, seeded(seed))).run(
      agentRequest({ input: { ...input, findings: [], verify: [], conventions: [] }, workspace: scratch, scratch }),
      { signal: new AbortController().signal, onEvent: (event) => events.push(event) },
    );
    return { kind, result, events, ms: took() };
  } catch (error) {
    throw new FuzzError(seed, `an error: ${error instanceof Error ? error.stack : String(error)}`, error);
  }
};
