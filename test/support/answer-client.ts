/** Talks to our answer server as an agent does: with a real client, over standard input and output. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { FixInput } from '../../src/model/answer.ts';
import type { Finding } from '../../src/model/finding.ts';

export const finding = (n: number): Finding => ({
  id: `id-${n}`,
  code: `F00${n}`,
  severity: 'high',
  category: 'bug',
  title: `Title ${n}`,
  description: `Description ${n}`,
  file: 'src/a.ts',
  line: n,
  reviewer: 'lint',
  level: 'blocking',
});

export const inputOf = (findings: Finding[]): FixInput => ({
  role: 'fix',
  run: 'r',
  findings,
  attempts: {},
  todo: {},
  verify: [],
  conventions: [],
});

/** The scratch folder of a call. */
export const callFolder = (input: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-call-'));
  writeFileSync(join(folder, 'input.json'), typeof input === 'string' ? input : JSON.stringify(input));
  return folder;
};

export type AnswerClient = {
  list: () => ReturnType<Client['listTools']>;
  call: (name: string, args?: Record<string, unknown>) => Promise<{ text: string; failed: boolean }>;
  close: () => Promise<void>;
};

export const connect = async (server: string, folder: string): Promise<AnswerClient> => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [server, folder] });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    list: () => client.listTools(),
    call: async (name, args = {}) => {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
      const text = result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join();
      return { text, failed: result.isError === true };
    },
    close: () => client.close(),
  };
};
