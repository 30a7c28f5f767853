/** An agent behind a command line, with a shell in the part of the command line. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentRequest, inputFor } from '../../../../test/support/agent-request.ts';
import { finding, inputOf } from '../../../../test/support/answer-client.ts';
import { isAlive } from '../../../../test/support/processes.ts';
import type { AgentEvent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import { runProcess } from '../../process/run-process.ts';
import { readReported } from '../answering/answer-tools.ts';
import { cliAgent, type CliOptions } from './cli-agent.ts';
import type { CliDriver } from './driver.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-cli-agent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Says everything it prints; `end TEXT` is its last word, `fail TEXT` a failure. */
const driver = (script: string): CliDriver => ({
  call: (request, { tools, model }) => ({
    args: ['-c', script],
    stdin: request.prompt,
    env: { TOOLS: tools?.command ?? 'none', MODEL: model ?? 'none', SCRATCH: request.scratch },
    files: { 'settings.json': '{"a":1}' },
    needs: { hosts: ['example.org'], readable: [], writable: [] },
  }),
  reader: () => {
    let last: { ok: boolean; text: string } | undefined;
    return {
      line: (line) => {
        const [, word, text = ''] = /^(end|fail) (.*)$/.exec(line) ?? [];
        if (word !== undefined) last = { ok: word === 'end', text };
        return [{ kind: 'text', text: `${line}\n` }];
      },
      isOver: () => last !== undefined,
      end: () => ({
        outcome: last?.ok === true ? 'ok' : 'crashed',
        message: 'its own',
        text: last?.text ?? '',
        usage: {},
        denials: [],
        problems: [],
      }),
    };
  },
});

const ask = (
  script: string,
  more: Partial<AgentRequest> = {},
  hooks: Partial<AgentHooks> = {},
  options: Partial<CliOptions> = {},
): Promise<AgentResult> => {
  const answerTools = () => ({ name: 'fixpoint', command: 'the-server', args: [] });
  const request = agentRequest({
    workspace: folder,
    scratch: mkdtempSync(join(folder, 'scratch-')),
    input: { ...inputOf([finding(1)]), run: basename(folder) },
    ...more,
  });
  return cliAgent('mine', driver(script), {
    runProcess,
    program: ['/bin/sh'],
    environment: {},
    answerTools,
    readReported,
    ...options,
  }).run(request, {
    signal: new AbortController().signal,
    ...hooks,
  });
};

