/** One run against one adversary, as a user would start it, and what became of it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Report } from '../../src/model/report.ts';
import { type Measured, problemsOf } from './judge.ts';
import { makePlace, type Place } from './place.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

export type Trial = {
  seed: number;
  scenario: Scenario;
  report: Report | null;
  measured: Measured | null;
  problems: string[];
  seconds: number;
  /** Where to look, when there are problems. */
  folder: string;
};

const run = promisify(execFile);

export const runTrial = async (program: string, seed: number): Promise<Trial> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-adversary-')));
  const scenario = scenarioOf(seed);
  const began = performance.now();
  const outcome = await outcomeOf(program, makePlace(folder, scenario), scenario).catch((error: unknown) => ({
    report: null,
    measured: null,
    problems: [String(error)],
  }));
  if (outcome.problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return { seed, scenario, ...outcome, seconds: (performance.now() - began) / 1_000, folder };
};

const outcomeOf = async (
  program: string,
  place: Place,
  scenario: Scenario,
): Promise<Pick<Trial, 'report' | 'measured' | 'problems'>> => {
  const report = Report.parse(JSON.parse(await reportOf(program, place)));
  const measured = await measure(place, report, scenario);
  return { report, measured, problems: problemsOf(scenario, report, measured) };
};

const Failed = z.object({ code: z.literal(2), stdout: z.string() });

/** Something left over is fine here; a run that does not end is not. */
const reportOf = async (program: string, { folder, root, env }: Place): Promise<string> => {
  const args = ['run', '--config', join(folder, 'fixpoint.json'), '--json'];
  try {
    return (await run(program, args, { cwd: root, env, maxBuffer: 2 ** 28, timeout: 120_000 })).stdout;
  } catch (error) {
    const failed = Failed.safeParse(error);
    if (failed.success) return failed.data.stdout;
    throw error;
  }
};

const measure = async (place: Place, { start, branch }: Report, scenario: Scenario): Promise<Measured> => {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: place.root, env: place.env })).stdout;
  const commits = branch === null ? '' : await git('rev-list', `${start}..${branch}`);
  return {
    before: await countAt(place, git, start, scenario),
    after: await countAt(place, git, branch ?? start, scenario),
    commits: commits.split('\n').filter(Boolean),
  };
};

/** By the tools themselves, in a folder with the files of that commit. */
const countAt = async (
  { folder }: Place,
  git: (...args: string[]) => Promise<string>,
  revision: string,
  { tools, reviewer }: Scenario,
): Promise<number> => {
  const at = mkdtempSync(join(folder, 'at-'));
  for (const file of (await git('ls-tree', '-r', '--name-only', revision)).trim().split('\n')) {
    mkdirSync(join(at, dirname(file)), { recursive: true });
    writeFileSync(join(at, file), await git('show', `${revision}:${file}`));
  }
  const commands = [
    ...[...tools, 'H'].map((letter) => ['sh', 'tool.sh', letter] as const),
    ...(reviewer ? [[process.execPath, 'reviewer.mjs', reviewer] as const] : []),
  ];
  const counts = await Promise.all(
    commands.map(async ([command, name, arg]) => {
      const { stdout } = await run(command, [join(folder, 'bin', name), arg], { cwd: at });
      return z.object({ findings: z.array(z.unknown()) }).parse(JSON.parse(stdout)).findings.length;
    }),
  );
  return counts.reduce((sum, each) => sum + each, 0);
};
