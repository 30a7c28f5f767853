/** The names that a file imports, in languages in which a module can be written to. */
import { nodesOf, type SyntaxNode } from './node.ts';

const bindings = new Set(['identifier', 'dotted_name']);
const single = new Set(['aliased_import', 'import_specifier', 'variable_declarator']);

/** The names by which what is imported is known in the file. */
const boundBy = (node: SyntaxNode): string[] => {
  if (single.has(node.kind)) return [(node.field('alias') ?? node.field('name'))?.text ?? ''];
  return node.children.filter(({ kind }) => bindings.has(kind)).map(({ text }) => text);
};

const importKinds = new Set(
  'import_statement import_from_statement aliased_import import_clause import_specifier namespace_import'.split(' '),
);

const isRequired = (node: SyntaxNode): boolean =>
  node.kind === 'variable_declarator' && /^(?:await\s+import|require)\s*\(/.test(node.field('value')?.text ?? '');

const isImport = (node: SyntaxNode): boolean => importKinds.has(node.kind) || isRequired(node);

/** Names that a file has from elsewhere. */
export const importedIn = (root: SyntaxNode): Set<string> =>
  new Set(
    [...nodesOf(root)]
      .filter(isImport)
      .flatMap(boundBy)
      .map((name) => name.split('.')[0] ?? name),
  );
