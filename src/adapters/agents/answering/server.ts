/**
 * Speaks the protocol: offers the tools, and turns whatever goes wrong in one into an error that the agent can read.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { version } from '../../../version.ts';
import { readCallInput, type CallInput } from './call-input.ts';
import { addOutcome, noteListed } from './outcome-log.ts';
import { tools, type ToolContext, type ToolResult } from './tools.ts';

/** Never used: nothing is asked of the client. The one that comes with the library takes long to set up. */
const jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'not supported' }),
};

/** Serves until standard input ends. */
export const serveAnswers = async (folder: string): Promise<void> => {
  const server = new Server({ name: 'fixpoint', version }, { capabilities: { tools: {} }, jsonSchemaValidator });
  const context = contextOf(folder);
  server.setRequestHandler(ListToolsRequestSchema, () => {
    noteListed(folder);
    return { tools: listTools() };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    toCallResult(callTool(params.name, params.arguments, context)),
  );
  closeWithAgent(server);
  await server.connect(new StdioServerTransport());
};

/** When the agent is gone there is nobody left to answer. */
const closeWithAgent = (server: Server): void => {
  process.stdin.once('end', () => void server.close());
  process.stdout.once('error', () => void server.close());
};

const contextOf = (folder: string): ToolContext => {
  let known: CallInput | undefined;
  return {
    input: () => (known ??= readCallInput(folder)),
    add: (outcome) => addOutcome(folder, outcome),
  };
};

const callTool = (name: string, given: unknown, context: ToolContext): ToolResult => {
  const tool = tools.get(name);
  if (tool === undefined) return { text: `There is no tool ${JSON.stringify(name)}.`, isError: true };
  try {
    return tool.run(given, context);
  } catch (error) {
    return { text: `${name} failed: ${error instanceof Error ? error.message : String(error)}`, isError: true };
  }
};

const toCallResult = ({ text, isError }: ToolResult): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError === true ? { isError } : {}),
});

const listTools = (): Tool[] =>
  [...tools].map(([name, tool]) => ({
    name,
    description: tool.description,
    inputSchema: inputSchemaOf(tool.arguments),
    annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));

/** Only what every agent understands of it. */
const inputSchemaOf = (schema: z.ZodObject): Tool['inputSchema'] => {
  const { required } = z.toJSONSchema(schema, { io: 'input' });
  const properties = Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, propertyOf(part)]));
  return { type: 'object', properties, ...(required === undefined ? {} : { required }) };
};

const propertyOf = (schema: z.core.$ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};
