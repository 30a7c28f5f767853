/** Our side of the conversation with one agent: takes the turn, answers what it asks, and reads what it tells. */
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessInput } from '../../../ports/process.ts';
import { takeTurn, type Turn } from './conversation.ts';
import { PermissionRequest, UpdateParams } from './messages.ts';
import { openPeer, type Answer } from './peer.ts';
import { commandOf, decide, pathsOf } from './permission.ts';
import { titlesAreCommands } from './surroundings.ts';
import { readUpdates } from './updates.ts';
import type { AnswerTools } from '../shared/driver.ts';
import { cutEnd } from '../../../plain/cut.ts';

const mostDenials = 100;

export type Conversation = {
  begin: (input: ProcessInput, onOver: () => void) => void;
  line: (line: string) => void;
  close: () => void;
  turn: () => Promise<Turn | null>;
  reading: ReturnType<typeof readUpdates>;
  denials: string[];
};

export const converse = (
  request: AgentRequest,
  tools: AnswerTools | null,
  model: string | undefined,
  show: (event: AgentEvent) => void,
): Conversation => {
  const reading = readUpdates();
  const denials: string[] = [];
  let input: ProcessInput | undefined;
  let titleIsCommand = false;
  let current: string | undefined;
  let isReplayed = false;
  let turn: Promise<Turn | null> = Promise.resolve(null);
  const askedFor = (params: unknown): Answer => {
    const asked = PermissionRequest.safeParse(params);
    if (!asked.success) return { result: { outcome: { outcome: 'cancelled' } } };
    const { access, commands, workspace } = request;
    const { allowed, outcome } = decide(asked.data, {
      access,
      commands,
      workspace,
      tools: tools?.name ?? null,
      titleIsCommand,
    });
    const { toolCall } = asked.data;
    const what = commandOf(toolCall, titleIsCommand) ?? toolCall.title ?? toolCall.kind ?? 'something';
    if (!allowed && denials.length < mostDenials) denials.push(cutEnd([what, ...pathsOf(toolCall)].join(' '), 500));
    return { result: { outcome } };
  };
  const peer = openPeer({
    write: (text) => input?.write(text),
    onRequest: (method, params) =>
      method === 'session/request_permission'
        ? askedFor(params)
        : { error: { code: -32_601, message: `there is no ${cutEnd(method, 100)} here` } },
    onNotification: (method, params) => {
      if (method !== 'session/update') return;
      const { data } = UpdateParams.safeParse(params);
      if (data === undefined) return;
      if (data.update.sessionUpdate === 'user_message_chunk') isReplayed = true;
      if (data.sessionId !== current) return;
      for (const event of reading.read(data.update)) show(event);
    },
  });
  return {
    begin: (opened, onOver) => {
      input = opened;
      const talk = {
        request: peer.request,
        onAgent: (agent: string | undefined) => (titleIsCommand = titlesAreCommands(agent)),
        onPrompt: (sessionId: string) => (current = sessionId),
        isReplayed: () => isReplayed,
      };
      turn = takeTurn({ request, tools, model }, talk).finally(onOver);
    },
    line: peer.receive,
    close: peer.close,
    turn: () => turn,
    reading,
    denials,
  };
};
