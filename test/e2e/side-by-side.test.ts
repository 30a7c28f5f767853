/** Several runs over several repositories in one process: nothing of a start or resume that failed is left behind. */
import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type App, fix, openApp, plan, report, resume, type RunHandle } from '../../src/index.ts';
import { processesOf } from '../support/processes.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'bad\n' };

/** Fixes when it is told to, and waits until then, but not for longer than there is a test. */
const waitingAgent = (sandbox: Sandbox): { command: string; go: () => void } => {
  const sign = join(sandbox.scratch, 'go');
  const answer = '{"findings":{"F1":{"outcome":"fixed","explanation":"It was bad."}}}';
  const wait = `while test -f ${sign}.asked && ! test -f ${sign}; do sleep 0.05; done`;
  return {
    command: `touch ${sign}.asked; ${wait}; echo good > a.txt; echo '${answer}'`,
    go: () => writeFileSync(sign, ''),
  };
};

const settings = (command: string): Record<string, unknown> => ({
  'agents.fake': { kind: 'command', command },
  'fix.agent': 'fake',
  'verify.commands': ['true'],
  sandbox: 'off',
});

const findings = (sandbox: Sandbox): string[] => [sandbox.findings([{ code: 'F1', file: 'a.txt', line: 1 }])];

const sources = join(import.meta.dirname, '../../src/');

/** Where our code has set a timer that is still set; also those that do not keep the process alive. */
const timers = new Map<number, string>();
createHook({
  init: (id, type) => {
    const place = type === 'Timeout' ? new Error(type).stack?.split('\n').find((line) => line.includes(sources)) : null;
    if (place) timers.set(id, place.trim());
  },
  destroy: (id) => timers.delete(id),
}).enable();

/** What this process holds: handles by kind, timers, open files, and processes. Requests under way are none. */
const held = (): { kinds: string[]; timers: string[]; files: number; processes: string[] } => ({
  kinds: process
    .getActiveResourcesInfo()
    .filter((kind) => !/Req(Callback|Wrap|Promise)$/.test(kind))
    .toSorted(),
  timers: [...timers.values()],
  files: readdirSync('/proc/self/fd').length,
  processes: childrenOf(process.pid),
});

const childrenOf = (parent: number): string[] =>
  readdirSync('/proc').filter((pid) => new RegExp(`^PPid:\\t${parent}$`, 'm').test(statusOf(pid)));

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

/** When the processes that have just been ended are gone. */
const heldAtRest = async (): Promise<ReturnType<typeof held>> => {
  await vi.waitFor(() => expect(held().processes).toEqual([]), { timeout: 10_000 });
  await delay(100);
  return held();
};

/** Given up soon: what is left then is left. */
const heldInTheEnd = async (expected: ReturnType<typeof held>): Promise<ReturnType<typeof held>> => {
  for (let tries = 0; tries < 100 && !isDeepStrictEqual(held(), expected); tries += 1) await delay(50);
  return held();
};

const pins = (sandbox: Sandbox): string => sandbox.git('for-each-ref', '--format=%(refname)', 'refs/fixpoint');

const isAsked = (sandbox: Sandbox): Promise<void> =>
  vi.waitFor(() => expect(readdirSync(sandbox.scratch)).toContain('go.asked'), { timeout: 60_000 });

/** A world in which everything works but what a run needs. */
const without = (app: App): App => ({ ...app, openEngine: () => Promise.reject(new Error('the disk is full')) });

/** Starts that fail at every stage: at the request, the input, the configuration, the agents, and when all is made. */
const failedStarts = (app: App, sandbox: Sandbox): (() => Promise<RunHandle>)[] => {
  const place = { app, cwd: sandbox.root };
  const good = { ...place, from: findings(sandbox), set: settings('true') };
  return [
    () => fix({ ...good, from: [] }),
    () => fix({ ...good, from: ['nowhere.sarif'] }),
    () => fix({ ...good, set: { ...good.set, 'fix.concurency': 3 } }),
    () => fix({ ...good, only: ['nothing.txt'] }),
    () => fix({ ...good, configFrom: 'no-such-branch' }),
    () => fix({ ...good, set: { ...good.set, 'agents.fake': { kind: 'command', command: ['./no-such-program'] } } }),
    () => fix({ ...good, set: { ...good.set, 'verify.requireProof': ['review'] } }),
    () => fix({ ...good, replay: 'no-recording' }),
    () => fix({ ...good, app: without(app) }),
    () => fix({ ...good, app: without(app), includeDirty: true, configFrom: 'HEAD' }),
    () => fix({ ...good, cwd: sandbox.outside }),
    () => plan({ ...good, app: without(app) }),
  ];
};

