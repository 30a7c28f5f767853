/**
 * An agent that speaks the Agent Client Protocol, with the official library, and does what a scripted model tells it.
 * Its tools: `edit` and `shell`, about which it asks first, and those of the servers that it is given.
 * First argument: the address of the model. Sessions are kept below HOME.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  agent,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type McpServer,
  type RequestPermissionResponse,
  type SessionUpdate,
  type ToolKind,
} from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const [model = ''] = process.argv.slice(2);
const kept = join(process.env['HOME'] ?? '', 'acp-sessions');

const Message = z.object({ role: z.enum(['user', 'agent', 'tool']), text: z.string() });
const Speech = z.object({
  text: z.string(),
  tools: z.array(z.object({ name: z.string(), input: z.record(z.string(), z.unknown()) })),
  usage: z.object({ input: z.number(), output: z.number(), cached: z.number().default(0) }),
});
type Speech = z.infer<typeof Speech>;
const Edit = z.object({ file: z.string(), find: z.string(), replace: z.string() });
const Shell = z.object({ line: z.string() });

type Session = { cwd: string; messages: z.infer<typeof Message>[]; clients: Map<string, Client>; tools: string[] };
type Tool = { id: string; kind: ToolKind; title: string; path?: string; input: unknown };

const sessions = new Map<string, Session>();
const fileOf = (id: string): string => join(kept, `${id.replaceAll(/[^\w-]/g, '')}.json`);

const connectServers = async (servers: readonly McpServer[], cwd: string): Promise<Map<string, Client>> => {
  const clients = new Map<string, Client>();
  for (const server of servers) {
    if (!('command' in server)) continue;
    const client = new Client({ name: 'acp-agent', version: '1' });
    try {
      await client.connect(
        new StdioClientTransport({ command: server.command, args: server.args, cwd, stderr: 'ignore' }),
      );
    } catch (error) {
      throw new RequestError(-32_603, 'Internal error', { details: `server ${server.name}: ${String(error)}` });
    }
    clients.set(server.name, client);
  }
  return clients;
};

const open = async (
  id: string,
  cwd: string,
  servers: readonly McpServer[],
  messages: Session['messages'],
): Promise<Session> => {
  const clients = await connectServers(servers, cwd);
  const tools = ['edit', 'shell'];
  for (const [name, client] of clients)
    tools.push(...(await client.listTools()).tools.map((tool) => `${name}/${tool.name}`));
  const session = { cwd, messages, clients, tools };
  sessions.set(id, session);
  return session;
};

const ask = async ({ messages, tools }: Session): Promise<Speech> => {
  let response: Response;
  let body: string;
  try {
    response = await fetch(`${model}/turn`, { method: 'POST', body: JSON.stringify({ messages, tools }) });
    body = await response.text();
  } catch (error) {
    throw new RequestError(-32_603, 'Internal error', {
      details: error instanceof Error ? error.message : String(error),
    });
  }
  if (!response.ok)
    throw new RequestError(-32_603, `Internal error: the model answered with status ${response.status}`, body);
  return Speech.parse(JSON.parse(body));
};

const work = async (session: Session, sessionId: string, client: AgentContext) => {
  const usage = { inputTokens: 0, outputTokens: 0, cachedReadTokens: 0, totalTokens: 0 };
  const tell = (update: SessionUpdate): Promise<void> => client.notify('session/update', { sessionId, update });
  for (;;) {
    const speech = await ask(session);
    usage.inputTokens += speech.usage.input - speech.usage.cached;
    usage.cachedReadTokens += speech.usage.cached;
    usage.outputTokens += speech.usage.output;
    usage.totalTokens += speech.usage.input + speech.usage.output;
    if (speech.text !== '')
      await tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: speech.text } });
    session.messages.push({ role: 'agent', text: JSON.stringify(speech) });
    for (const { name, input } of speech.tools) {
      const text = await useTool(session, sessionId, client, tell, name, input);
      session.messages.push({ role: 'tool', text });
    }
    if (speech.tools.length === 0) return { stopReason: 'end_turn' as const, usage };
  }
};

const useTool = async (
  session: Session,
  sessionId: string,
  client: AgentContext,
  tell: (update: SessionUpdate) => Promise<void>,
  name: string,
  input: Record<string, unknown>,
): Promise<string> => {
  const tool = toolOf(session, name, input);
  const { id, kind, title, path } = tool;
  const toolCall = {
    toolCallId: id,
    kind,
    title,
    rawInput: tool.input,
    locations: path === undefined ? [] : [{ path }],
  };
  await tell({ sessionUpdate: 'tool_call', ...toolCall, status: 'pending' });
  const { outcome }: RequestPermissionResponse = await client.request('session/request_permission', {
    sessionId,
    toolCall,
    options: [
      { optionId: 'a', name: 'Always', kind: 'allow_always' },
      { optionId: 'y', name: 'Yes', kind: 'allow_once' },
      { optionId: 'n', name: 'No', kind: 'reject_once' },
    ],
  });
  const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'y';
  const text = isAllowed ? await runTool(session, name, input) : 'refused';
  const status = isAllowed ? ('completed' as const) : ('failed' as const);
  await tell({
    sessionUpdate: 'tool_call_update',
    toolCallId: id,
    status,
    content: [{ type: 'content', content: { type: 'text', text } }],
  });
  return text;
};

const toolOf = (session: Session, name: string, input: Record<string, unknown>): Tool => {
  const id = randomUUID();
  if (name === 'edit')
    return { id, kind: 'edit', title: 'Edits a file', path: resolve(session.cwd, Edit.parse(input).file), input };
  if (name === 'shell')
    return { id, kind: 'execute', title: 'Runs a command', input: { command: Shell.parse(input).line } };
  return { id, kind: 'other', title: name, input };
};

const runTool = async (session: Session, name: string, input: Record<string, unknown>): Promise<string> => {
  if (name === 'edit') {
    const { file, find, replace } = Edit.parse(input);
    const path = resolve(session.cwd, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(find, replace));
    return 'edited';
  }
  if (name === 'shell') {
    const child = spawn('/bin/sh', ['-c', Shell.parse(input).line], { cwd: session.cwd, stdio: 'ignore' });
    return new Promise((done) => child.once('exit', (code) => done(`exit code ${code}`)));
  }
  const [server = '', tool = ''] = name.split('/');
  const result = await session.clients.get(server)?.callTool({ name: tool, arguments: input });
  return JSON.stringify(CallToolResultSchema.safeParse(result).data?.content ?? 'no such tool');
};

const known = (id: string): Session => {
  const session = sessions.get(id);
  if (session === undefined) throw RequestError.sessionNotFound(id);
  return session;
};

agent({ name: 'acp-agent' })
  .onRequest('initialize', () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: true },
    agentInfo: { name: 'acp-agent', version: '1' },
  }))
  .onRequest('session/new', async ({ params: { cwd, mcpServers } }) => {
    const sessionId = randomUUID();
    await open(sessionId, cwd, mcpServers, []);
    return { sessionId };
  })
  .onRequest('session/load', async ({ params: { sessionId, cwd, mcpServers }, client }) => {
    let messages: Session['messages'];
    try {
      messages = z.array(Message).parse(JSON.parse(readFileSync(fileOf(sessionId), 'utf8')));
    } catch {
      throw RequestError.sessionNotFound(sessionId);
    }
    await open(sessionId, cwd, mcpServers, messages);
    for (const { role, text } of messages) {
      const sessionUpdate = role === 'user' ? 'user_message_chunk' : 'agent_message_chunk';
      await client.notify('session/update', { sessionId, update: { sessionUpdate, content: { type: 'text', text } } });
    }
    return {};
  })
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    const session = known(sessionId);
    session.messages.push({
      role: 'user',
      text: prompt.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    });
    try {
      return await work(session, sessionId, client);
    } finally {
      mkdirSync(kept, { recursive: true });
      writeFileSync(fileOf(sessionId), JSON.stringify(session.messages));
    }
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
