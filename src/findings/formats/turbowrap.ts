/** Findings of seed T: fix_todo objects, or a master_todo whose steps name the files that hold them. */
import { posix } from 'node:path';
import { decodeText } from '../read/decode.ts';
import { readFixTodo } from './fix-todo.ts';
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { asArray, isObject, own } from '../../plain/shape.ts';

const isFixTodo = (value: unknown): boolean => typeof own(value, 'issue_code') === 'string';

/** The file beside the master first: the recorded path is often that of a machine which is gone. */
const readTodoFile = async (name: string, context: FormatContext): Promise<unknown> => {
  if (!context.readFile) throw new Error('its file can only be read when the master_todo comes from a file');
  const unified = name.replaceAll('\\', '/');
  for (const path of new Set([posix.basename(unified), unified])) {
    const content = await context.readFile(path).catch(() => null);
    if (content !== null) return JSON.parse(decodeText(content, name));
  }
  throw new Error('the file is not there, neither under this path nor beside the master_todo');
};

/** A parser's message would quote the file, which may be any file that the master names. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'it is not JSON';
  return error instanceof Error ? error.message : 'unknown error';
};

const readNamedTodo = async (issue: unknown, place: string, context: FormatContext, into: Collected): Promise<void> => {
  const file = own(issue, 'todo_file');
  if (typeof file !== 'string' || !file.toLowerCase().endsWith('.json')) {
    into.problems.push({ place, message: 'names no todo_file that ends in .json' });
    return;
  }
  try {
    readFixTodo(await readTodoFile(file, context), `${place} ${file}`, context, into);
  } catch (error) {
    into.problems.push({ place, message: `${file} cannot be read: ${reasonOf(error)}` });
  }
};

/** Steps are an order, which `--plan` keeps to, and no groups: the issues of one do not depend on each other. */
const readMaster = async (master: unknown, context: FormatContext): Promise<Collected> => {
  const into: Collected = { findings: [], problems: [] };
  for (const [index, step] of asArray(own(master, 'execution_steps')).entries()) {
    const place = `execution_steps[${index}]`;
    const issues = own(step, 'issues');
    if (!Array.isArray(issues)) into.problems.push({ place, message: 'not a step: it has no list "issues"' });
    for (const [n, issue] of asArray(issues).entries())
      await readNamedTodo(issue, `${place}.issues[${n}]`, context, into);
  }
  return into;
};

export const turbowrap: JsonFormat = {
  of: 'json',
  name: 'turbowrap',
  title: 'fix_todo objects or a master_todo',
  recognises: (value) =>
    isFixTodo(value) ||
    Array.isArray(own(value, 'execution_steps')) ||
    (Array.isArray(value) && value.length > 0 && value.every(isFixTodo)),
  read: (value, context) => {
    if (isObject(value) && Array.isArray(own(value, 'execution_steps'))) return readMaster(value, context);
    const into: Collected = { findings: [], problems: [] };
    if (!Array.isArray(value)) readFixTodo(value, 'fix_todo', context, into);
    for (const [index, todo] of asArray(value).entries()) readFixTodo(todo, `[${index}]`, context, into);
    return into;
  },
};
