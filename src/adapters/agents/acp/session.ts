/** Opens the session that a turn takes place in: an earlier one where there is one, else a new one. */
import type { LoadSessionRequest, NewSessionRequest } from '@agentclientprotocol/sdk';
import type { AgentRequest, AgentSession } from '../../../ports/agent.ts';
import type { AnswerTools } from '../shared/driver.ts';
import { describeError, failureOf } from './failure.ts';
import { type Initialized, NewSession } from './messages.ts';
import type { RpcError, RpcRequest } from './peer.ts';

/** In every problem with them. */
export const ofTools = 'the tools of fixpoint';

export type OpenedSession = { sessionId: string; settings: unknown; isOld: boolean; isTold?: boolean };

/** Null when the agent is gone. */
type Opened = OpenedSession | { error: RpcError } | null;

type Capabilities = Initialized['agentCapabilities'];

export const openSession = async (
  { request, tools }: { request: AgentRequest; tools: AnswerTools | null },
  capabilities: Capabilities,
  talk: { request: RpcRequest },
  problems: string[],
): Promise<Opened> => {
  const params = { cwd: request.workspace, mcpServers: serversOf(tools) };
  if (request.session !== undefined) {
    const old = await goOn(request.session, params, capabilities, talk.request);
    if (old === null || !('problem' in old)) return old;
    problems.push(old.problem);
  }
  return beginWithTools(params, talk.request, problems);
};

const serversOf = (tools: AnswerTools | null): NewSessionRequest['mcpServers'] =>
  tools === null ? [] : [{ name: tools.name, command: tools.command, args: [...tools.args], env: [] }];

const goOn = async (
  session: AgentSession & { fork?: boolean | undefined },
  params: NewSessionRequest,
  capabilities: Capabilities,
  ask: RpcRequest,
): Promise<OpenedSession | { problem: string } | null> => {
  // What others begin from as well stays as it is.
  const method = session.fork === true ? null : resumeMethod(capabilities);
  if (method === null) return notGoneOn('it has no way to');
  const old: LoadSessionRequest = { sessionId: session.id, ...params };
  const reply = await ask(method, old);
  if ('closed' in reply) return null;
  if ('error' in reply) return notGoneOn(describeError(reply.error));
  return { sessionId: old.sessionId, settings: reply.result, isOld: true, isTold: method === 'session/load' };
};

const notGoneOn = (reason: string): { problem: string } => ({
  problem: `cannot continue its session, so a new one was begun: ${reason}`,
});

/** To resume is to load without hearing everything once more. */
const resumeMethod = (capabilities: Capabilities): string | null => {
  if (capabilities?.sessionCapabilities?.resume !== undefined) return 'session/resume';
  return capabilities?.loadSession === true ? 'session/load' : null;
};

/** Without our tools where the agent cannot be given them: it can still answer in words. */
const beginWithTools = async (params: NewSessionRequest, ask: RpcRequest, problems: string[]): Promise<Opened> => {
  const opened = await begin(params, ask);
  if (opened === null || !('error' in opened) || params.mcpServers.length === 0) return opened;
  if (['auth', 'quota'].includes(failureOf(opened.error, 'session/new').outcome)) return opened;
  const without = await begin({ ...params, mcpServers: [] }, ask);
  if (without !== null && 'error' in without) return opened;
  problems.push(`cannot be given ${ofTools}: ${describeError(opened.error)}`);
  return without;
};

const begin = async (params: NewSessionRequest, ask: RpcRequest): Promise<Opened> => {
  const reply = await ask('session/new', params);
  if ('closed' in reply) return null;
  if ('error' in reply) return reply;
  const session = NewSession.safeParse(reply.result);
  if (!session.success) return { error: { code: 0, message: 'it named no session' } };
  return { sessionId: session.data.sessionId, settings: reply.result, isOld: false };
};
