/**
 * An instant model in a process of its own: appends a line to the file of the finding, reports it as fixed, and is
 * done.
 */
import { z } from 'zod';
import { anthropic } from '../test/support/model/anthropic.ts';
import type { Turn } from '../test/support/model/protocol.ts';
import { startModel } from '../test/support/model/server.ts';

const Conversation = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

const answer = (body: unknown): Turn => {
  const { messages } = Conversation.parse(body);
  const said = JSON.stringify(messages[0]);
  const code = /## (B\d+)/.exec(said)?.[1] ?? '';
  const file = /place: ([^:\\]+)/.exec(said)?.[1] ?? '';
  const number = /f(\d+)\.txt/.exec(file)?.[1] ?? '';
  const turns: Turn[] = [
    { tools: [{ name: 'Read', input: { file_path: file } }] },
    {
      tools: [
        {
          name: 'Edit',
          input: { file_path: file, old_string: `text\n${number}\n`, new_string: `text\nfixed ${number}\n` },
        },
      ],
    },
    { tools: [{ name: 'mcp__fixpoint__report_outcome', input: { id: code, outcome: 'fixed', explanation: 'done' } }] },
    { text: 'Done.' },
  ];
  return (
    turns[Math.min(messages.filter(({ role }) => role === 'assistant').length, turns.length - 1)] ?? { text: 'Done.' }
  );
};

const server = await startModel(anthropic, ({ body }) => answer(body));
process.stdout.write(`${server.url}\n`);
process.stdin.on('end', () => void server.close()).resume();
