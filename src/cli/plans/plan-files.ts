/** Hands over a plan: its files, where they were asked for, and its steps in words. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { App } from '../../app/app.ts';
import type { Report } from '../../model/report.ts';
import { MasterTodo } from '../../model/todo.ts';
import { printable } from '../../plain/printable.ts';
import { shellWord } from '../../plain/shell-word.ts';
import { count } from '../../views/words/amounts.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../fail.ts';
import type { Io } from '../io.ts';
import type { RunFlags } from '../flags/options.ts';
import { makeRoom } from './edited-plan.ts';

export type PlanFlags = RunFlags & { output?: string };

const stepLines = ({ execution_steps: steps }: MasterTodo): string[] =>
  steps.flatMap(({ step, reason, issues }) => [
    `Step ${step}: ${printable(reason)}`,
    ...issues.map(({ code, todo_file: file }) => `  ${printable(code)}  ${printable(file)}`),
  ]);

/** The files of a plan lie beside its master, under the names that this one gives. */
const copyTo = async (app: App, folder: string, master: string, plan: MasterTodo): Promise<string> => {
  const names = plan.execution_steps.flatMap(({ issues }) => issues.map(({ todo_file: file }) => basename(file)));
  try {
    await mkdir(folder, { recursive: true });
    await makeRoom(app, folder);
    for (const name of [basename(master), ...new Set(names)])
      await copyFile(join(dirname(master), name), join(folder, name));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The plan is made (${master}), but cannot be written to ${folder}: ${why}`);
  }
  return join(folder, basename(master));
};

const planCode = ({ status, stopReason, plan, totals }: Report): number => {
  if (status !== 'clean' && status !== 'leftovers') return exitCode(status);
  return stopReason === null && (plan !== null || totals.total === 0) ? 0 : exitCode('leftovers');
};

/** Prints the steps and says where the files are; a document on standard output stays the only thing there. */
export const concludePlan = async (app: App, report: Report, flags: PlanFlags, io: Io): Promise<number> => {
  const { artifactPath } = await import('../../app/runs/query.ts');
  const door = flags.json === true || flags.jsonl === true || flags.events !== undefined ? io.stderr : io.stdout;
  if (report.plan?.file === undefined || report.plan.file === null) {
    if (planCode(report) === 0) door.say('\nNothing to plan.\n');
    return planCode(report);
  }
  const kept = await artifactPath(app, { run: report.run, name: report.plan.file });
  const plan = MasterTodo.parse(JSON.parse(await readFile(kept, 'utf8')));
  const file = flags.output === undefined ? kept : await copyTo(app, flags.output, kept, plan);
  await door.print({ plan, file, named: flags.output ?? file }, planText);
  return planCode(report);
};

/** `named`: what a command takes for it. */
const planText = ({ plan, file, named }: { plan: MasterTodo; file: string; named: string }): string => {
  const { total_steps: steps, total_issues: findings } = plan.summary;
  const head = `${count(steps, 'step')} for ${count(findings, 'finding')}`;
  const next = `Edit it as you like, then: fixpoint fix --plan ${shellWord(named)}`;
  return `\n${[head, ...stepLines(plan), '', `Plan    ${printable(file)}`, next].join('\n')}\n`;
};
