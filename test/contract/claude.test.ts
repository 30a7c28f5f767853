/** The contract with the real Claude Code. */
import { claudeDriver } from '../../src/adapters/agents/claude.ts';
import { anthropic } from '../support/model/anthropic.ts';
import { realAgent } from '../support/real-agents.ts';
import { agentContract } from './suite.ts';
import { contractAgent } from './subject.ts';

agentContract({
  name: 'claude',
  protocol: anthropic,
  agent: (place) =>
    contractAgent('claude', claudeDriver, {
      program: realAgent('claude'),
      place,
      environment: { ANTHROPIC_BASE_URL: place.model.url, ANTHROPIC_API_KEY: 'sk-ant-scripted' },
    }),
  call: {
    edit: ({ file, find, replace }) => [
      { name: 'Read', input: { file_path: file } },
      { name: 'Edit', input: { file_path: file, old_string: find, new_string: replace } },
    ],
    shell: (command) => ({ name: 'Bash', input: { command, description: 'Runs it' } }),
    report: (report) => ({ name: 'mcp__fixpoint__report_outcome', input: report }),
  },
  structured: (value) => ({ tools: [{ name: 'StructuredOutput', input: isRecord(value) ? value : { value } }] }),
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
