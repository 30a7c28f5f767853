/** One run of the built program on a fresh repository, and the truth about what it handed over. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Report } from '../../src/model/report.ts';
import { scriptedAgent, type ScriptedStep } from '../../test/fakes/scripted.ts';
import { must, run } from '../fresh/shell.ts';
import type { Attempted } from './attempt.ts';
import { environmentFor } from './environment.ts';
import { explanationOf, judge, type Judged, type Truth } from './judge.ts';
import { filesOf, type Plan, type PlannedFinding } from './plan.ts';

/** The command line, such as Node and the bundle. */
export type Program = readonly [string, ...string[]];

export type Trial = { judged: Judged | null; problems: string[] };

type Place = { folder: string; repo: string; options: { cwd: string; env: Record<string, string> } };

const put = (root: string, file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const gitconfig = '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n';

const makePlace = async (folder: string, plan: Plan): Promise<Place> => {
  const repo = join(folder, 'repo');
  const options = { cwd: repo, env: environmentFor(plan.language, folder) };
  for (const [file, text] of Object.entries(filesOf(plan))) put(repo, file, text);
  put(folder, 'home/.gitconfig', gitconfig);
  mkdirSync(join(folder, 'state'));
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'begin'],
  ])
    await must(['git', ...args], options);
  return { folder, repo, options };
};

const stepOf = (attempted: Attempted): ScriptedStep => ({
  edits: [...attempted.edits],
  explanation: explanationOf(attempted),
  ...(attempted.kind === 'refusing' && { outcome: 'blocked' }),
  ...(attempted.trouble && { call: attempted.trouble.call }),
});

const findingOf = ({ language }: Plan, { code, problem, seen }: PlannedFinding): Record<string, unknown> => ({
  id: code,
  file: language.sourcePath(problem),
  line: problem.line,
  severity: 'high',
  title: problem.title,
  description: problem.description,
  ...(seen === 'reproduction' && { reproduction: language.reproducedBy(problem) }),
});

/** Longer than any call takes that does not hang. */
const timeout = '10s';

const settingsOf = (plan: Plan, command: readonly string[]): Record<string, string> => ({
  'agents.scripted': JSON.stringify({ kind: 'command', command, timeout }),
  'findings.dedup': 'off',
  'fix.concurrency': String(plan.concurrency),
  'limits.cycles': String(plan.cycles),
  'limits.attemptsPerFinding': String(plan.cycles),
  sandbox: plan.caged ? 'auto' : 'off',
  'verify.together': plan.together,
  'verify.commands': JSON.stringify([plan.language.verify]),
  ...(plan.findings.some(({ seen }) => seen === 'target') && {
    'verify.targets': JSON.stringify([plan.language.target]),
  }),
  ...(plan.findings.some(({ seen }) => seen === 'reproduction') && {
    'verify.reproduction': JSON.stringify(plan.language.reproduction),
  }),
});

const argumentsFor = (plan: Plan, folder: string): string[] => {
  const agent = scriptedAgent(join(folder, 'agent'), {
    findings: Object.fromEntries(plan.findings.map(({ code, attempts }) => [code, attempts.map(stepOf)])),
  });
  const from = join(folder, 'findings.json');
  const findings = plan.findings.map((finding) => findingOf(plan, finding));
  writeFileSync(from, JSON.stringify({ findings, summary: '' }));
  const flags = Object.entries(settingsOf(plan, agent.command)).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  return ['fix', '--from', from, '--agent', 'scripted', '--json', ...flags];
};

/** A copy of the branch, in which the hidden tests are run, and those of the start as they were. */
const truthOf = async (plan: Plan, { folder, options }: Place, report: Report): Promise<Truth> => {
  const fixed = new Set(report.findings.filter(({ status }) => status === 'fixed').map(({ code }) => code));
  if (report.branch === null) return { solved: new Map(), broken: [] };
  const copy = join(folder, 'truth');
  await must(['git', 'clone', '-q', '-b', report.branch, options.cwd, copy], options);
  const { language } = plan;
  const inCopy = { cwd: copy, env: options.env };
  const solved = new Map<string, boolean>();
  for (const { code, problem } of plan.findings.filter((each) => fixed.has(each.code))) {
    const { path, text, run: line } = language.truth(problem);
    put(copy, path, text);
    solved.set(code, (await run(['sh', '-c', line], inCopy)).code === 0);
  }
  for (const [file, text] of Object.entries(language.files)) put(copy, file, text);
  for (const { problem } of plan.findings) {
    const path = language.testPath(problem);
    put(copy, path, language.testText(problem, problem.tests, path));
  }
  const { code, output } = await run(['sh', '-c', language.verify], inCopy);
  return { solved, broken: code === 0 ? [] : [`what passed at the start fails on the branch: ${output.slice(-300)}`] };
};

const reportIn = (stdout: string): Report | null => {
  try {
    return Report.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
};

/** Also for want of a start that can be compared, where the command tells of no single tests (5.2). */
const hasEnded = ({ language }: Plan, code: number | null, { stopReason }: Report): boolean =>
  code === 0 || code === 2 || (code === 1 && language.tells === false && stopReason === 'baseline');

export const runTrial = async (program: Program, folder: string, plan: Plan): Promise<Trial> => {
  const place = await makePlace(folder, plan);
  const { options } = place;
  const start = await must(['git', 'rev-parse', 'HEAD'], options);
  const ended = await run([...program, ...argumentsFor(plan, folder)], { ...options, limitMs: 180_000 });
  writeFileSync(join(folder, 'report.json'), ended.stdout);
  const report = reportIn(ended.stdout);
  if (report === null || !hasEnded(plan, ended.code, report))
    return { judged: null, problems: [`the run ended with ${ended.code}: ${ended.output.slice(-800)}`] };
  const now = await must(['git', 'rev-parse', 'HEAD'], options);
  const dirty = await must(['git', 'status', '--porcelain', '--ignored'], options);
  const problems = now === start && dirty === '' ? [] : [`the checkout is not as it was: ${dirty}`];
  return { judged: judge(plan, report, await truthOf(plan, place, report)), problems };
};
