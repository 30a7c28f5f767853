/** A run with the real Claude Code, whose model does for each finding what is scripted. */
import { anthropic } from './model/anthropic.ts';
import { isSpeech, type ModelRequest, type Tokens, type ToolCall, type Turn } from './model/protocol.ts';
import { type ModelServer, type Script, startModel } from './model/server.ts';
import { realAgent } from './real-agents.ts';
import type { FindingInput, Sandbox } from './sandbox.ts';

/** A model whose price Claude Code knows, in dollars for a million tokens. */
export const priced = { model: 'claude-opus-5-5', input: 4, cached: 0.2, output: 20 };

/**
 * Responses, by the codes of the findings that a call is about (joined by +), and by attempt; the last one is repeated.
 */
export type Plan = Readonly<Record<string, readonly (readonly Turn[])[]>>;

export const calls = {
  edit: (file: string, find: string, replace: string): Turn[] => [
    tool({ name: 'Read', input: { file_path: file } }),
    tool({ name: 'Edit', input: { file_path: file, old_string: find, new_string: replace } }),
  ],
  shell: (command: string): Turn => tool({ name: 'Bash', input: { command, description: 'Runs it' } }),
  report: (id: string, outcome: string, explanation: string): Turn =>
    tool({ name: 'mcp__fixpoint__report_outcome', input: { id, outcome, explanation } }),
};

const tool = (call: ToolCall): Turn => ({ tools: [call] });

export type ClaudeFixing = { model: ModelServer; args: string[]; env: Record<string, string>; usd: () => number };

export type ClaudeFixingOptions = {
  findings: readonly FindingInput[];
  plan: Plan;
  verify: string;
  set?: readonly string[];
  agent?: Record<string, unknown>;
};

export const claudeFixing = async (sandbox: Sandbox, options: ClaudeFixingOptions): Promise<ClaudeFixing> => {
  const spent: Tokens[] = [];
  const model = await startModel(anthropic, scripted(options.plan, spent));
  const agent = { kind: 'claude', command: realAgent('claude'), model: priced.model, ...options.agent };
  const set = [`agents.claude=${JSON.stringify(agent)}`, 'findings.dedup=off', ...(options.set ?? [])];
  return {
    model,
    args: ['fix', '--from', sandbox.findings(options.findings), '--agent', 'claude', '--verify', options.verify].concat(
      set.flatMap((each) => ['--set', each]),
    ),
    env: { ...sandbox.env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-scripted' },
    usd: () => spent.reduce((sum, tokens) => sum + priceOf(tokens), 0),
  };
};

const priceOf = ({ input, output, cached = 0 }: Tokens): number =>
  ((input - cached) * priced.input + cached * priced.cached + output * priced.output) / 1e6;

/** Every response uses up another number of tokens. */
const scripted = (plan: Plan, spent: Tokens[]): Script => {
  const begun = new Map<string, number>();
  return (request) => {
    const { codes, step } = placeOf(request, Object.keys(plan));
    if (step === 0) begun.set(codes, (begun.get(codes) ?? 0) + 1);
    const attempts = plan[codes] ?? [];
    const responses = attempts[Math.min(begun.get(codes) ?? 1, attempts.length) - 1] ?? [];
    const turn = responses[step] ?? { text: 'Done.' };
    if (!isSpeech(turn)) return turn;
    const usage = { input: 1000 + 17 * request.n, output: 20 + request.n, cached: 10 * request.n };
    spent.push(usage);
    return { ...turn, usage };
  };
};

type Message = { role: string; texts: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const messagesOf = ({ body }: ModelRequest): Message[] =>
  (Array.isArray(body['messages']) ? body['messages'] : []).filter(isRecord).map(({ role, content }) => ({
    role: String(role),
    texts: (Array.isArray(content) ? content : [{ type: 'text', text: content }])
      .filter(isRecord)
      .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])),
  }));

/** What the last prompt of the conversation is about, and how often the model has answered since. */
const placeOf = (request: ModelRequest, known: readonly string[]): { codes: string; step: number } => {
  const all = [...new Set(known.flatMap((codes) => codes.split('+')))];
  const messages = messagesOf(request);
  const asked = messages.findLastIndex(
    ({ role, texts }) => role === 'user' && all.some((code) => texts.some((text) => text.includes(code))),
  );
  const codes = all.filter((code) => messages[asked]?.texts.some((text) => text.includes(code))).join('+');
  return { codes, step: messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length };
};
