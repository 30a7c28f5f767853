/** The contract with an agent that speaks the Agent Client Protocol by the book. */
import { fileURLToPath } from 'node:url';
import { acpAgentModel } from '../fakes/acp-agent-model.ts';
import { acpContractAgent, notInTheProtocol } from './acp-subject.ts';
import { agentContract } from './suite.ts';

const program = fileURLToPath(new URL('../fakes/acp-agent.ts', import.meta.url));

agentContract({
  name: 'acp',
  protocol: acpAgentModel,
  agent: (place) =>
    acpContractAgent('acp', { program: [process.execPath, program, place.model.url], place, environment: {} }),
  call: {
    edit: ({ file, find, replace }) => [{ name: 'edit', input: { file, find, replace } }],
    shell: (line) => ({ name: 'shell', input: { line } }),
    report: (report) => ({ name: 'fixpoint/report_outcome', input: report }),
  },
  cannot: notInTheProtocol,
});
