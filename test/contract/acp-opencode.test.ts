/** The contract with the real opencode, through the Agent Client Protocol. */
import { resolve } from 'node:path';
import { openaiChat } from '../support/model/openai-chat.ts';
import { realAgent } from '../support/real-agents.ts';
import { acpContractAgent, notInTheProtocol } from './acp-subject.ts';
import { protocolAtWork } from './subject.ts';
import { agentContract } from './suite.ts';

const configuration = (url: string): unknown => ({
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${url}/v1`, apiKey: 'scripted' },
      models: { scripted: { name: 'Scripted', limit: { context: 400_000, output: 8_000 } } },
    },
  },
});

agentContract({
  name: 'acp-opencode',
  protocol: openaiChat,
  agent: (place) =>
    acpContractAgent('acp-opencode', {
      // Its log is the only place where it tells that it tries again, which it does for ever.
      program: [...realAgent('opencode'), 'acp', '--print-logs', '--log-level', 'ERROR'],
      place,
      environment: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(place.model.url)),
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      model: 'scripted/scripted',
    }),
  call: {
    edit: ({ workspace, file, find, replace }) => {
      const filePath = resolve(workspace, file);
      return [
        { name: 'read', input: { filePath } },
        { name: 'edit', input: { filePath, oldString: find, newString: replace } },
      ];
    },
    shell: (command) => ({ name: 'bash', input: { command, description: 'Runs it' } }),
    report: (report) => ({ name: 'fixpoint_report_outcome', input: report }),
  },
  cannot: {
    ...notInTheProtocol,
    instructions: 'it reads AGENTS.md of the repository',
    tokens: 'it tells those of the last response only',
  },
  unknownSession: 'ses_e1f57a9bbffe9uexxOG08mJzTq',
  idleMs: 20_000,
  limitMs: 25_000,
  slice: protocolAtWork,
});
