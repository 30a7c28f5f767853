/** A plan that a person may have edited: read before anything is created, and corrected like any other plan (3.6). */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { RunEvent } from '../../model/event.ts';
import type { DraftFinding, Finding, ReadProblem } from '../../model/finding.ts';
import { correctPlan } from '../../stages/plan/correct.ts';
import { type PlanFiles, readPlanFiles } from '../../stages/plan/read-plan-files.ts';
import { masterFile } from '../../stages/plan/todo-files.ts';
import { InputError } from '../../model/expected.ts';
import { own } from '../../plain/shape.ts';
import type { Files } from '../../ports/files.ts';
import type { App } from '../app.ts';
import type { FixOptions } from '../options.ts';
import type { Place } from './place.ts';

export type PlannedFindings = Pick<PlanFiles, 'steps' | 'todos'> & {
  /** What it says about its branch, as it was written; undefined for nothing. */
  branch: unknown;
  findings: DraftFinding[];
  problems: ReadProblem[];
  /** As they were read: kept with the run (3.2). */
  files: { name: string; text: string }[];
};

/** Undefined where none was named. */
export const readPlanOf = async (
  app: Pick<App, 'files'>,
  { plan }: Pick<FixOptions, 'plan'>,
  place: Place,
): Promise<PlannedFindings | undefined> => (plan === undefined ? undefined : readPlan(await app.files(), plan, place));

const readPlan = async (
  { readInput, isThere }: Pick<Files, 'readInput' | 'isThere'>,
  named: string,
  { cwd }: Place,
): Promise<PlannedFindings> => {
  const file = isThere(resolve(cwd, named, masterFile)) ? join(named, masterFile) : named;
  const path = resolve(cwd, file);
  const files: PlannedFindings['files'] = [];
  const read = async (name: string, at: string, keptAs: string): Promise<string> => {
    const text = (await readInput(name, at)).toString('utf8');
    files.push({ name: `plan/${keptAs}`, text });
    return text;
  };
  const master = parse(await read(file, path, masterFile), file);
  const readFile = (name: string): Promise<string> =>
    read(name, isAbsolute(name) ? name : resolve(dirname(path), name), basename(name));
  const { steps, todos, problems } = await readPlanFiles(master, readFile);
  const placed = problems.map((problem) => ({ ...problem, place: `${file}: ${problem.place}` }));
  if (steps.length === 0)
    throw new InputError(
      `${file} holds no plan: ${placed[0]?.message ?? 'it has no execution_steps'}. ` +
        `\`fixpoint plan\` writes one as master_todo.json.`,
    );
  const findings = todos.map(({ code, finding }) => ({ ...finding, code }));
  return { steps, todos, files, problems: placed, findings, branch: branchIn(master) };
};

/** An empty name is none. */
const branchIn = (master: unknown): unknown => {
  const name = own(master, 'branch_name') ?? undefined;
  return name === '' ? undefined : name;
};

const parse = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}. Correct it, or plan again.`,
    );
  }
};

/** The steps as they are carried out; whatever had to be corrected is said. */
export const planEvent = ({ steps, todos }: PlannedFindings, findings: readonly Finding[]): RunEvent => {
  const byCode = new Map(findings.map(({ code, id }) => [code, id]));
  return {
    type: 'plan.made',
    round: 0,
    by: 'file',
    file: `plan/${masterFile}`,
    ...correctPlan(steps, findings),
    todos: Object.fromEntries(
      todos.flatMap(({ code, notes }) => {
        const id = byCode.get(code);
        return id === undefined ? [] : [[id, notes]];
      }),
    ),
  };
};