const failedResumes = (app: App, sandbox: Sandbox, runs: { live: string; stopped: string; done: string }) => {
  const place = { app, cwd: sandbox.root };
  return [
    () => resume({ ...place, run: 'no-such-run' }),
    () => resume({ ...place, run: runs.live }),
    () => resume({ ...place, run: runs.done }),
    () => resume({ ...place, run: runs.stopped, set: { 'fix.agent': 'other' } }),
    () => resume({ ...place, run: runs.stopped, set: { 'limits.usd': 'much' } }),
    () => resume({ ...place, app: without(app), run: runs.stopped }),
    () => resume({ ...place, app: without(app), run: runs.stopped, set: { 'limits.cycles': 2 } }),
    () => resume({ ...place, app: without(app), run: runs.done }),
  ];
};

/** One run that was cancelled and can go on, and one that is through. */
const earlierRuns = async (app: App, sandbox: Sandbox): Promise<{ stopped: string; done: string }> => {
  const place = { app, cwd: sandbox.root, from: findings(sandbox) };
  const stopped = await fix({ ...place, set: settings(`touch ${sandbox.scratch}/asked; sleep 60`) });
  await vi.waitFor(() => expect(readdirSync(sandbox.scratch)).toContain('asked'), { timeout: 60_000 });
  stopped.cancel();
  expect(await stopped.result).toMatchObject({ status: 'cancelled' });
  const done = await fix({ ...place, set: settings('echo good > a.txt') });
  expect(await done.result).toMatchObject({ status: 'clean' });
  return { stopped: stopped.run, done: done.run };
};

/** Also where the test ran out of time: nothing of it may go on. */
const endSandbox = (sandbox: Sandbox): void => {
  for (const { pid } of processesOf(sandbox.home)) process.kill(pid, 'SIGKILL');
  sandbox.dispose();
};

it('11.1, 13.4 two runs side by side, twenty failed starts and resumes in between: nothing is left', async () => {
  const [one, two] = [openSandbox(files), openSandbox(files)];
  const sandboxes = [one, two];
  onTestFinished(() => sandboxes.forEach(endSandbox));
  const place = { stateDir: join(one.state, 'fixpoint'), env: one.env };
  // What is opened once for the whole process is open after this.
  const other = openApp(place);
  const earlier = await earlierRuns(other, one);
  await other.close();
  const before = await heldAtRest();
  const app = openApp(place);
  const journal = await app.journal();
  const agents = sandboxes.map(waitingAgent);
  const [first, second] = await Promise.all(
    sandboxes.map((sandbox, index) =>
      fix({ app, cwd: sandbox.root, from: findings(sandbox), set: settings(agents[index]?.command ?? '') }),
    ),
  );
  if (!first || !second) throw new Error('two runs were started');
  await Promise.all(sandboxes.map(isAsked));
  const [runs, refs, events] = [await journal.list(), pins(one), await journal.read(earlier.stopped)];

  const failing = [...failedStarts(app, one), ...failedResumes(app, one, { ...earlier, live: first.run })];
  expect(failing).toHaveLength(20);
  for (const start of failing) await expect(start()).rejects.toThrow(/./);

  expect(await journal.list()).toEqual(runs);
  expect(
    runs
      .filter(({ holder }) => holder !== null)
      .map(({ run }) => run)
      .toSorted(),
  ).toEqual([first.run, second.run].toSorted());
  expect(pins(one)).toBe(refs);
  expect(await journal.read(earlier.stopped)).toEqual(events);
  expect(
    readdirSync(
      join(one.state, 'fixpoint', (runs.find(({ run }) => run === first.run) ?? { repo: '' }).repo, 'runs'),
    ).toSorted(),
  ).toEqual([earlier.stopped, earlier.done, first.run].toSorted());

  for (const { go } of agents) go();
  for (const handle of [first, second]) expect(await handle.result).toMatchObject({ status: 'clean' });
  expect(await report({ app, run: second.run })).toMatchObject({ root: two.root });
  expect((await journal.list()).filter(({ holder }) => holder !== null)).toEqual([]);
  expect(sandboxes.flatMap(({ home }) => processesOf(home))).toEqual([]);
  await app.close();
  expect(await heldInTheEnd(before)).toEqual(before);
}, 120_000);

it('13.4 a start that fails when all is made takes its recording back, and leaves the folder as it was', async () => {
  const sandbox = openSandbox(files);
  onTestFinished(() => endSandbox(sandbox));
  const app = openApp({ stateDir: join(sandbox.state, 'fixpoint'), env: sandbox.env });
  onTestFinished(() => app.close());
  const full: App = { ...app, artifacts: () => Promise.reject(new Error('the disk is full')) };
  const record = join(sandbox.scratch, 'recording');
  const start = fix({ app: full, cwd: sandbox.root, from: findings(sandbox), set: settings('true'), record });
  await expect(start).rejects.toThrow('the disk is full');
  expect(readdirSync(sandbox.scratch)).not.toContain('recording');
  expect(pins(sandbox)).toBe('');
});
