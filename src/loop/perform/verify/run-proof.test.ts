/** Verification commands, run for real: small shell lines, each go through them in a fresh copy of a folder. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunProcess } from '../../../adapters/process/run-process.ts';
import type { Command } from '../../../config/values.ts';
import type { Verification } from '../../../model/verification.ts';
import type { ProofContext, ProofRoom } from '../../../stages/verify/proof-context.ts';
import { runProof } from './run-proof.ts';

const runProcess = createRunProcess();
let folder = '';
let opened = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-commands-'));
  await writeFile(join(folder, 'tree'), '');
  opened = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Options = Partial<Pick<ProofContext, 'stopOnFailure' | 'baseline' | 'timeoutMs' | 'asBaseline' | 'removed'>> &
  Partial<Pick<ProofRoom, 'readJunit' | 'changed'>> & { signal?: AbortSignal; script?: string };

const run = (
  commands: Command[],
  { signal, script = '', readJunit, changed, ...rest }: Options = {},
): Promise<Verification> =>
  runProof({
    tree: 't1',
    commands,
    stopOnFailure: true,
    timeoutMs: 60_000,
    removed: async () => '',
    inRoom: async (use) => {
      const cwd = join(folder, `room-${(opened += 1)}`);
      await cp(join(folder, 'tree'), join(cwd, 'tree'), { recursive: true });
      await writeFile(join(cwd, 'behaviour.sh'), script);
      return use({
        path: cwd,
        run: (request) => runProcess({ ...request, cwd, marker: 'test', ...(signal && { signal }) }),
        readJunit: readJunit ?? (() => Promise.resolve(null)),
        changed: changed ?? (() => Promise.resolve([])),
      });
    },
    ...rest,
  });

const statuses = ({ commands }: Verification): string[] => commands.map((command) => command.status);

/** What a test runner prints for these tests, with the exit code that goes with it. */
const tap = (results: Record<string, boolean>, exit = Object.values(results).every(Boolean) ? 0 : 1): string => {
  const lines = Object.entries(results).map(
    ([name, passed], index) => `${passed ? 'ok' : 'not ok'} ${index + 1} - ${name}`,
  );
  return `cat <<'END'\nTAP version 13\n1..${lines.length}\n${lines.join('\n')}\nEND\nexit ${exit}`;
};

/** The same command before and now, with another behaviour each time. */
const before = async (then: string, now: string, options: Options = {}): Promise<Verification> => {
  const command = 'sh ./behaviour.sh';
  const baseline = await run([command], { ...options, script: then, asBaseline: true });
  return run([command], { ...options, script: now, baseline });
};

