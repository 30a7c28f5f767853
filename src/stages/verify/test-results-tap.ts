/** TAP 13 and 14, with subtests as `node --test` and other producers write them. */
import type { TestResult } from '../../model/verification.ts';
import { distinctNames, joinNames } from './test-results-names.ts';

const point = /^(not )?ok\b(?:\s+\d+)?\s*(?:-\s*)?(.*)$/;
const plan = /^1\.\.\d+(?:\s*#.*)?$/;

type Result = { parts: string[] } & Omit<TestResult, 'name'>;
/** Results by indentation: those of subtests wait for the test that they belong to, which comes behind them. */
type State = { byIndent: Map<number, Result[]>; isTap: boolean; yamlIndent: number | null };

/** Skipped and todo tests did not fail, whatever else they say. */
const directive = /(?<!\\)#\s*(?:skip|todo)/i;

const endOf = (failed: boolean, rest: string): Omit<TestResult, 'name'> =>
  directive.test(rest) ? { passed: true, skipped: true } : { passed: !failed };

const describe = (rest: string): string =>
  rest
    .split(/(?<!\\)#\s*(?:skip|todo|time=)/i, 1)[0]
    ?.replaceAll(/\\([#\\])/g, '$1')
    .trim() ?? '';

const takePoint = (state: State, indent: number, failed: boolean, rest: string): void => {
  const name = describe(rest) || '(unnamed)';
  const children = [...state.byIndent].filter(([depth]) => depth > indent).sort(([a], [b]) => a - b);
  for (const [depth] of children) state.byIndent.delete(depth);
  const results = children
    .flatMap(([, inner]) => inner)
    .map(({ parts, ...result }) => ({ ...result, parts: [name, ...parts] }));
  const siblings = state.byIndent.get(indent) ?? [];
  siblings.push(...results, { parts: [name], ...endOf(failed, rest) });
  state.byIndent.set(indent, siblings);
};

const takeLine = (state: State, line: string): void => {
  const text = line.trimStart();
  const indent = line.length - text.length;
  if (state.yamlIndent !== null) {
    if (text === '...' && indent === state.yamlIndent) state.yamlIndent = null;
    return;
  }
  const found = point.exec(text);
  if (/^TAP version 1[34]$/.test(text) || (plan.test(text) && indent === 0)) state.isTap = true;
  else if (text === '---' && indent > 0) state.yamlIndent = indent;
  else if (/^Bail out!/i.test(text)) takePoint(state, 0, true, text);
  else if (found) takePoint(state, indent, found[1] !== undefined, found[2] ?? '');
};

/** Null when this is not TAP. `root`: the folder that the tests ran in, which is taken out of their names. */
export const readTap = (stdout: string, root?: string): TestResult[] | null => {
  const state: State = { byIndent: new Map(), isTap: false, yamlIndent: null };
  for (const line of stdout.split(/\r?\n/)) takeLine(state, line.trimEnd());
  if (!state.isTap) return null;
  const all = [...state.byIndent].sort(([a], [b]) => a - b).flatMap(([, results]) => results);
  return distinctNames(
    all.map(({ parts, ...result }) => ({ ...result, name: joinNames(parts) })),
    root,
  );
};
