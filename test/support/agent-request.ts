/** A request to an agent, complete but for what a test is about. */
import type { AgentInput, Role } from '../../src/model/answer.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { AgentRequest } from '../../src/ports/agent.ts';

type Needed = Pick<AgentRequest, 'workspace' | 'scratch'> & { input: AgentInput };

export const agentRequest = ({ input, ...rest }: Needed & Partial<AgentRequest>): AgentRequest => ({
  role: input.role,
  prompt: 'Fix it.',
  input,
  answerSchema: { type: 'object' },
  answerBy: 'tools',
  startText: async () => null,
  access: 'edit',
  commands: [],
  limits: { timeoutMs: 60_000, timeoutKey: 'agents.mine.timeout' },
  ...rest,
});

/** What a role is given, complete but for what a test is about. */
export const inputFor = (role: Role, findings: readonly Finding[] = [], more: Partial<AgentInput> = {}): AgentInput => {
  const common = { run: 'run-1', findings: [...findings], conventions: [] };
  const inputs: { [R in Role]: Extract<AgentInput, { role: R }> } = {
    fix: { role: 'fix', ...common, attempts: {}, todo: {}, verify: [] },
    review: { role: 'review', ...common, reviewer: 'python', skill: 'python', base: 'main', diff: '', files: [] },
    clarify: { role: 'clarify', ...common, answers: [] },
    plan: { role: 'plan', ...common, answers: [], verify: [] },
    challenge: {
      role: 'challenge',
      ...common,
      outcomes: [],
      diff: '',
      beside: [],
      noticed: [],
      threshold: 90,
      verify: [],
    },
    adjudicate: { role: 'adjudicate', ...common, disputes: [] },
  };
  return Object.assign({}, inputs[role], more);
};
