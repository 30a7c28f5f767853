/**
 * Files many findings through the built command line while the tracker fails and processes are killed, and counts what
 * is there in the end. Depends on its seed alone, apart from the speed of the machine.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noFaults, randomFaults, randomFrom } from '../../fakes/tracker/faults.ts';
import { type FakeIssue, findingOf, isDuplicate, issuesByFinding } from '../../fakes/tracker/issues.ts';
import type { FakeServer } from '../../fakes/tracker/http.ts';
import { type Ended, reportOf } from '../fixpoint.ts';
import type { FindingInput, Sandbox } from '../sandbox.ts';
import { openSandbox } from '../sandbox.ts';
import { withoutGates } from '../without-gates.ts';
import { filing } from './filing.ts';

export type CampaignTracker = Pick<FakeServer, 'requests' | 'setFaults' | 'close'> & {
  issues: FakeIssue[];
  invalid: string[];
  env: Record<string, string>;
};

export type CampaignOptions = {
  seed: number;
  findings: number;
  /** Share of requests that fail. */
  faults: number;
  kills: number;
  to: 'github' | 'gitlab';
  start: () => Promise<CampaignTracker>;
};

export type Figures = {
  findings: number;
  requests: number;
  faults: number;
  kills: number;
  /** Findings without an issue, and those with more than one. */
  lost: number;
  doubled: number;
  duplicatesClosed: number;
  duplicatesOpen: number;
  newOnSecondRun: number;
  changedOnSecondRun: number;
  closedWhenFixed: number;
  reopened: number;
  expectedToMove: number;
  invalid: number;
};

const perFile = 50;

const linesOf = (count: number, good: number): Record<string, string> => {
  const files: Record<string, string> = {};
  for (let n = 0; n < count; n += 1) {
    const file = `src/part${Math.floor(n / perFile)}.js`;
    files[file] =
      `${files[file] ?? ''}export const ${n < good ? 'good' : 'bad'}Number${n} = makeTrouble(${n}, 'case ${n}');\n`;
  }
  return files;
};

const findingsOf = (count: number): FindingInput[] =>
  Array.from({ length: count }, (_, n) => ({
    code: `C${n}`,
    file: `src/part${Math.floor(n / perFile)}.js`,
    line: (n % perFile) + 1,
    title: `Trouble number ${n}`,
    description: `The call number ${n} makes trouble.`,
  }));

/** Kills the process whenever the tracker has heard so many requests since it was started. */
const runAndKill = async (
  sandbox: Sandbox,
  args: readonly string[],
  env: Record<string, string>,
  heard: () => number,
  after: number,
): Promise<Ended> => {
  const state = { pid: 0, over: false };
  const before = heard();
  const ended = sandbox.run(args, { env, limitMs: 600_000, onStart: (pid) => (state.pid = pid) });
  const watch = (async () => {
    while (!state.over && heard() - before < after) await delay(2);
    if (!state.over) process.kill(state.pid, 'SIGKILL');
  })();
  const result = await ended;
  state.over = true;
  await watch;
  return result;
};

const isKilled = ({ code, signal }: Ended): boolean => signal === 'SIGKILL' || code === 137;

/** One machine files everything, killed as often as that. */
const fileKilled = async (
  sandbox: Sandbox,
  args: readonly string[],
  env: Record<string, string>,
  { heard, kills, random }: { heard: () => number; kills: number; random: () => number },
): Promise<number> => {
  let killed = 0;
  let next = args;
  for (let round = 0; round < kills; round += 1) {
    const ended = await runAndKill(sandbox, next, env, heard, 1 + Math.floor(random() * 150));
    if (!isKilled(ended)) break;
    killed += 1;
    next = ['resume', 'latest', '--json'];
  }
  const last = await sandbox.run(next, { env, limitMs: 600_000 });
  if (last.code !== 2 && last.code !== 1) throw new Error(`exit ${last.code}: ${last.stderr.slice(-2_000)}`);
  return killed;
};

/** Until nothing waits any more. */
const flushAll = async (sandbox: Sandbox, env: Record<string, string>): Promise<void> => {
  for (let round = 0; round < 20; round += 1) {
    const { code, stderr } = await sandbox.run(['leftovers', 'flush', '--json'], { env, limitMs: 600_000 });
    if (code === 0) return;
    if (code !== 2) throw new Error(`flush: exit ${code}: ${stderr.slice(-2_000)}`);
  }
  throw new Error('something still waits after 20 times');
};

