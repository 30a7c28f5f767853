/** New functions that do nothing. */
import { type FunctionAt, statementsOf } from '../functions.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';

/** New functions without anything in them, which the patch calls where work should be done. */
export const emptyNewcomers = (
  added: readonly FunctionAt[],
  lines: readonly string[],
  changes: readonly SourceChange[],
): Seen[] =>
  added.flatMap(({ path, name, unit, body }) => {
    const isFree = /^function_(?:item|declaration|definition)$/.test(unit.node.kind) && unit.outer === null;
    const isClass = changes.some(({ after }) => after?.state.text.includes(`${name}.prototype`) === true);
    if (!isFree || isClass || body === null || statementsOf(body).length > 0) return [];
    const isCalled = lines.some((text) => text.includes(`${name}(`) && !/\b(?:fn|func|function|def)\b/.test(text));
    if (!isCalled) return [];
    return [{ rule: 'function-emptied', path, line: unit.node.line, about: `calls \`${name}\`, which does nothing` }];
  });
