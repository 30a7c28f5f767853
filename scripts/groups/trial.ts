/** One trial: Fixpoint runs once over a scenario, as a user would run it; gives what it came to. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Report } from '../../src/model/report.ts';
import type { Case } from './cases.ts';
import { type Accepted, partedTwos, problemsOf } from './judge.ts';
import { makePlace, type Place, type Together } from './place.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

export type Trial = {
  /** Of the verification command, the untouched start included; without the probe. */
  runs: number;
  /** Whether verification was also tried on broken files, as is done where there is no cage. */
  probes: number;
  flaky: number;
  accepted: string[];
  problems: string[];
  /** Twos that only pass together, and are two commits of one group. */
  parted: number;
  seconds: number;
  /** Where to look, when there are problems. */
  folder: string;
};

const run = promisify(execFile);

export const runTrial = async (program: string, of: Case, seed: number, together: Together): Promise<Trial> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-groups-')));
  const scenario = scenarioOf(of, seed);
  const place = makePlace(folder, of, scenario, together);
  const began = performance.now();
  const outcome = await outcomeOf(program, place, scenario).catch(failed);
  const seconds = (performance.now() - began) / 1_000;
  const log = linesOf(join(folder, 'runs/log'));
  const flaky = linesOf(join(folder, 'runs/log.flaky')).length;
  const probes = log.filter((said) => said === 'probe').length;
  if (outcome.problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return { runs: log.length - probes, probes, flaky, ...outcome, seconds, folder };
};

type Outcome = Pick<Trial, 'accepted' | 'problems' | 'parted'>;

/** A run that ends with an error is one more problem: the campaign goes on. */
const failed = (error: unknown): Outcome => ({ accepted: [], parted: 0, problems: [String(error)] });

const outcomeOf = async (program: string, place: Place, scenario: Scenario): Promise<Outcome> => {
  const heads = await fix(program, place);
  const report = Report.parse(JSON.parse((await started(program, place, ['report', '--json'])).stdout));
  const found = await acceptedIn(place, report, heads);
  return {
    accepted: found.fixed.map(({ title }) => title),
    parted: partedTwos(scenario, found),
    problems: [...problemsOf(scenario, found), ...(await failureOf(place, report))],
  };
};

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

/** Everything fixed, or something left over: both are fine here. */
const expectedCodes = new Set([0, 2]);

const Failed = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

const started = async (program: string, { root, env }: Place, args: readonly string[]): Promise<{ stdout: string }> => {
  try {
    return await run(program, args, { cwd: root, env, maxBuffer: 2 ** 30 });
  } catch (error) {
    const failed = Failed.safeParse(error);
    if (failed.success && expectedCodes.has(failed.data.code)) return failed.data;
    throw error;
  }
};

const HeadAccepted = z.object({ type: z.literal('head.accepted'), head: z.object({ commit: z.string() }) });

/** The heads that counted, one after the other. */
const fix = async (program: string, place: Place): Promise<string[]> => {
  const at = (name: string): string => join(place.folder, name);
  const args = ['fix', '--from', at('findings.json'), '--config', at('fixpoint.json'), '--jsonl'];
  const { stdout } = await started(program, place, args);
  return stdout
    .split('\n')
    .filter((line) => line.includes('head.accepted'))
    .flatMap((line) => HeadAccepted.safeParse(JSON.parse(line)).data?.head.commit ?? []);
};

const git = async ({ root, env }: Place, ...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: root, env, maxBuffer: 2 ** 30 })).stdout;

/** What the branch holds, read with git alone. */
const acceptedIn = async (place: Place, report: Report, heads: readonly string[]): Promise<Accepted> => {
  const fixed = report.findings.filter(({ status }) => status === 'fixed');
  const titles = report.findings.map(({ title }) => title);
  if (report.branch === null) return { fixed, titles, commits: [], heads, files: {} };
  const log = await git(place, 'log', '--reverse', '--format=%H%x00%B%x01', `${report.start}..${report.branch}`);
  const commits = log
    .split('\u0001')
    .map((entry) => entry.trim().split('\0'))
    .flatMap(([id = '', message = '']) => (id === '' ? [] : [{ id, findings: findingsOf(message) }]));
  const names = (await git(place, 'ls-tree', '-r', '--name-only', report.branch)).trim().split('\n');
  const texts = await Promise.all(
    names.map(async (name) => [name, await git(place, 'show', `${report.branch}:${name}`)]),
  );
  return { fixed, titles, commits, heads, files: Object.fromEntries(texts) };
};

const findingsOf = (message: string): string[] =>
  [...message.matchAll(/^Fixpoint-Finding: (.+)$/gm)].map(([, id = '']) => id);

/** The command passes on a clone of the branch, whatever the report says. Its log has the truth where it is flaky. */
const failureOf = async (place: Place, { branch }: Report): Promise<string[]> => {
  if (branch === null) return [];
  const [clone, log] = [join(place.folder, 'clone'), join(place.folder, 'clone.log')] as const;
  await git(place, 'clone', '-q', '--branch', branch, place.root, clone);
  await run('sh', [join(place.folder, 'runs/check.sh'), log], { cwd: clone }).catch(() => {});
  return linesOf(log).includes('passed') ? [] : ['the branch does not pass'];
};
