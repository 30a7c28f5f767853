/** The answers of a `command` agent in the roles that judge. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentRequest, inputFor } from '../../../../test/support/agent-request.ts';
import type { Role } from '../../../model/answer.ts';
import type { AgentRequest, AgentResult } from '../../../ports/agent.ts';
import { createRunProcess } from '../../process/run-process.ts';
import { commandAgent } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-roles-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runProcess = createRunProcess({ graceMs: 300 });

const ask = (role: Role, command: string, more: Partial<AgentRequest> = {}): Promise<AgentResult> =>
  commandAgent('house', { command, env: [] }, { runProcess }).run(
    agentRequest({ input: inputFor(role), workspace: folder, scratch: folder, ...more }),
    { signal: new AbortController().signal },
  );

describe('15 a command agent', () => {
  it.each([
    ['review', '{"groups":[]}'],
    ['clarify', '{"ready_to_plan":true}'],
    ['plan', '{"execution_steps":[]}'],
    ['challenge', '{"issues":{"F001":{"score":95}}}'],
  ] as const)('answers in role %s, in its file or on standard output', async (role, json) => {
    const answer: unknown = JSON.parse(json);
    const written = await ask(
      role,
      `test "$FIXPOINT_ROLE" = ${role} && echo '${json}' > "$FIXPOINT_ANSWER"; echo '{"name":"x"}'`,
    );
    expect(written).toMatchObject({ outcome: 'ok', answer, text: `${json}\n` });
    rmSync(join(folder, 'answer.json'));
    expect(await ask(role, `echo 'So: ${json}, and {"name":"x"}.'`)).toMatchObject({ outcome: 'ok', answer });
  });

  it.each(['clarify', 'plan', 'challenge'] as const)(
    'takes no other JSON for an answer in role %s, and says that there is none',
    async (role) => {
      const result = await ask(role, `echo '{"outcomes":[]}'`);
      expect(result).toMatchObject({
        outcome: 'ok',
        answer: null,
        text: '{"outcomes":[]}\n',
        message: expect.stringContaining('no answer'),
      });
    },
  );

  it('1.3 may review in words: in its file, else on standard output', async () => {
    const printed = await ask('review', 'echo "VERDICT: PASSED"');
    expect(printed).toMatchObject({ outcome: 'ok', answer: null, text: 'VERDICT: PASSED\n' });
    expect(printed).not.toHaveProperty('message');
    const written = await ask('review', `echo "VERDICT: PASSED" > "$FIXPOINT_ANSWER"; echo '{"verdict":"NEEDS_WORK"}'`);
    expect(written).toMatchObject({ outcome: 'ok', answer: null, text: 'VERDICT: PASSED\n' });
    expect(written).not.toHaveProperty('message');
    rmSync(join(folder, 'answer.json'));
    expect(await ask('review', 'true')).toMatchObject({
      answer: null,
      text: '',
      message: expect.stringContaining('no answer'),
    });
  });

  it('1.3 leaves a review that was cut off to who reads its text: half a finding is none', async () => {
    const cut = '{"findings":[{"title":"One","severity":"high"},{"title":"Tw';
    expect(await ask('review', `printf '${cut}'`)).toMatchObject({ answer: null, text: cut });
    expect(await ask('challenge', `printf '{"issues":{"F001":{"score":9'`)).toMatchObject({
      answer: { issues: { F001: { score: 9 } } },
    });
  });

  it('15 reads a review of 4 MB, and no larger one', async () => {
    const write = (bytes: number): string => `head -c ${bytes} /dev/zero | tr '\\0' x > "$FIXPOINT_ANSWER"`;
    const most = 4 * 1024 * 1024;
    expect((await ask('review', write(most))).text).toHaveLength(most);
    expect(await ask('review', write(most + 1))).toMatchObject({
      text: '',
      message: expect.stringContaining(`more than the ${most} `),
    });
  });

  it('3.5 is not given a session that others begin from as well: it cannot be asked for a copy', async () => {
    const session = { id: 's-1', used: {} };
    expect((await ask('fix', 'echo "on: $FIXPOINT_SESSION"', { session })).text).toBe('on: s-1\n');
    expect((await ask('fix', 'echo "on: $FIXPOINT_SESSION"', { session: { ...session, fork: true } })).text).toBe(
      'on: \n',
    );
  });
});
