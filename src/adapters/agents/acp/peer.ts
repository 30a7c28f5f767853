/** Our side of a conversation in JSON-RPC, one message on each line. Quiet about everything that makes no sense. */
import { z } from 'zod';

export type RpcError = { code: number; message: string; data?: unknown };
export type Answer = { result: unknown } | { error: RpcError };
/** What came back; `closed` when nothing can come any more. */
export type Reply = Answer | { closed: true };

export type Peer = {
  /** One line of what the other side printed. */
  receive: (line: string) => void;
  request: (method: string, params: unknown) => Promise<Reply>;
  /** The other side is gone. */
  close: () => void;
};

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

export const openPeer = (options: {
  write: (text: string) => void;
  onRequest: (method: string, params: unknown) => Answer;
  onNotification: (method: string, params: unknown) => void;
}): Peer => {
  const pending = new Map<number, (reply: Reply) => void>();
  let last = 0;
  let isClosed = false;
  const send = (message: object): void => options.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const settle = (id: number, reply: Reply): void => {
    pending.get(id)?.(reply);
    pending.delete(id);
  };
  return {
    receive: (line) => {
      const message = parse(line);
      const request = Request.safeParse(message);
      if (request.success)
        return send({ id: request.data.id, ...options.onRequest(request.data.method, request.data.params) });
      const notification = Notification.safeParse(message);
      if (notification.success) return options.onNotification(notification.data.method, notification.data.params);
      const response = Response.safeParse(message);
      if (!response.success) return;
      const { id, error, result } = response.data;
      settle(id, error === undefined ? { result } : { error });
    },
    request: (method, params) => {
      if (isClosed) return Promise.resolve({ closed: true });
      const id = ++last;
      return new Promise((resolve) => {
        pending.set(id, resolve);
        send({ id, method, params });
      });
    },
    close: () => {
      isClosed = true;
      for (const id of pending.keys()) settle(id, { closed: true });
    },
  };
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
