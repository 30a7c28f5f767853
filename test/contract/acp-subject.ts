/** What the subjects that speak the Agent Client Protocol have in common. */
import { acpAgent } from '../../src/adapters/agents/acp/acp.ts';
import { readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { runProcess } from '../../src/adapters/process/run-process.ts';
import type { Agent } from '../../src/ports/agent.ts';
import { type Place, toolsAt } from './subject.ts';

export const acpContractAgent = (
  name: string,
  {
    program,
    place,
    environment,
    model,
  }: { program: readonly string[]; place: Place; environment: Record<string, string>; model?: string },
): Agent =>
  acpAgent(name, {
    runProcess,
    program,
    model,
    environment: { HOME: place.home, ...environment },
    answerTools: toolsAt(place),
    readReported,
    needs: { hosts: [], readable: [], writable: [] },
    searchPath: process.env['PATH'] ?? '',
  });

/** What the protocol has no words for. */
export const notInTheProtocol = {
  schema: 'the protocol has no way to enforce a form',
  'retry-after': 'the protocol has no place for it',
  fork: 'the protocol has no settled way to copy a session',
} as const;
