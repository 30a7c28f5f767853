/** What every agent does the same way with sessions. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Usage } from '../../src/model/attempt.ts';
import { inputFor } from '../support/agent-request.ts';
import type { Turn } from '../support/model/protocol.ts';
import { turns } from '../support/model/server.ts';
import { type Case, file } from './case.ts';
import type { Subject } from './subject.ts';

type Tools = {
  subject: Subject;
  it: (name: string, run: () => Promise<void>) => void;
  start: (...list: Turn[]) => Promise<Case>;
  edits: (workspace: string) => Turn[];
  expectCounted: (usage: Usage, used: Case['model']['used']) => void;
};

const noBody: Readonly<Record<string, unknown>> = {};

export const sessionCases = ({ subject, it, start, edits, expectCounted }: Tools): void => {
  it('3.5 goes on with a session in a new process, and counts each call alone', async () => {
    const here = await start({ text: 'One.', usage: { input: 500, output: 5 } });
    const first = await here.ask({ prompt: 'The password is swordfish.' });
    const before = { ...here.model.used };
    here.model.play(turns({ text: 'Two.', usage: { input: 600, output: 9, cached: 500 } }));
    expect(first.outcome).toBe('ok');
    const second = await here.ask({
      prompt: 'Say it.',
      ...(first.session !== undefined && { session: first.session }),
    });
    expect(second).toMatchObject({
      outcome: 'ok',
      text: expect.stringContaining('Two.'),
      session: { id: expect.any(String) },
    });
    expect(JSON.stringify(here.model.requests.at(-1)?.body)).toContain('swordfish');
    const { used } = here.model;
    const added = {
      input: used.input - before.input,
      output: used.output - before.output,
      cached: used.cached - before.cached,
    };
    expectCounted(first.usage, before);
    expectCounted(second.usage, added);
  });

  const forks = subject.cannot?.fork === undefined ? it : (): void => undefined;
  forks(
    '3.5 forks a session that only read: each copy knows what was said before, may do its own, and knows nothing of the other',
    async () => {
      const here = await start({ text: 'One.', usage: { input: 500, output: 5 } });
      const input = { ...inputFor('plan'), run: basename(here.home) };
      const first = await here.ask({ role: 'plan', input, access: 'read', prompt: 'The password is swordfish.' });
      const session = { id: '', used: {}, ...first.session, fork: true };
      const ids = [first.session?.id];
      for (const word of ['marigold', 'petunia']) {
        // Each call has a folder of its own.
        const workspace = join(here.workspace, '..', word);
        mkdirSync(workspace);
        writeFileSync(join(workspace, file), 'Hello wrold\n');
        here.model.play(turns(...edits(workspace), { text: 'Two.', usage: { input: 600, output: 9, cached: 500 } }));
        const before = { ...here.model.used };
        const result = await here.ask({ prompt: `Remember the ${word}.`, session, workspace });
        expect(result).toMatchObject({ outcome: 'ok', text: expect.stringContaining('Two.') });
        expect(readFileSync(join(workspace, file), 'utf8')).toBe('Hello world\n');
        const { body } = here.model.requests.at(-1) ?? { body: noBody };
        expect(JSON.stringify(body)).toContain('swordfish');
        expect(JSON.stringify(body).includes('marigold')).toBe(word === 'marigold');
        expect(JSON.stringify(body['tools'])).toContain('report_outcome');
        const { used } = here.model;
        const added = {
          input: used.input - before.input,
          output: used.output - before.output,
          cached: used.cached - before.cached,
        };
        expectCounted(result.usage, added);
        ids.push(result.session?.id);
      }
      expect(new Set(ids)).toHaveProperty('size', 3);
    },
  );

  it('3.5 says so when a session is gone, or starts anew', async () => {
    const here = await start({ text: 'Done.' });
    const result = await here.ask({
      session: { id: subject.unknownSession ?? '11111111-2222-4333-8444-555555555555', used: {} },
    });
    if (result.outcome !== 'ok')
      expect(result).toMatchObject({ outcome: 'crashed', message: expect.stringMatching(/session/i) });
  });
};
