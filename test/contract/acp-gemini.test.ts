/** The contract with the real Gemini CLI, through the Agent Client Protocol. */
import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gemini } from '../support/model/gemini.ts';
import { realAgent } from '../support/real-agents.ts';
import { acpContractAgent, notInTheProtocol } from './acp-subject.ts';
import { protocolAtWork } from './subject.ts';
import { agentContract } from './suite.ts';

/** As a user sets it up: it takes ten times and minutes to give up otherwise, and says nothing meanwhile. */
const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { maxAttempts: 1, retryFetchErrors: false },
};

/** It writes over a session of the same minute before it loads it. */
const ageSessions = (home: string): void => {
  for (const file of globSync(join(home, '.gemini/tmp/*/chats/session-*')))
    renameSync(file, file.replace(/session-\d{4}-\d\d-\d\dT\d\d-\d\d/, 'session-2026-01-01T00-00'));
};

agentContract({
  name: 'acp-gemini',
  protocol: gemini,
  agent: (place) => {
    mkdirSync(join(place.home, '.gemini'), { recursive: true });
    writeFileSync(join(place.home, '.gemini', 'settings.json'), JSON.stringify(settings));
    ageSessions(place.home);
    return acpContractAgent('acp-gemini', {
      // In a folder that is not trusted it starts no servers; trusted from outside, settings of the repository would
      // count.
      program: [...realAgent('gemini'), '--acp', '--skip-trust'],
      place,
      environment: { GOOGLE_GEMINI_BASE_URL: place.model.url, GEMINI_API_KEY: 'scripted' },
      model: 'gemini-2.5-flash',
    });
  },
  call: {
    edit: ({ file, find, replace }) => [
      {
        name: 'replace',
        input: { file_path: file, instruction: 'Correct the word.', old_string: find, new_string: replace },
      },
    ],
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
    report: (report) => ({ name: 'mcp_fixpoint_report_outcome', input: report }),
  },
  cannot: {
    ...notInTheProtocol,
    instructions: 'it reads GEMINI.md of the repository, whatever it is told',
    tokens: 'it tells nothing about the cache',
  },
  instructionFiles: ['GEMINI.md'],
  // It takes seconds to start, and more of them while other tests run.
  idleMs: 15_000,
  limitMs: 15_000,
  slice: protocolAtWork,
});
