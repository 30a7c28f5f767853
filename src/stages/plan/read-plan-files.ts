/** Reads a plan back that was written as files, and that a person may have edited since. */
import { posix } from 'node:path';
import type { DraftFinding, Finding, ReadProblem } from '../../model/finding.ts';
import type { TodoNotes } from '../../model/todo.ts';
import { readTodo } from './read-todo.ts';
import { cleanText, textOr } from '../../plain/clean-text.ts';
import { asArray, firstText, isObject, own } from '../../plain/shape.ts';
import { inStepOrder } from './step-order.ts';
import { todoFileName } from './todo-files.ts';

export type PlannedTodo = { code: string; finding: Finding | DraftFinding; notes: TodoNotes };

export type PlanFiles = {
  /** Codes, in the order of the plan; also those whose todo could not be read. */
  steps: { reason: string; names: string[] }[];
  todos: PlannedTodo[];
  problems: ReadProblem[];
};

/** Reads a file by its name beside the master, or by the path that the master gives; rejects when it cannot be read. */
export type ReadTodoFile = (name: string) => Promise<string | Uint8Array>;

const longestReason = 500;
const longestCode = 200;
const largestFile = 4_000_000;
const again = 'correct it, or write the plan anew with "fixpoint plan"';

/**
 * `master`: the parsed master_todo.json. Never rejects: what cannot be read is a problem with its place and what to do.
 */
export const readPlanFiles = async (master: unknown, readFile: ReadTodoFile): Promise<PlanFiles> => {
  const plan: PlanFiles = { steps: [], todos: [], problems: [] };
  const steps = own(master, 'execution_steps');
  if (!Array.isArray(steps)) {
    plan.problems.push({
      place: 'master_todo',
      message: 'it has no list "execution_steps": name the master_todo.json that "fixpoint plan" wrote',
    });
    return plan;
  }
  const seen: Seen = { codes: new Set(), ids: new Set() };
  for (const [index, step] of inStepOrder(steps).entries()) {
    const place = `step ${index + 1}`;
    const issues = own(step, 'issues');
    if (!Array.isArray(issues))
      plan.problems.push({ place, message: 'it has no list "issues": give it one, or take the step out' });
    const names: string[] = [];
    for (const [n, issue] of asArray(issues).entries()) {
      const code = await readIssue(issue, { place: `${place}, issue ${n + 1}`, plan, seen, readFile });
      if (code !== undefined) names.push(code);
    }
    plan.steps.push({ reason: textOr(own(step, 'reason'), '', longestReason), names });
  }
  return plan;
};

type Seen = { codes: Set<string>; ids: Set<string> };
type Context = { place: string; plan: PlanFiles; seen: Seen; readFile: ReadTodoFile };

/** The code of the issue; its todo is added to the plan. */
const readIssue = async (issue: unknown, { place, plan, seen, readFile }: Context): Promise<string | undefined> => {
  const code = typeof issue === 'string' ? issue.trim() : firstText(issue, ['code', 'issue_code']);
  if (code === undefined || code === '' || code.length > longestCode) {
    plan.problems.push({ place, message: 'it has no "code": give it that of its fix_todo file, or take it out' });
    return undefined;
  }
  // Named again: the plan is corrected further on, which says so.
  if (seen.codes.has(code.toLowerCase())) return code;
  seen.codes.add(code.toLowerCase());
  const file = firstText(issue, ['todo_file']) ?? todoFileName(code);
  const content = await readJson(file, readFile);
  if ('problem' in content) {
    plan.problems.push({ place: `${place} (${code})`, message: `${cleanText(file, longestCode)} ${content.problem}` });
    return code;
  }
  const say = (message: string): void => void plan.problems.push({ place: cleanText(file, longestCode), message });
  const todo = readTodo(content.value, code, say);
  if (todo !== null) plan.todos.push({ code, ...withOwnIdentity(todo, code, seen.ids) });
  return code;
};

/** A todo that was copied to make another of it still holds the finding that it was copied from: this is a new one. */
const withOwnIdentity = (
  todo: { finding: Finding | DraftFinding; notes: TodoNotes },
  code: string,
  ids: Set<string>,
): { finding: Finding | DraftFinding; notes: TodoNotes } => {
  if (!('id' in todo.finding)) return todo;
  const { id, anchor: _, ...draft } = todo.finding;
  if (draft.code.toLowerCase() === code.toLowerCase() && !ids.has(id)) {
    ids.add(id);
    return todo;
  }
  return { ...todo, finding: { ...draft, code } };
};

/** Beside the master first: the recorded path is often that of a machine which is gone. */
const readJson = async (file: string, readFile: ReadTodoFile): Promise<{ value: unknown } | { problem: string }> => {
  const path = file.replaceAll('\\', '/');
  if (!path.toLowerCase().endsWith('.json'))
    return { problem: 'does not end in .json: name the fix_todo file of the issue' };
  for (const name of new Set([posix.basename(path), path])) {
    const content = await readFile(name).catch(() => null);
    if (content !== null) return parse(content);
  }
  return {
    problem: `is not there, neither beside the master_todo nor under this path: put it there, or take the issue out`,
  };
};

/** A parser's message would quote the file, which may be any file that the master names. */
const parse = (content: string | Uint8Array): { value: unknown } | { problem: string } => {
  if (content.length > largestFile) return { problem: `is larger than ${largestFile / 1_000_000} MB: ${again}` };
  try {
    const text =
      typeof content === 'string'
        ? content.replace(/^\uFEFF/, '')
        : new TextDecoder('utf-8', { fatal: true }).decode(content);
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { problem: `holds no JSON object: ${again}` };
  } catch {
    return { problem: `is not JSON: ${again}` };
  }
};
