/** One run of the built program, and everything it said of a tree compared with a fresh clone of that tree. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptedAgent } from '../../test/fakes/scripted.ts';
import { writeFileSync } from 'node:fs';
import { claims, type Said, told } from './events.ts';
import type { Oracle } from './oracle.ts';
import { commitChange, copyTemplate } from './project.ts';
import type { Plan } from './scenario.ts';
import { environmentIn, must, type Ran, run } from './shell.ts';

export type Compared = { passed: number; failed: number; heads: number };
export type Trial = { problems: string[]; compared: Compared };

/** The command line, such as Node and the bundle. */
export type Program = readonly [string, ...string[]];

export type TrialOptions = { program: Program; folder: string; template: string; plan: Plan; oracle: Oracle };

const fakes = fileURLToPath(new URL('../../test/fakes', import.meta.url));

export const runTrial = async ({ program, folder, template, plan, oracle }: TrialOptions): Promise<Trial> => {
  copyTemplate(template, folder);
  if (plan.start) await commitChange(folder, plan.start.change.edits);
  const repo = join(folder, 'repo');
  const options = { cwd: repo, env: environmentIn(folder) };
  const start = await must(['git', 'rev-parse', 'HEAD', 'HEAD^{tree}'], options);
  const ended = await run([...program, ...argumentsFor(plan, folder)], { ...options, limitMs: 300_000 });
  writeFileSync(join(folder, 'events.jsonl'), ended.stdout);
  const trial: Trial = { problems: [], compared: { passed: 0, failed: 0, heads: 0 } };
  const { verdicts, branch, status, message } = told(ended.stdout);
  const tree = start.split('\n').at(-1) ?? '';
  const startPasses = (await oracle.ask({ kind: plan.kind, repo, tree })).passes;
  const objects = globSync('state/fixpoint/*/runs/*/control.git/objects', { cwd: folder }).map((path) =>
    join(folder, path),
  );
  for (const said of verdicts) await compare(said, { plan, repo, objects, oracle, trial });
  if (branch !== null) await compareHead(branch, { plan, repo, oracle, trial, options });
  trial.problems.push(...(await oddities(ended, { startPasses, start, status, message, options })));
  return trial;
};

const argumentsFor = (plan: Plan, folder: string): string[] => {
  const agent = scriptedAgent(join(folder, 'agent'), {
    findings: Object.fromEntries(
      plan.findings.map(({ code, attempts }) => [
        code,
        attempts.map(({ change }) => ({
          edits: [...change.edits],
          ...(change.run !== undefined && { run: change.run }),
        })),
      ]),
    ),
  });
  const findings = plan.findings.map(({ code, slot }) => ({
    id: code,
    file: slot.file,
    line: slot.line,
    severity: 'high',
    title: `problem ${code}`,
    description: `about ${code} in ${slot.file}`,
  }));
  const from = join(folder, 'findings.json');
  writeFileSync(from, JSON.stringify({ findings, summary: '' }));
  const needs = plan.agentCaged ? { needs: { readable: [fakes], writable: [join(folder, 'agent')] } } : {};
  const set = {
    'agents.scripted': JSON.stringify({ kind: 'command', command: agent.command, ...needs }),
    'findings.dedup': 'off',
    'fix.concurrency': String(plan.concurrency),
    'limits.cycles': '2',
    'limits.attemptsPerFinding': '2',
    sandbox: plan.caged ? (plan.agentCaged ? 'on' : 'auto') : 'off',
    'verify.setup': JSON.stringify(plan.kind.setup),
    'verify.commands': JSON.stringify(plan.kind.verify),
  };
  const flags = Object.entries(set).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  return ['fix', '--from', from, '--agent', 'scripted', '--jsonl', ...flags];
};

type Comparing = { plan: Plan; repo: string; oracle: Oracle; trial: Trial };

const compare = async (
  { what, verification }: Said,
  { plan, repo, objects, oracle, trial }: Comparing & { objects: string[] },
): Promise<void> => {
  const claimed = claims(verification);
  if (claimed === null) return;
  const { passes, said } = await oracle.ask({ kind: plan.kind, repo, tree: verification.tree, objects });
  trial.compared[claimed ? 'passed' : 'failed'] += 1;
  if (passes !== claimed)
    trial.problems.push(
      `${what} (tree ${verification.tree}) was found to be ${verification.verdict}${verification.reason === undefined ? '' : ` (${verification.reason})`}; a fresh clone: ${said}`,
    );
};

const compareHead = async (
  branch: string,
  { plan, repo, oracle, trial, options }: Comparing & { options: { cwd: string; env: Record<string, string> } },
): Promise<void> => {
  const tree = await must(['git', 'rev-parse', `${branch}^{tree}`], options);
  const { passes, said } = await oracle.ask({ kind: plan.kind, repo, tree, branch });
  trial.compared.heads += 1;
  if (!passes) trial.problems.push(`${branch} (tree ${tree}) was handed over; a fresh clone: ${said}`);
};

type Circumstances = {
  startPasses: boolean;
  start: string;
  status: string | null;
  message: string;
  options: { cwd: string; env: Record<string, string> };
};

/** What is wrong whatever was verified: a run that did not come to its end, a checkout that is not as it was. */
const oddities = async (
  ended: Ran,
  { startPasses, start, status, message, options }: Circumstances,
): Promise<string[]> => {
  const problems: string[] = [];
  const good = startPasses ? [0, 2] : [0, 1, 2];
  if (status === null || !good.includes(ended.code ?? -1))
    problems.push(
      `the run ended with ${ended.code} (${status ?? 'no status'}: ${message}): ${ended.output.slice(-500)}`,
    );
  const now = await must(['git', 'rev-parse', 'HEAD', 'HEAD^{tree}'], options);
  const dirty = await must(['git', 'status', '--porcelain', '--ignored'], options);
  if (now !== start || dirty !== '' || !existsSync(options.cwd))
    problems.push(`the checkout is not as it was: ${dirty}`);
  return problems;
};