describe('commands on their own', () => {
  it('5.1 run one after the other and pass together', async () => {
    const shown = await run(['echo one > log', 'test "$(cat log)" = one && echo done']);
    expect(shown).toMatchObject({ tree: 't1', verdict: 'passed', failures: [] });
    expect(shown.commands.map((command) => command.stdout)).toEqual(['', 'done\n']);
  });

  it('5.4 none configured is not the same as passed', async () => {
    expect(await run([])).toMatchObject({ verdict: 'none', reason: 'no verification commands are configured' });
  });

  it('5.1 a failure is told with its exit code and both streams', async () => {
    const shown = await run(['echo out; echo err >&2; exit 3']);
    expect(shown.verdict).toBe('failed');
    expect(shown.reason).toContain('failed (exit 3)');
    expect(shown.commands[0]).toMatchObject({ status: 'failed', exitCode: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  it('5.1 stops at the first failure, or not', async () => {
    expect(statuses(await run(['exit 1', 'true'], { stopOnFailure: true }))).toEqual(['failed']);
    expect(statuses(await run(['exit 1', 'true'], { stopOnFailure: false }))).toEqual(['failed', 'passed']);
  });

  it.each([
    ['does not exist', ['fixpoint-no-such-program']],
    ['is not found by the shell', 'fixpoint-no-such-program'],
    ['is killed', 'kill -9 $$'],
    ['is killed below a shell', "sh -c 'kill -9 $$'; exit $?"],
    ['aborts below a shell', "sh -c 'kill -ABRT $$'; exit $?"],
  ])('5.1 a command that %s crashed, it did not fail', async (_, command) => {
    const shown = await run([command]);
    expect(shown.verdict).toBe('crashed');
    expect(statuses(shown)).toEqual(['crashed']);
    expect(shown.reason).toContain('crashed');
  });

  it('5.1 each command has a time limit', async () => {
    const shown = await run(['sleep 60', 'true'], { timeoutMs: 200, stopOnFailure: false });
    expect(shown).toMatchObject({ verdict: 'failed', reason: '`sleep 60` ran out of time' });
    expect(statuses(shown)).toEqual(['timeout', 'passed']);
  });

  it('4.10 a cancelled command proves nothing, and no further one is started', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const shown = await run(['sleep 60', 'true'], { signal: cancel.signal });
    expect(shown.verdict).toBe('cancelled');
    expect(statuses(shown)).toEqual(['cancelled']);
  });

  it('5.1 output is capped, with head and tail kept', async () => {
    const shown = await run(['echo first; seq 1 20000; echo last']);
    const output = shown.commands[0]?.stdout ?? '';
    expect(output.length).toBeLessThan(7_000);
    expect(output).toMatch(/^first\n/);
    expect(output).toMatch(/last\n$/);
  });
});

describe('compared with the start', () => {
  it('5.2 a failure that was not there before is new', async () => {
    const shown = await before('exit 0', 'exit 1');
    expect(shown).toMatchObject({ verdict: 'failed', failures: [{ kind: 'new' }] });
  });

  it('5.2 a command that fails once and then passes is flaky, and does not refuse a fix', async () => {
    const again = join(folder, 'again');
    const shown = await before('exit 0', `test -e ${again} && exit 0; touch ${again}; exit 1`);
    expect(shown).toMatchObject({ verdict: 'passed', failures: [{ kind: 'flaky' }], commands: [{ status: 'passed' }] });
  });

  it('5.8 what a failed command leaves behind does not make it pass the second time', async () => {
    const shown = await before('exit 0', 'test -e left && exit 0; touch left; exit 1');
    expect(shown).toMatchObject({ verdict: 'failed', failures: [{ kind: 'new' }] });
    expect(opened).toBe(3);
  });

  it('5.8 a repetition begins with the first command', async () => {
    const baseline = await run(['true', 'true']);
    const again = join(folder, 'again');
    const shown = await run(
      ['touch made', `test -e made || exit 9; test -e ${again} && exit 0; touch ${again}; exit 1`],
      { baseline },
    );
    expect(shown).toMatchObject({ verdict: 'passed', failures: [{ kind: 'flaky' }] });
    expect(statuses(shown)).toEqual(['passed', 'passed']);
  });

  it('5.8 a command that changes tracked files is named, once', async () => {
    const seen = [['a.js'], ['a.js', 'b.js']];
    const shown = await run(['true', 'true'], { changed: async () => seen.shift() ?? [] });
    expect(shown.commands.map(({ changes }) => changes)).toEqual([['a.js'], ['b.js']]);
  });

  it('5.2 without single tests, a command that failed before and still fails proves nothing', async () => {
    const shown = await before('exit 1', 'exit 1');
    expect(shown).toMatchObject({ verdict: 'unproven', failures: [{ kind: 'pre-existing' }] });
    expect(shown.reason).toContain('nothing is proven');
  });

  it('5.2 a pre-existing failure does not keep later commands from running', async () => {
    const baseline = await run(['exit 1', 'true'], { stopOnFailure: false });
    expect(statuses(await run(['exit 1', 'true'], { baseline }))).toEqual(['failed', 'passed']);
  });

  it('5.2 a command that failed before and passes now is proof enough', async () => {
    expect((await before('exit 1', 'exit 0')).verdict).toBe('passed');
  });

  it('5.2 TAP: the same test still fails, all others pass', async () => {
    const shown = await before(tap({ adds: true, divides: false }), tap({ adds: true, divides: false }));
    expect(shown).toMatchObject({ verdict: 'passed', failures: [{ kind: 'pre-existing' }] });
  });

  it('5.2 TAP: another test fails beside the one that did before', async () => {
    const shown = await before(tap({ adds: true, divides: false }), tap({ adds: false, divides: false }));
    expect(shown).toMatchObject({ verdict: 'failed', failures: [{ kind: 'new' }] });
    expect(shown.reason).toContain('adds');
  });

  it('5.2 TAP: tests that passed before and are gone are no proof', async () => {
    const shown = await before(tap({ adds: true, subtracts: true, divides: false }), tap({ divides: false }));
    expect(shown).toMatchObject({ verdict: 'failed', failures: [{ kind: 'new' }] });
    expect(shown.reason).toContain('2 tests that ran before did not run');
  });

  it('5.2 TAP: a runner that crashes now is not excused by a test that failed before', async () => {
    const shown = await before(
      tap({ adds: true, divides: false }),
      tap({ adds: true, divides: false }).replace('exit 1', () => 'kill -9 $$'),
    );
    expect(shown).toMatchObject({ verdict: 'crashed', failures: [{ kind: 'new' }] });
  });

  it('5.2 TAP: a failure that no test explains stays unproven', async () => {
    const shown = await before(tap({ adds: true }, 1), tap({ adds: true }, 1));
    expect(shown).toMatchObject({ verdict: 'unproven', failures: [{ kind: 'pre-existing' }] });
  });

  it('5.2 JUnit: single tests are compared where the command writes them to files', async () => {
    const readJunit = () =>
      Promise.resolve([
        { name: 'adds', passed: true },
        { name: 'divides', passed: false },
      ]);
    const shown = await before('exit 1', 'exit 1', { readJunit });
    expect(shown).toMatchObject({ verdict: 'passed', failures: [{ kind: 'pre-existing' }] });
    expect(shown.commands[0]).toMatchObject({ failedTests: ['divides'], passedTests: 1 });
  });
});

describe('7.1 tests that ran on the start', () => {
  const start = tap({ 'adds 1': true, 'adds 2': true, rounds: true });

  it.each([
    ['7.1 one is skipped', 'ok 1 - adds 1\nok 2 - adds 2\nok 3 - rounds # SKIP', 'rounds is skipped'],
    ['7.1 one is not there any more', 'ok 1 - adds 1\nok 2 - adds 2', 'rounds is not run any more'],
    ['7.1 another runs in place of one', 'ok 1 - adds 1\nok 2 - adds 2\nok 3 - exists', 'rounds is not run'],
    ['7.1 several are gone', 'ok 1 - rounds', '2 tests that ran on the start do not run now'],
  ])('%s: the change is refused though the command passes', async (_, lines, reason) => {
    const now = `cat <<'END'\nTAP version 13\n1..${lines.split('\n').length}\n${lines}\nEND`;
    const shown = await before(start, now, { removed: async () => "-  add('something else');" });
    expect(shown).toMatchObject({ verdict: 'failed', failures: [{ kind: 'new' }] });
    expect(shown.reason).toContain(reason);
  });

  it('7.1 may be removed or renamed by a change that says so, which other gates judge', async () => {
    const now = tap({ 'adds 1': true, 'adds 2': true, 'rounds up': true });
    const shown = await before(start, now, { removed: async () => "-  test('rounds', () => {" });
    expect(shown.verdict).toBe('passed');
  });

  it('7.1 are the same tests though numbers and times in their names differ', async () => {
    const shown = await before(
      tap({ 'at 10:31:07': true, 'port 4711': true }),
      tap({ 'at 10:32:55': true, 'port 81': true }),
    );
    expect(shown.verdict).toBe('passed');
  });

  it('7.1 may have been skipped before, and are not missed then', async () => {
    const skipped = "cat <<'END'\nTAP version 13\n1..1\nok 1 - later # SKIP\nEND";
    expect((await before(skipped, skipped)).verdict).toBe('passed');
  });
});