describe('a call', () => {
  it.each(['review', 'clarify', 'plan', 'challenge'] as const)(
    '15 in role %s is not offered our tools, and asked for the schema instead',
    async (role) => {
      const asked: string[] = [];
      const ways: CliDriver = {
        ...driver('cat > /dev/null; echo end $TOOLS'),
        reader: (request) => {
          asked.push(request.answerBy);
          return driver('').reader(request);
        },
      };
      const request = agentRequest({
        workspace: folder,
        scratch: folder,
        input: { ...inputFor(role), run: basename(folder) },
      });
      const answerTools = () => ({ name: 'fixpoint', command: 'the-server', args: [] });
      const agent = cliAgent('mine', ways, {
        runProcess,
        program: ['/bin/sh'],
        environment: {},
        answerTools,
        readReported,
      });
      const { text } = await agent.run(request, { signal: new AbortController().signal });
      await agent.run({ ...request, answerBy: 'text' }, { signal: new AbortController().signal });
      expect([text, ...asked]).toEqual(['none', 'schema', 'text']);
    },
  );

  it('4.1 gets prompt, files, variables and tools, and shows what it prints', async () => {
    const events: AgentEvent[] = [];
    const script =
      'cat; echo; cat $SCRATCH/settings.json; echo; echo $TOOLS $MODEL $GIVEN; echo noise >&2; echo end bye';
    const result = await ask(
      script,
      { prompt: '-p' },
      { onEvent: (event) => events.push(event) },
      { model: 'm1', environment: { GIVEN: 'given' } },
    );
    expect(result).toMatchObject({ outcome: 'ok', text: 'bye', answer: null });
    expect(events.map((event) => (event.kind === 'text' ? event.text : ''))).toEqual([
      '-p\n',
      '{"a":1}\n',
      'the-server m1 given\n',
      'end bye\n',
    ]);
    expect(result.transcript).toBe('-p\n{"a":1}\nthe-server m1 given\nend bye\n\nnoise\n');
  });

  it('4.11 keeps its files from other users', async () => {
    const scratch = mkdtempSync(join(folder, 'scratch-'));
    await ask('echo end', { scratch });
    for (const name of ['input.json', 'settings.json']) expect(statSync(join(scratch, name)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(scratch, 'input.json'), 'utf8'))).toMatchObject({
      findings: [{ code: 'F001' }],
    });
  });

  it('4.4 puts together what was reported and what was said', async () => {
    const report = `{"id":"id-1","outcome":"fixed","explanation":"x"}`;
    const script = `echo '${report}' > $SCRATCH/outcomes.jsonl; echo broken >> $SCRATCH/outcomes.jsonl; echo 'end {"outcomes":[{"id":"id-2","outcome":"blocked"}]}'`;
    expect(await ask(script)).toMatchObject({
      outcome: 'ok',
      answer: {
        outcomes: [
          { id: 'id-1', outcome: 'fixed' },
          { id: 'id-2', outcome: 'blocked' },
        ],
      },
      problems: [expect.stringContaining('1 line')],
    });
  });

  it('4.4 offers no tools when the answer is asked for in another way', async () => {
    expect((await ask('echo end $TOOLS', { answerBy: 'text' })).text).toBe('none');
  });

  it('4.7 is started in its cage, and the cage is taken down', async () => {
    const asked: unknown[] = [];
    let disposed = 0;
    const cage: CliOptions['cage'] = async (given) => {
      asked.push(given);
      return {
        command: ['/usr/bin/env', 'CAGED=1', ...[given.command].flat()],
        env: { FROM_CAGE: 'yes' },
        dispose: async () => void (disposed += 1),
      };
    };
    expect((await ask('echo end $CAGED $FROM_CAGE', {}, {}, { cage })).text).toBe('1 yes');
    expect(asked).toMatchObject([{ access: 'edit', workspace: folder, needs: { hosts: ['example.org'] } }]);
    await ask('exit 3', {}, {}, { cage, program: ['/no/such/program'] });
    expect(disposed).toBe(2);
  });
});

describe('an end', () => {
  it('4.9 is not taken from the exit code', async () => {
    expect(await ask('exit 0')).toMatchObject({ outcome: 'crashed', message: 'its own' });
    expect(await ask('echo end fine; exit 7')).toMatchObject({ outcome: 'ok', text: 'fine' });
  });

  it('4.9 is not waited for after its last word', async () => {
    const result = await ask('echo $$ > pid; echo end fine; exec sleep 1000');
    expect(result).toMatchObject({ outcome: 'ok', text: 'fine' });
    expect(isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
    expect(await ask('echo fail badly; exec sleep 1000')).toMatchObject({ outcome: 'crashed', message: 'its own' });
  });

  it('4.9 by its limits', async () => {
    const timeoutKey = 'challenger.timeout';
    expect(await ask('sleep 1000', { limits: { timeoutMs: 200, timeoutKey } })).toMatchObject({
      outcome: 'timeout',
      message: expect.stringContaining('took longer than challenger.timeout allows'),
    });
    expect(await ask('sleep 1000', { limits: { timeoutMs: 60_000, timeoutKey, idleMs: 200 } })).toMatchObject({
      outcome: 'timeout',
      message: expect.stringContaining('agents.mine.idle'),
    });
  });

  it('4.10 cancelled, whatever it says about that', async () => {
    const controller = new AbortController();
    const script = `trap 'echo fail interrupted; exit 1' TERM; echo begun; while :; do sleep 0.05; done`;
    const result = await ask(script, {}, { signal: controller.signal, onEvent: () => controller.abort() });
    expect(result).toMatchObject({ outcome: 'cancelled', transcript: expect.stringContaining('begun') });
  });

  it('4.9 that was no beginning', async () => {
    expect(await ask('', {}, {}, { program: ['no-such-agent'] })).toMatchObject({
      outcome: 'crashed',
      message: expect.stringMatching(/no-such-agent.*fixpoint doctor/),
    });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await ask('echo end', { scratch: file })).toMatchObject({
      outcome: 'crashed',
      message: expect.stringContaining('agent mine cannot be called'),
    });
  });
});
