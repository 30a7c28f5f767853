/** How an agent is asked for its answer: our tools are for fixers, who answer for each finding as they go. */
import type { AgentRequest } from '../../../ports/agent.ts';

/** The other roles answer once, in the form of the schema; an agent that cannot enforce one has it in its prompt. */
export const withOwnWay = (request: AgentRequest): AgentRequest =>
  request.role === 'fix' || request.answerBy !== 'tools' ? request : { ...request, answerBy: 'schema' };