const snapshot = (issues: readonly FakeIssue[]): string[] =>
  issues.map(({ number, title, body, open, comments }) => JSON.stringify([number, title, body, open, comments]));

export const runCampaign = async (options: CampaignOptions): Promise<Figures> => {
  const { seed, findings: count, to } = options;
  const random = randomFrom(seed);
  const tracker = await options.start();
  const sandbox = openSandbox(linesOf(count, 0));
  try {
    const heard = (): number => tracker.requests.length;
    const input = { to, findings: findingsOf(count), scenario: { findings: {} }, verify: null } as const;
    const here = filing(sandbox, { ...input, tracker: tracker.env, set: ['limits.cycles=0'] });
    const elsewhere = { ...here.env, XDG_STATE_HOME: join(sandbox.folder, 'elsewhere') };
    const args = [...here.args, '--json'];

    tracker.setFaults(randomFaults(seed, options.faults));
    const both = await Promise.all([
      fileKilled(sandbox, args, here.env, { heard, kills: options.kills, random }),
      fileKilled(sandbox, args, elsewhere, { heard, kills: Math.ceil(options.kills / 2), random }),
    ]);
    await Promise.all([flushAll(sandbox, here.env), flushAll(sandbox, elsewhere)]);
    tracker.setFaults(noFaults);
    const faults = tracker.requests.filter(({ fault }) => fault !== null).length;
    const byFinding = issuesByFinding(tracker.issues);
    const duplicates = tracker.issues.filter(isDuplicate);

    const before = snapshot(tracker.issues);
    const again = reportOf(await sandbox.run(args, { env: here.env, limitMs: 600_000 }));
    const after = snapshot(tracker.issues);

    const moving = Math.max(1, Math.floor(count / 20));
    const edits = Array.from({ length: moving }, (_, n) => ({
      [`C${n}`]: {
        edits: [{ file: `src/part${Math.floor(n / perFile)}.js`, find: `badNumber${n} `, replace: `goodNumber${n} ` }],
      },
    }));
    const fixing = filing(sandbox, {
      ...input,
      findings: input.findings.slice(0, moving),
      tracker: tracker.env,
      name: 'fixer',
      verify: 'true',
      set: ['limits.cycles=1', 'fix.mode=batch', ...withoutGates],
      scenario: { findings: Object.assign({}, ...edits) },
    });
    await sandbox.run([...fixing.args, '--json'], { env: fixing.env, limitMs: 600_000 });
    const moved = new Set(again.findings.filter(({ code }) => Number(code.slice(1)) < moving).map(({ id }) => id));
    const ofMoved = (): FakeIssue[] =>
      tracker.issues.filter((issue) => !isDuplicate(issue) && moved.has(findingOf(issue) ?? ''));
    const closedWhenFixed = ofMoved().filter(({ open }) => !open).length;
    await sandbox.run([...fixing.args, '--json', '--set', 'limits.cycles=0'], { env: fixing.env, limitMs: 600_000 });

    return {
      findings: count,
      requests: tracker.requests.length,
      faults,
      kills: both[0] + both[1],
      lost: again.findings.filter(({ id }) => !byFinding.has(id)).length,
      doubled: [...byFinding.values()].filter((issues) => issues.length > 1).length,
      duplicatesClosed: duplicates.filter(({ open }) => !open).length,
      duplicatesOpen: duplicates.filter(({ open }) => open).length,
      newOnSecondRun: after.length - before.length,
      changedOnSecondRun: before.filter((text, index) => text !== after[index]).length,
      closedWhenFixed,
      reopened: ofMoved().filter(({ open }) => open).length,
      expectedToMove: moving,
      invalid: tracker.invalid.length,
    };
  } finally {
    await tracker.close();
    sandbox.dispose();
  }
};

/** What every campaign has to come to. */
export const soundFigures = ({ expectedToMove }: Figures): Partial<Figures> => ({
  lost: 0,
  doubled: 0,
  duplicatesOpen: 0,
  newOnSecondRun: 0,
  changedOnSecondRun: 0,
  closedWhenFixed: expectedToMove,
  reopened: expectedToMove,
  invalid: 0,
});
