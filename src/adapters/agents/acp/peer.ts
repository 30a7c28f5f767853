/** Our side of a conversation in JSON-RPC, one message on each line. Quiet about everything that makes no sense. */
import { z } from 'zod';

export type RpcError = { code: number; message: string; data?: unknown };
export type Answer = { result: unknown } | { error: RpcError };
/** What came back; `closed` when nothing can come any more. */
export type Reply = Answer | { closed: true };
export type RpcRequest = (method: string, params: unknown) => Promise<Reply>;

const Id = z.union([z.string(), z.number()]);
const RemoteError = z.object({
  code: z.number().catch(0),
  message: z.string().catch(''),
  data: z.unknown().optional(),
});
const Request = z.object({ id: Id, method: z.string(), params: z.unknown().optional() });
const Notification = z.object({ id: z.undefined().optional(), method: z.string(), params: z.unknown().optional() });
const Response = z.object({
  id: z.number(),
  method: z.undefined().optional(),
  error: RemoteError.catch({ code: 0, message: '' }).optional(),
  result: z.unknown().optional(),
});

type PeerOptions = {
  write: (text: string) => void;
  onRequest: (method: string, params: unknown) => Answer;
  onNotification: (method: string, params: unknown) => void;
};

export class Peer {
  readonly #options: PeerOptions;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(options: PeerOptions) {
    this.#options = options;
  }

  /** One line of what the other side printed. */
  receive(line: string): void {
    const message = parse(line);
    const request = Request.safeParse(message);
    if (request.success) {
      const { id, method, params } = request.data;
      this.#send({ id, ...this.#options.onRequest(method, params) });
      return;
    }
    const notification = Notification.safeParse(message);
    if (notification.success) this.#options.onNotification(notification.data.method, notification.data.params);
    else this.#receiveResponse(message);
  }

  request(method: string, params: unknown): Promise<Reply> {
    if (this.#isClosed) return Promise.resolve({ closed: true });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  /** The other side is gone. */
  close(): void {
    this.#isClosed = true;
    for (const id of this.#pending.keys()) this.#settle(id, { closed: true });
  }

  #receiveResponse(message: unknown): void {
    const response = Response.safeParse(message);
    if (!response.success) return;
    const { id, error, result } = response.data;
    this.#settle(id, error === undefined ? { result } : { error });
  }

  #send(message: object): void {
    this.#options.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #settle(id: number, reply: Reply): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
