/** A model on loopback that says what a script says, through the API of a real provider. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isSpeech, type ModelRequest, type Protocol, type Speech, type Tokens, type Turn } from './protocol.ts';

export type Script = (request: ModelRequest) => Turn | Promise<Turn>;

export type ModelServer = {
  url: string;
  port: number;
  /** The requests that the script was asked about. */
  requests: ModelRequest[];
  /** Tokens of all responses that were given, side requests included. */
  used: { input: number; output: number; cached: number };
  /** Replaces the script; counting starts again at 0. */
  play: (script: Script) => void;
  close: () => Promise<void>;
};

const usual: Tokens = { input: 10, output: 20 };

/** A script from a list: one turn for each request; the last one is repeated. */
export const turns =
  (...list: Turn[]): Script =>
  ({ n }) =>
    list[Math.min(n, list.length - 1)] ?? { text: 'Done.' };

export const startModel = async (
  protocol: Protocol,
  first: Script = turns({ text: 'Done.' }),
): Promise<ModelServer> => {
  let script = first;
  let n = 0;
  const requests: ModelRequest[] = [];
  const used = { input: 0, output: 0, cached: 0 };
  const count = ({ input, output, cached = 0 }: Tokens): void => {
    used.input += input;
    used.output += output;
    used.cached += cached;
  };
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = message.url ?? '/';
    const body = parse(await readAll(message));
    if (!protocol.matches(message.method ?? 'GET', path))
      return json(response, 404, { error: { message: `no such path ${path}` } });
    if (!protocol.isMain(body, path)) return json(response, 200, protocol.side(body, path));
    const request: ModelRequest = { n: n++, path, headers: message.headers, body, tools: protocol.tools(body) };
    requests.push(request);
    const turn = await script(request);
    if ('fail' in turn) {
      const headers = turn.retryAfter === undefined ? {} : { 'retry-after': String(turn.retryAfter) };
      return json(
        response,
        turn.fail,
        protocol.failure(turn.fail, turn.message ?? `scripted error ${turn.fail}`, turn.retryAfter),
        headers,
      );
    }
    const speech = isSpeech(turn) ? turn : { text: 'A beginning of something longer that never comes to its end.' };
    const pieces = protocol.stream(complete(speech), body);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    if (isSpeech(turn)) {
      count(complete(speech).usage);
      for (const piece of pieces) response.write(piece);
      response.end();
      return;
    }
    for (const piece of pieces.slice(0, Math.ceil(pieces.length / 2))) response.write(piece);
    if ('cut' in turn) setTimeout(() => response.socket?.destroy(), 20);
  };
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      if (!response.headersSent) json(response, 500, { error: { message: String(error) } });
      else response.destroy();
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    used,
    play: (next) => {
      script = next;
      n = 0;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

const complete = (speech: Speech): Required<Speech> => ({
  text: speech.text ?? '',
  tools: speech.tools ?? [],
  usage: speech.usage ?? usual,
});

const readAll = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
