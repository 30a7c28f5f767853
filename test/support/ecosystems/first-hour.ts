/** The first hour in one project: `init --yes` writes what is there, and a run with `--yes` ends in a branch that passes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { Sandbox } from '../sandbox.ts';
import { isThere } from './machine.ts';
import { inShell } from './open-project.ts';
import type { EcosystemProject } from './project.ts';

type Command = string | string[];
type Written = {
  verify?: { setup?: Command[]; commands?: Command[] };
  reviewers?: { command: Command; cwd?: string }[];
};

/** The program that a command starts: behind folders and variables. */
const programOf = (command: Command): string => {
  const words = typeof command === 'string' ? command.replace(/^cd \S+ && /, '').split(' ') : command;
  return words.find((word) => !/^\w+=/.test(word)) ?? '';
};

const inProject = /^(?:\.venv|node_modules|vendor)\//;

/** Each is on the search path, in the repository, or made by set-up. */
const expectPrograms = (box: Sandbox): void => {
  const { verify, reviewers }: Written = parse(box.read('fixpoint.yaml'));
  const commands = [
    ...(verify?.setup ?? []),
    ...(verify?.commands ?? []),
    ...(reviewers ?? []).map((each) => each.command),
  ];
  expect(commands.length).toBeGreaterThan(0);
  for (const program of commands.map(programOf))
    expect(inProject.test(program) || existsSync(join(box.root, program)) || isThere(program), program).toBe(true);
};

const expectPassingBranch = async (box: Sandbox, branch: string | null | undefined, passes: string): Promise<void> => {
  const clone = join(box.folder, 'clone');
  box.git('clone', '--quiet', '--branch', branch ?? '', box.root, clone);
  await expect(inShell(box, clone, passes)).resolves.toBeDefined();
};

export const firstHour = async (
  box: Sandbox,
  project: EcosystemProject,
  args: readonly string[] = ['run'],
): Promise<void> => {
  const cwd = join(box.root, project.from ?? '.');
  expect(await box.run(['init', '--yes'], { cwd })).toMatchObject({ code: 0 });
  expectPrograms(box);
  box.git('clean', '--quiet', '--force');
  const agent = project.agent === undefined ? [] : ['--agent-command', project.agent];
  const { ended, report } = await box.report([...args, '--yes', ...agent], { cwd, limitMs: 240_000 });
  for (const shown of project.shows) expect(ended.stderr).toMatch(shown);
  expect(report, ended.stderr.slice(-3_000)).toMatchObject({ status: 'clean', totals: { fixed: project.fixed } });
  await expectPassingBranch(box, report.branch, project.passes);
};

/** Real package managers, compilers and linters one after the other; a busy machine takes its time. */
export const firstHourLimit = 300_000;

export const firstHourSays = 'found, written down, fixed and proven with no other input';
