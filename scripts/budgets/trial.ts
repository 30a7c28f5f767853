/** One run of the built program with agents that lie about what they use, killed and resumed as planned. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedAgent, type ScriptedAgent, type ScriptedCall, type ScriptedStep } from '../../test/fakes/scripted.ts';
import { isFinished, readJournal } from '../crash/journal.ts';
import { killProcessesIn } from '../crash/processes.ts';
import { environmentIn, must } from '../fresh/shell.ts';
import { type Books, keepBooks } from './ledger.ts';
import type { Limits, Plan } from './plan.ts';

/** The command line, such as Node and the bundle. */
export type Program = readonly [string, ...string[]];

export type Trial = { books: Books; problems: string[]; stopped: boolean; killed: number; calls: number };

type Ended = { code: number | null; killed: boolean; output: string };

const start = (program: Program, folder: string, args: readonly string[], killAfter?: number): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [file, ...rest] = program;
    const options = { cwd: join(folder, 'repo'), env: environmentIn(folder) };
    const child = spawn(file, [...rest, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-2_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfter ?? 120_000);
    child.once('error', reject);
    // Not `close`: what it started may live on and hold the pipes.
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') killProcessesIn(folder);
      setImmediate(() => resolve({ code, killed: signal === 'SIGKILL', output }));
    });
  });

const callOf = ({ uses, sleepMs }: Plan, agent: string, code: string): ScriptedCall => {
  const said = uses[agent]?.[code]?.said;
  return { sleepMs, ...(said !== undefined && { usage: said }) };
};

const stepsFor = (plan: Plan, code: string): ScriptedStep[] => {
  const file = `src/${code}.txt`;
  const call = callOf(plan, plan.fixer, code);
  const bad = Array.from({ length: plan.broken[code] ?? 0 }, (_, n) => `${code} BROKEN ${n}\n`);
  const doubted = Array.from({ length: plan.doubted[code] ?? 0 }, (_, n) => `${code} good ${n}\n`);
  return [...bad, ...doubted, `${code} good\n`].map((text) => ({ edits: [{ file, write: text }], call }));
};

const judgeOf = (plan: Plan, agent: string): object => ({
  scores: Object.fromEntries(
    plan.codes.map((code) => {
      const call = callOf(plan, agent, code);
      const doubts = Array.from({ length: plan.doubted[code] ?? 0 }, () => ({ score: 40, call }));
      return [code, [...doubts, { score: 95, call }]];
    }),
  ),
});

const agentsFor = (plan: Plan, folder: string): Map<string, ScriptedAgent> =>
  new Map([
    [
      plan.fixer,
      scriptedAgent(join(folder, plan.fixer), {
        findings: Object.fromEntries(plan.codes.map((code) => [code, stepsFor(plan, code)])),
      }),
    ],
    ...plan.challengers.map(
      (name) => [name, scriptedAgent(join(folder, name), { challenge: judgeOf(plan, name) })] as const,
    ),
  ]);

const flagsFor = ({ stages = {}, ...limits }: Limits): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(limits).map(([key, value]) => [`limits.${key}`, String(value)])),
  ...Object.fromEntries(Object.entries(stages).map(([key, value]) => [`limits.stages.${key}`, String(value)])),
});

const argumentsFor = (plan: Plan, folder: string, agents: ReadonlyMap<string, ScriptedAgent>): string[] => {
  const findings = plan.codes.map((code) => ({
    id: code,
    file: `src/${code}.txt`,
    line: 1,
    severity: 'high',
    title: `problem ${code}`,
    description: `about ${code}`,
  }));
  const from = join(folder, 'findings.json');
  writeFileSync(from, JSON.stringify({ findings, summary: '' }));
  const set: Record<string, string> = {
    ...Object.fromEntries(
      [...agents].map(([name, { command }]) => [
        `agents.${name}`,
        JSON.stringify({ kind: 'command', command, price: plan.price }),
      ]),
    ),
    'challenger.agents': JSON.stringify(plan.challengers),
    'findings.dedup': 'off',
    'fix.concurrency': String(plan.concurrency),
    'limits.cycles': '3',
    sandbox: 'off',
    'verify.commands': JSON.stringify(['! grep -rq BROKEN src']),
    ...flagsFor(plan.limits),
  };
  const flags = Object.entries(set).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  return ['fix', '--from', from, '--agent', plan.fixer, '--quiet', ...flags];
};

const makeRepository = async ({ codes }: Plan, folder: string): Promise<void> => {
  const repo = join(folder, 'repo');
  for (const each of ['repo/src', 'home', 'state']) mkdirSync(join(folder, each), { recursive: true });
  for (const code of codes) writeFileSync(join(repo, `src/${code}.txt`), `${code} bad\n`);
  writeFileSync(join(folder, 'home/.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'begin'],
  ])
    await must(['git', ...args], { cwd: repo, env: environmentIn(folder) });
};

/** Goes on with the run that was killed; one that was killed before its first event is started again. */
const again = (folder: string, first: readonly string[]): readonly string[] => {
  const { run } = readJournal(folder);
  return run === null ? first : ['resume', run, '--quiet'];
};

/** All limits that stand for amounts, so many times. */
const raised = (limits: Limits, factor: number): string[] =>
  Object.entries(limits).flatMap(([key, value]) =>
    typeof value === 'number' ? ['--set', `limits.${key}=${Math.ceil(value * factor)}`] : [],
  );

export const runTrial = async (program: Program, folder: string, plan: Plan): Promise<Trial> => {
  await makeRepository(plan, folder);
  const agents = agentsFor(plan, folder);
  const first = argumentsFor(plan, folder, agents);
  let killed = 0;
  let last: Ended = { code: null, killed: true, output: '' };
  for (const kill of [...plan.kills, undefined]) {
    if (isFinished(readJournal(folder))) break;
    last = await start(program, folder, again(folder, first), kill);
    killed += last.killed ? 1 : 0;
  }
  const stopped = stoppedForBudget(folder);
  if (stopped && plan.more !== null) {
    const { run } = readJournal(folder);
    last = await start(program, folder, ['resume', run ?? '', '--quiet', ...raised(plan.limits, plan.more)]);
  }
  const { events } = readJournal(folder);
  const made = [...agents].flatMap(([agent, { calls }]) =>
    calls().map(({ codes }) => ({ agent, code: codes[0] ?? '' })),
  );
  const books = keepBooks(plan, events, made);
  const problems = [
    ...books.problems,
    ...(isFinished({ events, run: null, runs: [], problems: [] }) ? [] : ['it did not finish']),
  ];
  // A kill may come when all was said and done.
  if (!last.killed && last.code !== 0 && last.code !== 2) problems.push(`it ended with ${last.code}: ${last.output}`);
  return { books, problems, stopped, killed, calls: made.length };
};

/** In the end: one that was killed while it stopped may have come to its end by itself since. */
const stoppedForBudget = (folder: string): boolean =>
  readJournal(folder).events.findLast((event) => event.type === 'run.finished')?.stopReason === 'budget';
