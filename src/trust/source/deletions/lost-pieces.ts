/** Functions and files that are gone. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { type FunctionAt, statementsOf } from '../functions.ts';
import type { Seen } from '../seen.ts';
import { isPublic } from './public-functions.ts';
import { shareKept } from './telling-lines.ts';

/** A getter or setter: its field tells as much. */
const isAccessor = (body: SyntaxNode): boolean =>
  statementsOf(body).length <= 1 &&
  body.end - body.start < 120 &&
  /^\{?\s*(?:return\s+)?[\w.$]+(?:\s*=\s*\w+)?;?\s*\}?$/.test(body.text);

const lostFunctions = (lost: readonly FunctionAt[], added: ReadonlySet<string>): Seen[] =>
  lost
    .filter(
      (old) =>
        old.body !== null && !isAccessor(old.body) && isPublic(old) && shareKept(old.unit.node.text, added) < 0.5,
    )
    .map(({ path, name, unit }) => ({
      rule: 'function-deleted',
      path,
      line: unit.node.line,
      about: `deletes \`${name}\` without anything in its place`,
      before: true,
    }));

const deletedFiles = (changes: readonly SourceChange[], added: ReadonlySet<string>): Seen[] =>
  changes
    .filter(({ before, after }) => before !== null && after === null && shareKept(before.state.text, added) < 0.5)
    .map(({ path }) => ({ rule: 'file-deleted', path, line: 1, about: 'deletes the file', before: true }));

/** Of a patch that is no rewrite: functions and files that are gone. */
export const lostPieces = (
  lost: readonly FunctionAt[],
  changes: readonly SourceChange[],
  added: ReadonlySet<string>,
): Seen[] => [...lostFunctions(lost, added), ...deletedFiles(changes, added)];
