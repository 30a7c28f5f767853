/** A request to an agent, complete but for what a test is about. */
import type { FixInput } from '../../src/model/answer.ts';
import type { AgentRequest } from '../../src/ports/agent.ts';

type Needed = Pick<AgentRequest, 'workspace' | 'scratch'> & { input: FixInput };

export const agentRequest = ({ input, ...rest }: Needed & Partial<AgentRequest>): AgentRequest => ({
  role: input.role,
  prompt: 'Fix it.',
  input,
  answerSchema: { type: 'object' },
  answerBy: 'tools',
  startText: async () => null,
  access: 'edit',
  commands: [],
  limits: { timeoutMs: 60_000 },
  ...rest,
});
