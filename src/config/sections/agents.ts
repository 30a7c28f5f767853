/** Configuration of agents. */
import { z } from 'zod';
import { Command, Duration, VariableName } from '../values.ts';

export const agentKinds = ['command', 'claude', 'gemini', 'codex', 'opencode', 'acp'] as const;
export type AgentKind = (typeof agentKinds)[number];

const Price = z
  .strictObject({
    inputPerMTok: z.number().nonnegative().describe('Dollars for a million tokens of input'),
    outputPerMTok: z.number().nonnegative().describe('Dollars for a million tokens of output'),
    cachedPerMTok: z
      .number()
      .nonnegative()
      .optional()
      .describe('For input that is read from a cache; a tenth of the input by default'),
  })
  .describe('What its model costs, where the agent does not say so by itself');

const Needs = z
  .strictObject({
    hosts: z.array(z.string().min(1)).default([]).describe('What it may reach: host, or host:port'),
    readable: z
      .array(z.string().min(1))
      .default([])
      .describe('Files and folders, absolute or below ~, that it may read'),
    writable: z.array(z.string().min(1)).default([]).describe('Those that it may change'),
  })
  .describe('What it needs in a sandbox besides its workspace; for kinds command and acp nothing is known otherwise');

export const AgentSettings = z
  .strictObject({
    kind: z.enum(agentKinds).describe('What it is, and so how it is called'),
    command: Command.optional().describe(
      'command, acp: the program. Others: how to start it, if its name is not enough; an argument list',
    ),
    model: z
      .string()
      .min(1)
      .optional()
      .describe('Name of the model, as the agent knows it; its own default when not given'),
    timeout: Duration.default(900_000).describe('Time limit of one call'),
    idle: Duration.optional().describe('Ends a call that has printed nothing for this long'),
    env: z
      .array(VariableName)
      .default([])
      .describe('Environment variables that are passed on to it, besides those it is known to need'),
    context: z
      .int()
      .min(1_000)
      .default(150_000)
      .describe('Most tokens in its prompt; findings that do not fit wait for the next call'),
    access: z
      .enum(['edit', 'full'])
      .default('edit')
      .describe(
        'edit: changes files in its workspace and runs verify.commands and allow; full: runs any command ' +
          'and reaches the network',
      ),
    allow: z.array(z.string().min(1)).default([]).describe('Shell lines that it may run besides verify.commands'),
    answer: z
      .enum(['tools', 'schema', 'text'])
      .default('tools')
      .describe('How it is asked to answer; any way is understood'),
    needs: Needs.optional(),
    price: Price.optional(),
    fallback: z
      .string()
      .optional()
      .describe('Agent that takes over when this one is out of quota, signed out, or keeps failing'),
  })
  .describe('An agent; docs/agents.md');
