/** One turn with an agent that speaks the Agent Client Protocol: from the greeting to the reason why it stopped. */
import { cutEnd } from '../../../plain/cut.ts';
import type { InitializeRequest, PromptRequest } from '@agentclientprotocol/sdk';
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools } from '../shared/driver.ts';
import { failureOf } from './failure.ts';
import { Initialized, PromptDone } from './messages.ts';
import type { RpcError, RpcRequest } from './peer.ts';
import { type OpenedSession, openSession } from './session.ts';
import { applySettings } from './settings.ts';

export type Turn = {
  /** Null when the agent was gone before its turn was over. */
  outcome: AgentOutcome | null;
  message?: string;
  retryAfterMs?: number;
  session?: { id: string; isOld: boolean };
  done?: PromptDone;
  problems: string[];
};

export type Talk = {
  request: RpcRequest;
  onAgent: (name: string | undefined) => void;
  /** What it tells from now on belongs to the turn. */
  onPrompt: (sessionId: string) => void;
  /** Whether it has told an old conversation once more. */
  isReplayed: () => boolean;
};

type TurnRequest = { request: AgentRequest; tools: AnswerTools | null; model: string | undefined };

const failed = (error: RpcError, doing: string, problems: string[]): Turn => ({
  ...failureOf(error, doing),
  problems,
});

export const takeTurn = async (turn: TurnRequest, talk: Talk): Promise<Turn> => {
  const problems: string[] = [];
  const greeted = await talk.request('initialize', greeting);
  if ('closed' in greeted) return { outcome: null, problems };
  if ('error' in greeted) return failed(greeted.error, 'initialize', problems);
  const agent = Initialized.safeParse(greeted.result);
  if (!agent.success || agent.data.protocolVersion !== greeting.protocolVersion)
    return { outcome: 'crashed', message: otherVersion, problems };
  talk.onAgent(agent.data.agentInfo?.name);
  const opened = await openSession(turn, agent.data.agentCapabilities, talk, problems);
  if (opened === null) return { outcome: null, problems };
  if ('error' in opened) return failed(opened.error, 'session/new', problems);
  const { access } = turn.request;
  const settings = { access, model: turn.model };
  problems.push(...(await applySettings(opened.settings, opened.sessionId, settings, talk.request)));
  return ask(turn.request, opened, talk, problems);
};

/** The question itself, once everything is ready for it. */
const ask = async (request: AgentRequest, opened: OpenedSession, talk: Talk, problems: string[]): Promise<Turn> => {
  const { sessionId, isOld } = opened;
  talk.onPrompt(sessionId);
  const prompt: PromptRequest = { sessionId, prompt: [{ type: 'text', text: asWords(request.prompt) }] };
  const reply = await talk.request('session/prompt', prompt);
  const session = { id: sessionId, isOld };
  if (opened.isTold === true && !talk.isReplayed()) problems.push('continues its session, but has lost what was in it');
  if ('closed' in reply) return { outcome: null, session, problems };
  if ('error' in reply) return { ...failed(reply.error, 'session/prompt', problems), session };
  const done = PromptDone.safeParse(reply.result);
  if (!done.success) return { outcome: 'crashed', message: 'ended its turn without saying why', session, problems };
  return { ...stopped(done.data.stopReason), done: done.data, session, problems };
};

/** The agent works with its own hands: files and commands of ours would only be a second way past the same rules. */
const greeting = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
} satisfies InitializeRequest;

const otherVersion = `does not speak version ${greeting.protocolVersion} of the Agent Client Protocol`;

/** Agents take a prompt that begins like a command for one. */
const asWords = (prompt: string): string => (/^\s*[/$!]/.test(prompt) ? `Task:\n${prompt}` : prompt);

const stopped = (reason: string): { outcome: AgentOutcome; message?: string } => {
  switch (reason) {
    case 'end_turn':
      return { outcome: 'ok' };
    case 'refusal':
      return { outcome: 'refused', message: 'refused to go on' };
    case 'cancelled':
      return { outcome: 'cancelled', message: 'stopped because it was cancelled' };
    case 'max_tokens':
      return { outcome: 'crashed', message: 'stopped because it reached its limit of tokens' };
    case 'max_turn_requests':
      return { outcome: 'crashed', message: 'stopped because it reached its limit of requests to the model' };
    default:
      return { outcome: 'crashed', message: `stopped for a reason that is not known: ${cutEnd(reason, 100)}` };
  }
};
