/** The functions that a walk names, as the parser sees them, and what stands in them. */
import ts from 'typescript';
import { type Import, importsOf } from '../figures/imports.ts';
import { readSources, type Source } from '../figures/sources.ts';

const sources = new Map(readSources().map((source) => [source.path, source]));

export const sourceOf = (file: string): Source | undefined => sources.get(file);

const importsIn = new Map<string, Import[]>();

const imports = (file: string): Import[] => {
  const known = importsIn.get(file) ?? importsOf(sources.get(file) ?? { path: file, text: '', tree: emptyTree });
  importsIn.set(file, known);
  return known;
};

const emptyTree = ts.createSourceFile('empty.ts', '', ts.ScriptTarget.Latest, true);

/** Every node below, itself included. */
export const nodesIn = (node: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    nodes.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return nodes;
};

const isMember = (node: ts.Node): node is ts.MethodDeclaration | ts.PropertyAssignment | ts.PropertyDeclaration =>
  ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);

const topLevel = ({ tree }: Source, name: string): ts.Node | undefined =>
  tree.statements
    .flatMap((statement): (ts.VariableDeclaration | ts.ClassDeclaration)[] => {
      if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations];
      return ts.isClassDeclaration(statement) ? [statement] : [];
    })
    .find((declaration) => declaration.name?.getText() === name);

/** A function or class of the file, or `outer.inner`: a member anywhere in it. */
export const functionIn = (file: string, name: string): ts.Node | undefined => {
  const source = sources.get(file);
  if (!source || name === 'top level') return source?.tree;
  const [outer = '', inner] = name.split('.');
  const found = topLevel(source, outer);
  if (!found || inner === undefined) return found;
  return nodesIn(found).find((node) => isMember(node) && node.name.getText() === inner);
};

/** The last name of what is called: `x` in `x()`, `a.x()`, `a?.x()` and `new x()`. */
const calledName = (node: ts.Node): string | undefined => {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
};

export const calls = (node: ts.Node, name: string): boolean => nodesIn(node).some((each) => calledName(each) === name);

export const mentions = (node: ts.Node, name: string): boolean =>
  nodesIn(node).some((each) => ts.isIdentifier(each) && each.text === name);

/** Whether the name means the same function in this file: it is declared in it, or comes from there. */
export const isKnownIn = (file: string, name: string, target: string): boolean => {
  if (file === target) return true;
  const brings = ({ names }: Import): boolean => names === undefined || names.includes(name) || names.includes('*');
  return imports(file).some(
    (each) =>
      (each.to === target && brings(each)) ||
      (each.to !== file && brings(each) && imports(each.to).some((next) => next.to === target && brings(next))),
  );
};

/** Whether `key: 'value'` is written there. */
export const writes = (node: ts.Node, key: string, value: string): boolean =>
  nodesIn(node).some(
    (each) =>
      ts.isPropertyAssignment(each) &&
      each.name.getText() === key &&
      nodesIn(each.initializer).some((part) => ts.isStringLiteral(part) && part.text === value),
  );

/** What stands under a `case` or a key of this name, anywhere in the file. */
export const branchesOf = (file: string, name: string): ts.Node[] => {
  const source = sources.get(file);
  if (!source) return [];
  return nodesIn(source.tree).filter(
    (node) =>
      (ts.isCaseClause(node) && ts.isStringLiteral(node.expression) && node.expression.text === name) ||
      (isMember(node) && (ts.isStringLiteral(node.name) ? node.name.text : node.name.getText()) === name),
  );
};

/** What a list or table of functions is made of; it may stand in the file, or come from elsewhere. */
export const listNamed = (file: string, name: string): { file: string; node: ts.Node } | undefined => {
  const own = sources.get(file);
  const node = own && topLevel(own, name);
  if (node) return { file, node };
  const origin = imports(file).find(({ names }) => names?.includes(name));
  const there = origin && sources.get(origin.to);
  const found = there && topLevel(there, name);
  return found && { file: origin.to, node: found };
};

/** Whether a type of this name has such a member; it may be put together out of others. */
export const portHas = (type: string, member: string): boolean =>
  [...sources.values()].some(({ tree }) =>
    tree.statements.some(
      (statement) =>
        ts.isTypeAliasDeclaration(statement) &&
        statement.name.text === type &&
        nodesIn(statement.type).some(
          (node) => (ts.isPropertySignature(node) || ts.isMethodSignature(node)) && node.name.getText() === member,
        ),
    ),
  );

type Member = { file: string; node: ts.Node };

let members: Map<string, Member[]> | undefined;

/** Every file is gone through once, and only when somebody asks. */
const allMembers = (): Map<string, Member[]> =>
  Map.groupBy(
    [...sources.values()].flatMap(({ path, tree }) =>
      nodesIn(tree)
        .filter((node) => isMember(node) || ts.isShorthandPropertyAssignment(node))
        .map((node) => ({ file: path, node })),
    ),
    ({ node }) => (isMember(node) || ts.isShorthandPropertyAssignment(node) ? node.name.getText() : ''),
  );

/** Members of this name in any file: what may stand behind a port. */
export const membersNamed = (name: string): Member[] => (members ??= allMembers()).get(name) ?? [];
