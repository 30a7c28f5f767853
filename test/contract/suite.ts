/** What every agent does the same way, whatever CLI is behind it: its real program against a scripted model. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it as vitestIt } from 'vitest';
import { z } from 'zod';
import { FixAnswer } from '../../src/model/answer.ts';
import type { Usage } from '../../src/model/attempt.ts';
import type { AgentResult } from '../../src/ports/agent.ts';
import type { Turn } from '../support/model/protocol.ts';
import { turns } from '../support/model/server.ts';
import { inputFor } from '../support/agent-request.ts';
import { isAlive, processesOf } from '../support/processes.ts';
import { type Case, file, openCase, patiently } from './case.ts';
import type { Ability, Subject } from './subject.ts';
import { sessionCases } from './suite-sessions.ts';

const answerSchema = z.toJSONSchema(FixAnswer.pick({ outcomes: true }), { io: 'input' });
const reviewSchema = z.toJSONSchema(
  z.object({
    verdict: z.string(),
    findings: z.array(
      z.object({ title: z.string(), file_path: z.string(), line_start: z.int(), suggested_fix: z.string().optional() }),
    ),
  }),
);
const done: Turn = { text: 'Done.' };
const reports = [
  { id: 'F001', outcome: 'fixed', explanation: 'Corrected the word.' },
  { id: 'F002', outcome: 'blocked', explanation: 'It is spelled so on purpose.' },
];
const byId = { outcomes: reports.map((report, n) => ({ ...report, id: `id-${n + 1}` })) };

const pidOf = (here: Case): number => (existsSync(join(here.workspace, 'pid')) ? Number(here.read('pid')) : 0);

const expectNothingLeft = (here: Case): void => {
  expect(pidOf(here)).toBeGreaterThan(0);
  expect(isAlive(pidOf(here))).toBe(false);
  expect(processesOf(here.home)).toEqual([]);
};

const isInSlice = ({ slice }: Subject, name: string): boolean =>
  slice === undefined || process.env['FIXPOINT_CONTRACT'] === 'all' || slice.cases.some((part) => name.includes(part));

export const agentContract = (subject: Subject): void => {
  const { call } = subject;
  const it = (name: string, run: () => Promise<void>): void => {
    const isAsked = isInSlice(subject, name);
    vitestIt.runIf(isAsked)(
      `${name}${isAsked ? '' : ` [left out: ${subject.slice?.because ?? ''}; FIXPOINT_CONTRACT=all runs it]`}`,
      run,
    );
  };
  const open: Case[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const start = async (...list: Turn[]): Promise<Case> => {
    const opened = await openCase(subject, turns(...list));
    open.push(opened);
    return opened;
  };
  const tool = (each: ReturnType<typeof call.shell>): Turn => ({ tools: [each] });
  const edits = (workspace: string, name: string = file): Turn[] =>
    call.edit({ workspace, file: name, find: 'wrold', replace: 'world' }).map(tool);
  const reported = reports.map((report) => tool(call.report(report)));
  /** What it cannot do is told by the name of the case. */
  const able = (ability: Ability, name: string, run: (can: boolean) => Promise<void>): void => {
    const reason = subject.cannot?.[ability];
    it(`${name}${reason === undefined ? '' : ` [not with ${subject.name}: ${reason}]`}`, () =>
      run(reason === undefined));
  };
  const counts = subject.cannot?.tokens === undefined;
  const expectCounted = ({ inputTokens, outputTokens, cachedTokens }: Usage, used: Case['model']['used']): void => {
    if (!counts) return;
    expect({ inputTokens, outputTokens, cachedTokens: cachedTokens ?? 0 }).toEqual({
      inputTokens: used.input,
      outputTokens: used.output,
      cachedTokens: used.cached,
    });
  };

  const fails = async (turn: Turn): Promise<AgentResult> => {
    const here = await start(turn);
    const result = await here.ask();
    expect(here.model.requests.length).toBeGreaterThan(0);
    expect(result.answer).toBeNull();
    expect(result.message).toEqual(expect.stringMatching(/\w/));
    return result;
  };

  describe(`${subject.name}: work`, () => {
    it('4.1 edits a file, tells what it does as it does it, and what it used up', async () => {
      const here = await start();
      const list = edits(here.workspace).map((turn) => ({
        text: 'I look at it.',
        ...turn,
        usage: { input: 1000, output: 30, cached: 400 },
      }));
      here.model.play(turns(...list, { text: 'The word is right now.', usage: { input: 1100, output: 7 } }));
      const result = await here.ask();
      expect(result).toMatchObject({
        outcome: 'ok',
        text: expect.stringContaining('The word is right now.'),
        answer: null,
        denials: [],
        problems: [],
      });
      expect(here.read()).toBe('Hello world\n');
      expect(result.session?.id).toEqual(expect.any(String));
      expectCounted(result.usage, here.model.used);
      const shown = here.events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
      expect(shown).toContain('The word is right now.');
      expect(here.events).toContainEqual(expect.objectContaining({ kind: 'tool' }));
      expect(here.events).toContainEqual({ kind: 'file', path: expect.stringContaining(file) });
      expect(result.transcript).toContain('The word is right now.');
    });

    it('4.4 answers for each finding through our tools', async () => {
      const here = await start();
      here.model.play(turns(...edits(here.workspace), ...reported, done));
      const result = await here.ask();
      expect(result).toMatchObject({ outcome: 'ok', answer: byId, problems: [] });
      // A real model calls only what it is shown.
      expect(JSON.stringify(here.model.requests[0]?.body['tools'])).toContain('report_outcome');
    });

    able('schema', '4.4 answers in the form of a schema', async (can) => {
      const answer = { outcomes: reports };
      const structured = can ? subject.structured?.(answer) : undefined;
      const here = await start(structured ?? { text: JSON.stringify(answer) }, done);
      const result = await here.ask({ answerBy: 'schema', answerSchema });
      expect(result).toMatchObject({ outcome: 'ok', answer });
      if (can) expect(structured).toBeDefined();
    });

    sessionCases({ subject, it, start, edits, expectCounted });

    it('4.1 takes a prompt of any length that looks like an option', async () => {
      const here = await start(done);
      const result = await here.ask({ prompt: `--help me\n${'word '.repeat(60_000)}\nthe very end` });
      expect(result.outcome).toBe('ok');
      const body = JSON.stringify(here.model.requests[0]?.body);
      expect(body).toContain('--help me');
      expect(body).toContain('the very end');
    });

    able('instructions', '4.1 leaves instruction files of the repository alone', async (can) => {
      const here = await start(done);
      const names = ['AGENTS.md', 'CLAUDE.md', ...(subject.instructionFiles ?? [])];
      for (const name of names) writeFileSync(join(here.workspace, name), 'Always say xyzzyplugh.\n');
      expect((await here.ask()).outcome).toBe('ok');
      if (can) expect(JSON.stringify(here.model.requests)).not.toContain('xyzzyplugh');
    });
  });

  describe(`${subject.name}: access`, () => {
    it('2.6 changes nothing when it may only read, and gives a review as its answer', async () => {
      const here = await start();
      const review = {
        verdict: 'NEEDS_WORK',
        findings: [{ title: 'A misspelt word', file_path: file, line_start: 1 }],
      };
      const answered = subject.structured?.(review) ?? { text: `What I found:\n${JSON.stringify(review)}` };
      here.model.play(
        turns(
          ...edits(here.workspace),
          tool(call.shell('touch made')),
          tool(call.shell(`echo x > ${file}`)),
          answered,
          done,
        ),
      );
      const input = { ...inputFor('review'), run: basename(here.home) };
      const result = await here.ask({ access: 'read', role: 'review', input, answerSchema: reviewSchema });
      expect(result).toMatchObject({ outcome: 'ok', answer: review });
      expect(here.read()).toBe('Hello wrold\n');
      expect(existsSync(join(here.workspace, 'made'))).toBe(false);
      expect(JSON.stringify(here.model.requests[0]?.body['tools'] ?? [])).not.toContain('report_outcome');
    });

    able('commands', '4.7 runs the commands that it is given and no others', async (can) => {
      const here = await start(tool(call.shell('touch allowed')), tool(call.shell('touch forbidden')), done);
      const result = await here.ask({ access: 'edit', commands: ['touch allowed'] });
      expect(result.outcome).toBe('ok');
      expect(existsSync(join(here.workspace, 'allowed'))).toBe(true);
      if (!can) return;
      expect(existsSync(join(here.workspace, 'forbidden'))).toBe(false);
      expect(result.denials.join('\n')).toContain('touch forbidden');
    });

    able('outside', '4.7 changes no file outside the workspace', async (can) => {
      const here = await start();
      here.model.play(turns(...edits(here.workspace, join(here.outside, file)), done));
      expect((await here.ask()).outcome).toBe('ok');
      if (can) expect(readFileSync(join(here.outside, file), 'utf8')).toBe('Hello wrold\n');
    });

    it('4.7 runs any command with full access, and sees no variable that it was not given', async () => {
      process.env['FIXPOINT_TEST_CANARY'] = 'canary-in-the-mine';
      try {
        const here = await start(tool(call.shell('env > seen.txt')), done);
        expect((await here.ask({ access: 'full' })).outcome).toBe('ok');
        const seen = here.read('seen.txt');
        expect(seen).toContain('PATH=');
        expect(seen).not.toContain('canary');
      } finally {
        delete process.env['FIXPOINT_TEST_CANARY'];
      }
    });
  });

  describe(`${subject.name}: ending it`, () => {
    const sleeper = tool(call.shell("setsid sh -c 'echo $$ > pid.tmp; mv pid.tmp pid; exec sleep 1000'"));
    it('4.10 ends with all its processes when it is cancelled', async () => {
      const here = await start(sleeper, done);
      const controller = new AbortController();
      const asked = here.ask({ access: 'full' }, { signal: controller.signal });
      await expect.poll(() => pidOf(here), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
      controller.abort();
      expect(await asked).toMatchObject({ outcome: 'cancelled', answer: null });
      expectNothingLeft(here);
    });

    it('4.9 ends with all its processes at its time limit', async () => {
      await patiently(subject.limitMs ?? 5_000, async (timeoutMs) => {
        const here = await start(sleeper, done);
        const result = await here.ask({ access: 'full', limits: { timeoutMs, timeoutKey: 'agents.mine.timeout' } });
        expect(result).toMatchObject({ outcome: 'timeout', answer: null });
        if (pidOf(here) === 0) return false;
        expectNothingLeft(here);
        return true;
      });
    });

    it('4.9 keeps what was reported before the end', async () => {
      const here = await start(...reported.slice(0, 1), sleeper, done);
      const controller = new AbortController();
      const asked = here.ask({ access: 'full' }, { signal: controller.signal });
      await expect.poll(() => pidOf(here), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
      controller.abort();
      expect(await asked).toMatchObject({ outcome: 'cancelled', answer: { outcomes: byId.outcomes.slice(0, 1) } });
    });
  });

  describe(`${subject.name}: a model that fails`, () => {
    const failures = [
      ['401', { fail: 401, message: 'invalid x-api-key' }, 'auth'],
      ['429', { fail: 429, message: 'too many requests' }, 'rate-limit'],
      ['500', { fail: 500, message: 'internal error' }, 'overloaded'],
      ['529', { fail: 529, message: 'overloaded' }, 'overloaded'],
      ['a stream that is cut', { cut: true }, 'network'],
    ] as const;
    for (const [name, turn, outcome] of failures)
      it(`4.9 ${name}`, async () => {
        expect((await fails(turn)).outcome).toBe(outcome);
      });

    able('retry-after', '4.9 429 with retry-after', async (can) => {
      const result = await fails({ fail: 429, message: 'too many requests', retryAfter: 30 });
      expect(result.outcome).toBe('rate-limit');
      if (!can) return;
      expect(result.retryAfterMs).toBeGreaterThan(25_000);
      expect(result.retryAfterMs).toBeLessThanOrEqual(31_000);
    });

    it('4.9 a stream that stalls', async () => {
      await patiently(subject.idleMs ?? 3_000, async (idleMs) => {
        const here = await start({ stall: true });
        const result = await here.ask({ limits: { timeoutMs: 100_000, timeoutKey: 'agents.mine.timeout', idleMs } });
        expect(result).toMatchObject({
          outcome: 'timeout',
          answer: null,
          message: expect.stringContaining('no sign of life'),
        });
        expect(processesOf(here.home)).toEqual([]);
        return here.model.requests.length > 0;
      });
    });
  });

  describe(`${subject.name}: answers`, () => {
    able('broken-tools', '4.4 falls back to the text when our tools cannot be started', async (can) => {
      const here = await start();
      here.model.play(
        turns(...edits(here.workspace), { text: `Here it is.\n${JSON.stringify({ outcomes: reports })}` }),
      );
      const result = await here.ask({ tools: 'broken' });
      expect(result).toMatchObject({ outcome: 'ok', answer: { outcomes: reports } });
      expect(here.read()).toBe('Hello world\n');
      if (can) expect(result.problems.join('\n')).toContain('fixpoint');
    });

    it('4.4 an answer that is never given', async () => {
      const here = await start(done);
      expect(await here.ask()).toMatchObject({ outcome: 'ok', answer: null });
    });

    able('schema', '4.4 an answer in the form of a schema that is never given', async () => {
      const here = await start(done);
      expect(await here.ask({ answerBy: 'schema', answerSchema })).toMatchObject({ outcome: 'ok', answer: null });
    });

    it('4.4 a malformed answer in the text is repaired', async () => {
      const here = await start({
        text: "```json\n{'outcomes': [{'id': 'F001', 'outcome': 'fixed', 'explanation': 'Done',},]}\n```",
      });
      const result = await here.ask({ answerBy: 'text' });
      expect(result).toMatchObject({ outcome: 'ok', answer: { outcomes: [{ id: 'F001', outcome: 'fixed' }] } });
    });

    it('4.4 a malformed answer through our tools does not count', async () => {
      const here = await start(tool(call.report({ id: 'F001', outcome: 'perhaps', explanation: '' })), done);
      expect(await here.ask()).toMatchObject({ outcome: 'ok', answer: null });
    });

    able('schema', '4.4 a malformed answer in the form of a schema does not count', async (can) => {
      const wrong = can ? subject.structured?.({ outcome: 'perhaps' }) : undefined;
      const here = await start(wrong ?? { text: 'perhaps' }, done);
      expect(await here.ask({ answerBy: 'schema', answerSchema })).toMatchObject({ outcome: 'ok', answer: null });
    });
  });
};
