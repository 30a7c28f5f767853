/** Our side of the conversation with one agent: takes the turn, answers what it asks, and reads what it tells. */
import { cutEnd } from '../../../plain/cut.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessInput } from '../../../ports/process.ts';
import type { AnswerTools } from '../shared/driver.ts';
import { type Talk, takeTurn, type Turn } from './conversation.ts';
import { titlesAreCommands } from './known-agents.ts';
import { PermissionRequest, UpdateParams } from './messages.ts';
import { type Answer, Peer } from './peer.ts';
import { commandOf, decide, pathsOf } from './permission.ts';
import { UpdateReader } from './updates.ts';

const mostDenials = 100;

const withoutMeaning: Answer = { result: { outcome: { outcome: 'cancelled' } } };

export class Client {
  readonly reading = new UpdateReader();
  readonly denials: string[] = [];
  readonly #request: AgentRequest;
  readonly #tools: AnswerTools | null;
  readonly #show: (event: AgentEvent) => void;
  readonly #peer: Peer;
  #input: ProcessInput | undefined;
  #titleIsCommand = false;
  #session: string | undefined;
  #isReplayed = false;
  #turn: Promise<Turn | null> = Promise.resolve(null);

  constructor(request: AgentRequest, tools: AnswerTools | null, show: (event: AgentEvent) => void) {
    this.#request = request;
    this.#tools = tools;
    this.#show = show;
    this.#peer = new Peer({
      write: (text) => this.#input?.write(text),
      onRequest: (method, params) => this.#answer(method, params),
      onNotification: (method, params) => this.#hear(method, params),
    });
  }

  begin(input: ProcessInput, model: string | undefined, onOver: () => void): void {
    this.#input = input;
    const talk: Talk = {
      request: (method, params) => this.#peer.request(method, params),
      onAgent: (agent) => (this.#titleIsCommand = titlesAreCommands(agent)),
      onPrompt: (session) => (this.#session = session),
      isReplayed: () => this.#isReplayed,
    };
    this.#turn = takeTurn({ request: this.#request, tools: this.#tools, model }, talk).finally(onOver);
  }

  receive(line: string): void {
    this.#peer.receive(line);
  }

  close(): void {
    this.#peer.close();
  }

  turn(): Promise<Turn | null> {
    return this.#turn;
  }

  #answer(method: string, params: unknown): Answer {
    if (method === 'session/request_permission') return this.#permit(params);
    return { error: { code: -32_601, message: `there is no ${cutEnd(method, 100)} here` } };
  }

  #permit(params: unknown): Answer {
    const asked = PermissionRequest.safeParse(params);
    if (!asked.success) return withoutMeaning;
    const { access, commands, workspace } = this.#request;
    const titleIsCommand = this.#titleIsCommand;
    const rules = { access, commands, workspace, tools: this.#tools?.name ?? null, titleIsCommand };
    const { allowed, outcome } = decide(asked.data, rules);
    if (!allowed) this.#deny(asked.data.toolCall);
    return { result: { outcome } };
  }

  #deny(tool: PermissionRequest['toolCall']): void {
    const what = commandOf(tool, this.#titleIsCommand) ?? tool.title ?? tool.kind ?? 'something';
    if (this.denials.length < mostDenials) this.denials.push(cutEnd([what, ...pathsOf(tool)].join(' '), 500));
  }

  #hear(method: string, params: unknown): void {
    if (method !== 'session/update') return;
    const { data } = UpdateParams.safeParse(params);
    if (data === undefined) return;
    if (data.update.sessionUpdate === 'user_message_chunk') this.#isReplayed = true;
    if (data.sessionId !== this.#session) return;
    for (const event of this.reading.read(data.update)) this.#show(event);
  }
}
