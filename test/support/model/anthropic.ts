/** The Anthropic Messages API, as far as agents use it. */
import type { Protocol, Speech, Tokens } from './protocol.ts';

type Body = Record<string, unknown>;

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const nameOf = (tool: unknown): string => (isRecord(tool) && typeof tool['name'] === 'string' ? tool['name'] : '');

const modelOf = (body: Body): string => (typeof body['model'] === 'string' ? body['model'] : 'claude');

const event = (type: string, data: Body): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** All input is counted in `input`; the API counts what came from a cache apart. */
const usageOf = ({ input, output, cached = 0 }: Tokens): Body => ({
  input_tokens: input - cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cached,
  output_tokens: output,
});

let messages = 0;

const message = (body: Body, usage: Tokens): Body => ({
  id: `msg_${++messages}`,
  type: 'message',
  role: 'assistant',
  model: modelOf(body),
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: usageOf(usage),
});

const block = (index: number, start: Body, delta: Body): string[] => [
  event('content_block_start', { index, content_block: start }),
  event('content_block_delta', { index, delta }),
  event('content_block_stop', { index }),
];

const stream = ({ text, tools, usage }: Required<Speech>, body: Body): string[] => {
  const start = message(body, { ...usage, output: 1 });
  const texts = text === '' ? [] : [block(0, { type: 'text', text: '' }, { type: 'text_delta', text })];
  const calls = tools.map(({ name, input }, n) =>
    block(
      texts.length + n,
      { type: 'tool_use', id: `toolu_${messages}_${n}`, name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ),
  );
  return [
    event('message_start', { message: start }),
    ...[...texts, ...calls].flat(),
    event('message_delta', {
      delta: { stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: usageOf(usage),
    }),
    event('message_stop', {}),
  ];
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export const anthropic: Protocol = {
  matches: (method, path) => method === 'POST' && /^\/v1\/messages(?:\/count_tokens)?(?:\?|$)/.test(path),
  // A conversation offers tools; titles, summaries and token counts do not.
  isMain: (body, path) => !path.includes('count_tokens') && listOf(body['tools']).length > 0,
  side: (body, path) =>
    path.includes('count_tokens')
      ? { input_tokens: 1 }
      : { ...message(body, { input: 0, output: 0 }), content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn' },
  tools: (body) => listOf(body['tools']).map(nameOf),
  stream,
  failure: (status, text) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: text },
    request_id: 'req_1',
  }),
};
