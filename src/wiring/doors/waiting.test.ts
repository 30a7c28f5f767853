/** 4.11 Doors at which text may wait ask the catalogue that others maintain as well. */
import { expect, it } from 'vitest';
import { agentRequest, inputFor } from '../../../test/support/agent-request.ts';
import type { Agent, AgentRequest, AgentResult } from '../../ports/agent.ts';
import type { ArtifactStore } from '../../ports/artifacts.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { cleanAnswers, cleanQuestions } from './agent.ts';
import { cleanArtifacts } from './artifacts.ts';

/** Only the catalogue knows it: our own patterns want a figure in it. */
const key = `hf_${'abcdefghijklm'.repeat(3).slice(0, 34)}`;
const secrets = createSecrets({});

it('4.11 nothing of it is kept as an artifact', async () => {
  const kept: (string | Uint8Array)[] = [];
  const store: ArtifactStore = {
    put: async (name, content) => {
      kept.push(content);
      return name;
    },
    get: async () => null,
    locate: (name) => name,
  };
  await cleanArtifacts(store, secrets).put('transcript.txt', `signed in with ${key}`);
  expect(kept).toEqual(['signed in with [redacted]']);
});

it('4.11 no agent is asked with it, and none answers with it', async () => {
  const asked: AgentRequest[] = [];
  const result: AgentResult = {
    outcome: 'ok',
    answer: { note: key },
    text: `it is ${key}`,
    transcript: '',
    usage: {},
    denials: [],
    problems: [],
  };
  const agent: Agent = {
    name: 'a',
    run: async (request) => {
      asked.push(request);
      return result;
    },
  };
  const request = agentRequest({ workspace: '/w', scratch: '/s', input: inputFor('fix'), prompt: `use ${key}` });
  const answered = await cleanQuestions(cleanAnswers(agent, secrets), secrets).run(request, {
    signal: new AbortController().signal,
  });
  expect(asked.map(({ prompt }) => prompt)).toEqual(['use [redacted]']);
  expect(answered).toMatchObject({ answer: { note: '[redacted]' }, text: 'it is [redacted]' });
});
