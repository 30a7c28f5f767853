/** Who imports which name from where, types and imports at run time included. */
import ts from 'typescript';
import { resolved, type Source } from './sources.ts';

/** Undefined names: all of them, as with `import *`, `export *` and a dynamic import. */
export type Import = { from: string; to: string; names: string[] | undefined };

const namesIn = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): string[] =>
  elements.map(({ propertyName, name }) => (propertyName ?? name).text);

const importedNames = ({ importClause }: ts.ImportDeclaration): string[] | undefined => {
  if (!importClause) return [];
  const { name, namedBindings } = importClause;
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return undefined;
  return [...(name ? ['default'] : []), ...namesIn(namedBindings?.elements ?? [])];
};

const reexportedNames = ({ exportClause }: ts.ExportDeclaration): string[] | undefined =>
  exportClause && ts.isNamedExports(exportClause) ? namesIn(exportClause.elements) : undefined;

/** `const { a, b } = await import('…')` uses a and b; every other dynamic import may use all. */
const awaitedNames = (call: ts.CallExpression): string[] | undefined => {
  const declaration = ts.isAwaitExpression(call.parent) ? call.parent.parent : call.parent;
  if (!ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(declaration.name)) return undefined;
  const { elements } = declaration.name;
  return elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
};

const typeNames = ({ qualifier }: ts.ImportTypeNode): string[] | undefined =>
  qualifier && ts.isIdentifier(qualifier) ? [qualifier.text] : undefined;

type Found = { specifier: ts.Node | undefined; names: string[] | undefined };

const importAt = (node: ts.Node): Found | undefined => {
  if (ts.isImportDeclaration(node)) return { specifier: node.moduleSpecifier, names: importedNames(node) };
  if (ts.isExportDeclaration(node)) return { specifier: node.moduleSpecifier, names: reexportedNames(node) };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { specifier: node.arguments[0], names: awaitedNames(node) };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, names: typeNames(node) };
  }
  return undefined;
};

/** Every import of a file; what leads to another file is named by its path. */
export const importsOf = ({ path, text, tree }: Source): Import[] => {
  const imports: Import[] = [];
  const hasNested = /\bimport\(/.test(text);
  const visit = (node: ts.Node): void => {
    const found = importAt(node);
    if (found?.specifier && ts.isStringLiteralLike(found.specifier)) {
      const { text } = found.specifier;
      imports.push({ from: path, to: resolved(path, text) ?? text, names: found.names });
    }
    if (hasNested || node === tree) ts.forEachChild(node, visit);
  };
  visit(tree);
  return imports;
};

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const declaredNames = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
};

/** The values a file exports by declaring them; what it only passes on belongs to another file. */
export const valuesExportedBy = ({ tree }: Source): string[] =>
  tree.statements.filter(isExported).flatMap(declaredNames);

type Visit = { index: number; lowest: number };

/** Groups of files that import each other in a circle (Tarjan). */
export const cyclesIn = (imports: readonly Import[]): string[][] => {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const visits = new Map<string, Visit>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): Visit => {
    const own: Visit = { index: visits.size, lowest: visits.size };
    visits.set(file, own);
    stack.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (!targets.has(to)) continue;
      const earlier = visits.get(to);
      if (!earlier) own.lowest = Math.min(own.lowest, visit(to).lowest);
      else if (stack.includes(to)) own.lowest = Math.min(own.lowest, earlier.index);
    }
    if (own.lowest === own.index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group.toSorted());
    }
    return own;
  };
  for (const file of targets.keys()) if (!visits.has(file)) visit(file);
  return cycles;
};
