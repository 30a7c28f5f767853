/** One turn with an agent that speaks the Agent Client Protocol: from the greeting to the reason why it stopped. */
import type { InitializeRequest, LoadSessionRequest, NewSessionRequest, PromptRequest } from '@agentclientprotocol/sdk';
import type { AgentOutcome } from '../../../model/event.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import { describeError, failureOf } from './failure.ts';
import { Initialized, NewSession, PromptDone } from './messages.ts';
import type { Reply, RpcError } from './peer.ts';
import { applySettings } from './settings.ts';
import type { AnswerTools } from '../shared/driver.ts';
import { cutEnd } from '../../../plain/cut.ts';

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
  request: (method: string, params: unknown) => Promise<Reply>;
  onAgent: (name: string | undefined) => void;
  /** What it tells from now on belongs to the turn. */
  onPrompt: (sessionId: string) => void;
  /** Whether it has told an old conversation once more. */
  isReplayed: () => boolean;
};

/** In every problem with them. */
export const ofTools = 'the tools of fixpoint';

type Wanted = { request: AgentRequest; tools: AnswerTools | null; model: string | undefined };

export const takeTurn = async ({ request, tools, model }: Wanted, talk: Talk): Promise<Turn> => {
  const problems: string[] = [];
  const fail = (error: RpcError, doing: string): Turn => ({ ...failureOf(error, doing), problems });
  const greeted = await talk.request('initialize', greeting);
  if ('closed' in greeted) return { outcome: null, problems };
  if ('error' in greeted) return fail(greeted.error, 'initialize');
  const agent = Initialized.safeParse(greeted.result);
  if (!agent.success || agent.data.protocolVersion !== greeting.protocolVersion)
    return { outcome: 'crashed', message: otherVersion, problems };
  talk.onAgent(agent.data.agentInfo?.name);
  const opened = await openSession({ request, tools }, agent.data, talk, problems);
  if (opened === null) return { outcome: null, problems };
  if ('error' in opened) return fail(opened.error, 'session/new');
  const { sessionId, isOld } = opened;
  problems.push(...(await applySettings(opened.settings, sessionId, { access: request.access, model }, talk.request)));
  talk.onPrompt(sessionId);
  const prompt: PromptRequest = { sessionId, prompt: [{ type: 'text', text: asWords(request.prompt) }] };
  const reply = await talk.request('session/prompt', prompt);
  const session = { id: sessionId, isOld };
  if (opened.isTold === true && !talk.isReplayed())
    problems.push('goes on with its session, but has lost what was said in it');
  if ('closed' in reply) return { outcome: null, session, problems };
  if ('error' in reply) return { ...fail(reply.error, 'session/prompt'), session };
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

type Opened = { sessionId: string; settings: unknown; isOld: boolean; isTold?: boolean };

const openSession = async (
  { request, tools }: Pick<Wanted, 'request' | 'tools'>,
  { agentCapabilities }: Initialized,
  talk: Talk,
  problems: string[],
): Promise<Opened | { error: RpcError } | null> => {
  const mcpServers =
    tools === null ? [] : [{ name: tools.name, command: tools.command, args: [...tools.args], env: [] }];
  const cwd = request.workspace;
  if (request.session !== undefined) {
    // What others begin from as well stays as it is.
    const method = request.session.fork === true ? null : resumeMethod(agentCapabilities);
    const old: LoadSessionRequest = { sessionId: request.session.id, cwd, mcpServers };
    const reply = method === null ? null : await talk.request(method, old);
    if (reply !== null && 'closed' in reply) return null;
    if (reply !== null && 'result' in reply) {
      return { sessionId: old.sessionId, settings: reply.result, isOld: true, isTold: method === 'session/load' };
    }
    const reason = reply === null ? 'it has no way to' : describeError(reply.error);
    problems.push(`cannot go on with its session, a new one was begun: ${reason}`);
  }
  const begin = async (params: NewSessionRequest): Promise<Opened | { error: RpcError } | null> => {
    const reply = await talk.request('session/new', params);
    if ('closed' in reply) return null;
    if ('error' in reply) return reply;
    const session = NewSession.safeParse(reply.result);
    if (!session.success) return { error: { code: 0, message: 'it named no session' } };
    return { sessionId: session.data.sessionId, settings: reply.result, isOld: false };
  };
  const opened = await begin({ cwd, mcpServers });
  if (opened === null || !('error' in opened) || mcpServers.length === 0) return opened;
  if (['auth', 'quota'].includes(failureOf(opened.error, 'session/new').outcome)) return opened;
  const without = await begin({ cwd, mcpServers: [] });
  if (without !== null && 'error' in without) return opened;
  problems.push(`cannot be given ${ofTools}: ${describeError(opened.error)}`);
  return without;
};

/** To resume is to load without hearing everything once more. */
const resumeMethod = (capabilities: Initialized['agentCapabilities']): string | null => {
  if (capabilities?.sessionCapabilities?.resume !== undefined) return 'session/resume';
  return capabilities?.loadSession === true ? 'session/load' : null;
};

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
