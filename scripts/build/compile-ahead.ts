/**
 * Has the functions of a bundle compiled when it is loaded. Node keeps compiled code between two starts, but only what
 * is compiled by then, and V8 puts off each function until it is called: all but those in parentheses.
 */
import { parseAst } from 'rolldown/parseAst';

type Statement = ReturnType<typeof parseAst>['body'][number];
type Range = { start: number; end: number };

/** `const name = () => …`, as nearly all of ours are. Whatever is written inside of them waits for its call. */
const arrowsIn = (statement: Statement): Range[] => {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => (init?.type === 'ArrowFunctionExpression' ? [init] : []));
};

export const compileAhead = (code: string): string => {
  let [result, at] = ['', 0];
  for (const { start, end } of parseAst(code).body.flatMap(arrowsIn)) {
    result += `${code.slice(at, start)}(${code.slice(start, end)})`;
    at = end;
  }
  return result + code.slice(at);
};
