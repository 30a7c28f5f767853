/** The OpenAI Chat Completions API, as a scripted model speaks it. */
import type { Protocol, Tokens } from './protocol.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const toolNames = (body: Record<string, unknown>): string[] =>
  listOf(body['tools']).flatMap((tool) => {
    const of = isRecord(tool) && isRecord(tool['function']) ? tool['function']['name'] : undefined;
    return typeof of === 'string' ? [of] : [];
  });

/** Ids of tool calls are told apart by how long the conversation is. */
const callId = (body: Record<string, unknown>, index: number): string =>
  `call_${listOf(body['messages']).length}_${index}`;

const frame = (body: Record<string, unknown>, rest: Record<string, unknown>): Record<string, unknown> => ({
  id: `chatcmpl-${listOf(body['messages']).length}`,
  created: 1_700_000_000,
  model: body['model'],
  ...rest,
});

const usageOf = ({ input, output, cached = 0 }: Tokens): Record<string, unknown> => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
});

export const openaiChat: Protocol = {
  matches: (method, path) => method === 'POST' && path.split('?')[0] === '/v1/chat/completions',
  // Titles and summaries are asked for without any tool.
  isMain: (body) => toolNames(body).length > 0,
  side: (body) =>
    frame(body, {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'A title' }, finish_reason: 'stop' }],
      usage: usageOf({ input: 0, output: 0 }),
    }),
  tools: toolNames,
  stream: ({ text, tools, usage }, body) => {
    const chunk = (rest: Record<string, unknown>): string =>
      `data: ${JSON.stringify(frame(body, { object: 'chat.completion.chunk', choices: [], ...rest }))}\n\n`;
    const choice = (delta: Record<string, unknown>, reason: string | null = null): string =>
      chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
    const half = Math.ceil(text.length / 2);
    return [
      choice({ role: 'assistant', content: '' }),
      ...[text.slice(0, half), text.slice(half)]
        .filter((content) => content !== '')
        .map((content) => choice({ content })),
      ...tools.flatMap(({ name, input }, index) => [
        choice({
          tool_calls: [{ index, id: callId(body, index), type: 'function', function: { name, arguments: '' } }],
        }),
        choice({ tool_calls: [{ index, function: { arguments: JSON.stringify(input) } }] }),
      ]),
      choice({}, tools.length > 0 ? 'tool_calls' : 'stop'),
      chunk({ usage: usageOf(usage) }),
      'data: [DONE]\n\n',
    ];
  },
  failure: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'api_error', code: String(status) },
  }),
};
