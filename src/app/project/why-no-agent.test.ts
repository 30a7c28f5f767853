import { expect, it } from 'vitest';
import type { FoundAgent, InstalledAgents, KnownAgent } from '../../ports/installed-agents.ts';
import { whyNoAgent } from './why-no-agent.ts';

const agentsWith = (facts: Partial<Record<KnownAgent, Partial<FoundAgent>>>): InstalledAgents => ({
  find: async (name) => ({
    name,
    program: null,
    version: null,
    signedIn: 'unknown',
    how: '',
    install: `npm install -g ${name}`,
    signIn: `run \`${name}\` and sign in`,
    ...facts[name],
  }),
  choose: async () => null,
  findProgram: () => null,
  howToInstall: (name) => `npm install -g ${name}`,
});

const request = { env: {}, cwd: '/' };

it.each([
  [{}, 'no agent is installed (`fixpoint doctor` says which there are)'],
  [{ codex: { program: '/bin/codex', signedIn: 'no' } }, 'codex is not signed in: run `codex` and sign in'],
  [{ gemini: { program: '/bin/gemini', problem: 'exit 1' } }, 'gemini does not start: exit 1'],
] as const)('13.3 says of %j what is wrong with the agent that is there', async (facts, why) => {
  expect(await whyNoAgent(agentsWith(facts), request)).toBe(why);
});
