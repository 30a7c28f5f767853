/** A real HTTP server on the loopback that carries faults out. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, type FaultSource, noFaults } from './faults.ts';

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: IncomingMessage['headers'];
};
export type Answered = { status: number; body: unknown; headers?: Record<string, string> };

export type FakeServer = {
  url: string;
  /** Every request, as it was asked; with what went wrong. */
  requests: (Asked & { fault: Fault | null })[];
  /** What goes wrong from here on. */
  setFaults: (faults: FaultSource) => void;
  close: () => Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  const isForm = (request.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
};

const send = (response: ServerResponse, { status, body, headers = {} }: Answered): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
};

const instead: Partial<Record<Fault, (now: number) => Answered>> = {
  'rate-limit': (now) => ({
    status: 403,
    body: { message: 'API rate limit exceeded' },
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(now / 1_000)) },
  }),
  'secondary-limit': () => ({
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit' },
    headers: { 'retry-after': '0' },
  }),
  'too-many': () => ({ status: 429, body: { message: 'Too Many Requests' }, headers: { 'retry-after': '0' } }),
  'error-500': () => ({ status: 500, body: { message: 'Server Error' } }),
  'error-502': () => ({ status: 502, body: { message: 'Bad Gateway' } }),
};

const carryOut = async (fault: Fault | null, response: ServerResponse, answer: () => Answered): Promise<void> => {
  const refusal = fault === null ? undefined : instead[fault];
  if (refusal) return send(response, refusal(Date.now()));
  if (fault === 'drop-before') return void response.destroy();
  const answered = answer();
  if (fault === 'drop-after') return void response.destroy();
  if (fault === 'error-502-after') return send(response, { status: 502, body: { message: 'Bad Gateway' } });
  if (fault === 'slow') await delay(50);
  send(response, answered);
};

/** `answer`: what the tracker does and says; a throw is a request that it does not accept, and a bug in a test. */
export const startServer = async (answer: (asked: Asked) => Answered): Promise<FakeServer> => {
  const requests: FakeServer['requests'] = [];
  let faults = noFaults;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    const asked = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body: await readBody(request),
      headers: request.headers,
    };
    const fault = faults(asked);
    requests.push({ ...asked, fault });
    await carryOut(fault, response, () => answer(asked));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, { status: 422, body: { message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    setFaults: (source) => (faults = source),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
