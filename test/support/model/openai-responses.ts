/** The Responses API of OpenAI, as far as agents use it. */
import type { Protocol, ToolCall } from './protocol.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Offered = { name: string; kind: 'function' | 'custom'; namespace?: string };

/** Tools that are offered one by one, and those that are offered by the name of their server. */
const offered = (tools: unknown, namespace?: string): Offered[] =>
  (Array.isArray(tools) ? tools : []).filter(isRecord).flatMap((tool): Offered[] => {
    const name = tool['name'];
    if (typeof name !== 'string') return [];
    if (tool['type'] === 'namespace') return offered(tool['tools'], name);
    return [
      { name, kind: tool['type'] === 'custom' ? 'custom' : 'function', ...(namespace !== undefined && { namespace }) },
    ];
  });

const event = (type: string, fields: Record<string, unknown>): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

let made = 0;
const newId = (kind: string): string => `${kind}_${++made}`;

const item = (
  index: number,
  started: Record<string, unknown>,
  done: Record<string, unknown>,
  between: string[] = [],
): string[] => [
  event('response.output_item.added', { output_index: index, item: started }),
  ...between,
  event('response.output_item.done', { output_index: index, item: done }),
];

const message = (index: number, text: string): string[] => {
  const id = newId('msg');
  const base = { type: 'message', id, role: 'assistant' };
  const part = (delta: string): string =>
    event('response.output_text.delta', { item_id: id, output_index: index, content_index: 0, delta });
  const half = Math.ceil(text.length / 2);
  return item(
    index,
    { ...base, status: 'in_progress', content: [] },
    { ...base, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    [part(text.slice(0, half)), part(text.slice(half))],
  );
};

const call = (index: number, { name, input }: ToolCall, tools: readonly Offered[]): string[] => {
  const tool = tools.find((each) => each.name === name);
  const base = {
    id: newId('item'),
    call_id: newId('call'),
    name,
    ...(tool?.namespace !== undefined && { namespace: tool.namespace }),
  };
  // Free text, not JSON; by convention under the key `input`.
  if (tool?.kind === 'custom')
    return item(
      index,
      { type: 'custom_tool_call', ...base, input: '' },
      { type: 'custom_tool_call', ...base, input: String(input['input']) },
    );
  return item(
    index,
    { type: 'function_call', ...base, arguments: '' },
    { type: 'function_call', ...base, arguments: JSON.stringify(input) },
  );
};

export const openaiResponses: Protocol = {
  matches: (method, path) => method === 'POST' && /^\/v1\/responses(?:\?|$)/.test(path),
  isMain: (body) => body['stream'] === true,
  side: () => ({ id: newId('resp'), object: 'response', status: 'completed', output: [] }),
  tools: (body) => offered(body['tools']).map(({ name }) => name),
  stream: ({ text, tools, usage }, body) => {
    const id = newId('resp');
    const known = offered(body['tools']);
    const items = [
      ...(text === '' ? [] : [message(0, text)]),
      ...tools.map((tool, n) => call(n + (text === '' ? 0 : 1), tool, known)),
    ];
    return [
      event('response.created', { response: { id, object: 'response', status: 'in_progress', output: [] } }),
      ...items.flat(),
      event('response.completed', {
        response: {
          id,
          object: 'response',
          status: 'completed',
          output: [],
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        },
      }),
    ];
  },
  failure: (status, text) => ({
    error: { message: text, type: status === 429 ? 'rate_limit_error' : 'api_error', param: null, code: null },
  }),
};
