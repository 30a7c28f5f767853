/** The Gemini API, as far as agents use it. */
import type { Protocol, Speech, Tokens } from './protocol.ts';

type Body = Record<string, unknown>;

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const toolNames = (body: Body): string[] =>
  listOf(body['tools'])
    .flatMap((tool) => (isRecord(tool) ? listOf(tool['functionDeclarations']) : []))
    .flatMap((declared) => (isRecord(declared) && typeof declared['name'] === 'string' ? [declared['name']] : []));

const usageOf = ({ input, output, cached = 0 }: Tokens): Body => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
  ...(cached > 0 && { cachedContentTokenCount: cached }),
});

const response = (parts: Body[], usage: Tokens, finishReason?: string): Body => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }],
  usageMetadata: usageOf(usage),
  modelVersion: 'scripted',
});

const none: Tokens = { input: 0, output: 0 };

const stream = ({ text, tools, usage }: Required<Speech>): string[] => {
  const half = Math.ceil(text.length / 2);
  const texts = [text.slice(0, half), text.slice(half)]
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece }));
  const calls = tools.map(({ name, input }) => ({ functionCall: { name, args: input } }));
  return [
    ...[...texts, ...calls].map((part) => response([part], { ...usage, output: 0 })),
    response([{ text: '' }], usage, 'STOP'),
  ].map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`);
};

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const retryIn = (seconds: number): Body => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay: `${seconds}s`,
});

/** What the questions that a CLI asks beside the conversation want to hear: who speaks next, which model to take. */
const aside = JSON.stringify({
  reasoning: 'Scripted.',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_reasoning: '',
  complexity_score: 1,
});

export const gemini: Protocol = {
  matches: (method, path) =>
    method === 'POST' &&
    /^\/v1(?:beta)?\/models\/[^/:]+:(?:streamGenerateContent|generateContent|countTokens)(?:\?|$)/.test(path),
  isMain: (_body, path) => path.includes(':streamGenerateContent'),
  side: (_body, path) =>
    path.includes(':countTokens') ? { totalTokens: 1 } : response([{ text: aside }], none, 'STOP'),
  tools: toolNames,
  stream,
  failure: (status, message, retryAfter) => ({
    error: {
      code: status,
      message,
      status: statuses[status] ?? 'UNKNOWN',
      ...(retryAfter !== undefined && { details: [retryIn(retryAfter)] }),
    },
  }),
};
