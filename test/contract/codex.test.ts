/** The contract with the real codex. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codexDriver } from '../../src/adapters/agents/codex.ts';
import { openaiResponses } from '../support/model/openai-responses.ts';
import { realAgent } from '../support/real-agents.ts';
import { agentContract } from './suite.ts';
import { contractAgent } from './subject.ts';

/** It will not have its folder among temporary files. */
const homesIn = join(import.meta.dirname, '../../node_modules/.cache/codex-homes');
mkdirSync(homesIn, { recursive: true });

agentContract({
  name: 'codex',
  protocol: openaiResponses,
  homesIn,
  agent: (place) =>
    contractAgent('codex', codexDriver, {
      program: realAgent('codex'),
      place,
      environment: { OPENAI_BASE_URL: `${place.model.url}/v1`, OPENAI_API_KEY: 'sk-scripted' },
      // It gives the tool that edits files only to models that it knows.
      model: 'gpt-5.5',
    }),
  call: {
    edit: ({ file, find, replace }) => {
      const patch = ['*** Begin Patch', `*** Update File: ${file}`, '@@', `-Hello ${find}`, `+Hello ${replace}`, '*** End Patch', ''];
      return [{ name: 'apply_patch', input: { input: patch.join('\n') } }];
    },
    // In a shell that stays, and waited for as long as can be: it goes on without what takes longer.
    shell: (line) => ({ name: 'exec_command', input: { cmd: `${line}\nexit $?`, yield_time_ms: 30_000 } }),
    report: (report) => ({ name: 'report_outcome', input: report }),
  },
  structured: (value) => ({ text: JSON.stringify(value) }),
  cannot: { commands: 'it reads files by commands too, and keeps them from harm by its sandbox instead' },
});
