/** Sets up the agent that plays steps of the Agent Client Protocol for a test, and reads back what it was told. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { acpAgent, type AcpOptions } from '../../src/adapters/agents/acp/acp.ts';
import { readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { createRunProcess } from '../../src/adapters/process/run-process.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../../src/ports/agent.ts';
import { agentRequest } from '../support/agent-request.ts';
import { finding, inputOf } from '../support/answer-client.ts';
import type { Step } from './acp-agent-play.ts';

export const sessionId = 's-1';
export const ended: Step = { result: { stopReason: 'end_turn' } };
export const says = (text: string, session: string = sessionId): Step => ({
  update: { sessionId: session, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
});

/** What it says when a test does not care. */
const usual: Record<string, Step[]> = {
  initialize: [
    { result: { protocolVersion: 1, agentCapabilities: { loadSession: true }, agentInfo: { name: 'gemini-cli' } } },
  ],
  'session/new': [{ result: { sessionId } }],
  'session/prompt': [ended],
};

const player = fileURLToPath(new URL('acp-agent-play.ts', import.meta.url));
const runProcess = createRunProcess({ graceMs: 300 });
const Told = z.looseObject({
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type Told = z.infer<typeof Told>;

export type Played = {
  workspace: string;
  events: AgentEvent[];
  call: (
    steps: Record<string, Step[]>,
    more?: Partial<AgentRequest>,
    options?: { tools?: string } & Partial<AcpOptions>,
  ) => Promise<AgentResult>;
  /** Everything that it was told. */
  told: () => Told[];
  /** What its own requests were answered. */
  answers: () => unknown[];
  remove: () => void;
};

export const openPlayed = (): Played => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-acp-')));
  const [workspace, scratch, steps, log] = [
    join(folder, 'workspace'),
    join(folder, 'scratch'),
    join(folder, 'steps'),
    join(folder, 'log'),
  ];
  for (const each of [workspace, scratch]) mkdirSync(each);
  const events: AgentEvent[] = [];
  const told = (): Told[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => Told.parse(JSON.parse(line)))
      : [];
  return {
    workspace,
    events,
    call: (given, more = {}, { tools = 'fixpoint', ...options } = {}) => {
      writeFileSync(steps, JSON.stringify({ ...usual, ...given }));
      const agent = acpAgent('zed', {
        runProcess,
        program: [process.execPath, player, steps, log],
        environment: {},
        answerTools: () => ({ name: tools, command: 'true', args: [] }),
        readReported,
        needs: { hosts: [], readable: [], writable: [] },
        searchPath: process.env['PATH'] ?? '',
        ...options,
      });
      const input = inputOf([finding(1)]);
      const request = agentRequest({
        workspace,
        scratch,
        input,
        answerBy: 'text',
        limits: { timeoutMs: 20_000, timeoutKey: 'agents.mine.timeout' },
        ...more,
      });
      return agent.run(request, { signal: new AbortController().signal, onEvent: (event) => events.push(event) });
    },
    told,
    answers: () => told().flatMap((message) => (message.method === undefined ? [message.result ?? message.error] : [])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
