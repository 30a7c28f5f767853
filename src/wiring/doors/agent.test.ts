/** 4.11 What goes into an agent and what comes out of it, whatever the agent does. */
import { describe, expect, it } from 'vitest';
import { agentRequest, inputFor } from '../../../test/support/agent-request.ts';
import type { Finding } from '../../model/finding.ts';
import type { Agent, AgentEvent, AgentRequest, AgentResult } from '../../ports/agent.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { cleanAnswers, cleanQuestions } from './agent.ts';

const secret = 'hunter2-hunter2-hunter2';
const secrets = createSecrets({ MY_TOKEN: secret });
const result: AgentResult = {
  outcome: 'crashed',
  message: `could not sign in with ${secret}`,
  answer: { outcomes: [{ id: 'F001', explanation: secret, [secret]: 1 }] },
  text: secret,
  transcript: `it said ${secret}`,
  session: { id: secret, used: {} },
  usage: { outputTokens: 1 },
  denials: [`curl ${secret}`],
  problems: [`${secret} is not a tool`],
};

const finding: Finding = {
  id: 'f1',
  code: 'F001',
  severity: 'high',
  category: 'bug',
  title: 'A title',
  description: 'A description',
  reviewer: 'r',
  level: 'blocking',
};
const question = (): AgentRequest =>
  agentRequest({ workspace: '/w', scratch: '/s', input: inputFor('fix', [finding]) });

const run = async (agent: Agent, request: AgentRequest): Promise<{ result: AgentResult; events: AgentEvent[] }> => {
  const events: AgentEvent[] = [];
  const ended = await agent.run(request, {
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
  });
  return { result: ended, events };
};

describe('4.11 an agent behind its doors', () => {
  it('says nothing of a secret, in no field of its result, and forgets a session that is called so', async () => {
    const { result: ended } = await run(cleanAnswers({ name: 'a', run: async () => result }, secrets), question());
    expect(JSON.stringify(ended)).not.toContain('hunter2');
    expect(ended).toMatchObject({ message: 'could not sign in with [redacted]', usage: { outputTokens: 1 } });
    expect(ended.session).toBeUndefined();
  });

  it('shows nothing of it live, also when it comes in pieces or as a detail', async () => {
    const talking: Agent = {
      name: 'a',
      run: async (_, { onEvent }) => {
        for (const text of ['the token is hun', 'ter2-hunter2', '-hunter2\n', 'and then hunt', 'er2-hunter2-hunter2'])
          onEvent?.({ kind: 'text', text });
        onEvent?.({ kind: 'tool', name: 'Bash', detail: `curl -H ${secret}` });
        onEvent?.({ kind: 'file', path: `src/${secret}.ts` });
        return result;
      },
    };
    const { events } = await run(cleanAnswers(talking, secrets), question());
    const said = events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
    expect(said).toBe('the token is [redacted]\nand then [redacted]');
    expect(events).toContainEqual({ kind: 'tool', name: 'Bash', detail: 'curl -H [redacted]' });
    expect(events).toContainEqual({ kind: 'file', path: 'src/[redacted].ts' });
  });

  it('is asked nothing that holds one, and gets machine-made edits as they are', async () => {
    let asked: AgentRequest | undefined;
    const request = question();
    const listening: Agent = {
      name: 'a',
      run: async (got) => {
        asked = got;
        return result;
      },
    };
    const edit = { file: 'a.ts', range: { by: 'offset' as const, start: 0, end: 1 }, text: `key = "${secret}"` };
    const findings = request.input.findings.map((finding) => ({ ...finding, title: secret, edits: [edit] }));
    await run(cleanQuestions(listening, secrets), {
      ...request,
      prompt: `fix ${secret}`,
      input: inputFor('fix', findings),
    });
    expect(asked?.prompt).toBe('fix [redacted]');
    expect(asked?.input.findings.map(({ title }) => title)).toEqual(findings.map(() => '[redacted]'));
    expect(asked?.input.findings.flatMap(({ edits }) => edits)).toEqual(findings.map(() => edit));
  });
});
