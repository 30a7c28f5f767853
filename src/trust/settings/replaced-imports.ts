/** What a library gives, replaced for everybody by a function of the patch: whoever calls it gets something else. */
import type { Remark } from '../../model/remark.ts';
import { asksFor } from '../asked.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import { isFunction } from '../syntax/kinds.ts';
import { importedIn } from '../syntax/imported.ts';
import { nodesOf, type SyntaxNode } from '../syntax/node.ts';
import { isTestFile } from '../test-files.ts';
import { addedLines } from '../text/added-lines.ts';

const asked = /\b(?:polyfill|monkey|shim|instrument\w*|patch(?:es|ed|ing)?)\b/i;

/** Functions and classes that the file itself declares. */
const declaredIn = (root: SyntaxNode): Set<string> =>
  new Set(
    [...nodesOf(root)]
      .filter((node) => isFunction(node) || /^class_(?:definition|declaration)$/.test(node.kind) || isLocal(node))
      .flatMap((node) => node.field('name')?.text ?? []),
  );

const isLocal = (node: SyntaxNode): boolean => {
  const value = node.kind === 'variable_declarator' ? node.field('value') : null;
  return value !== null && (isFunction(value) || value.kind === 'class');
};

const isCallable = (value: SyntaxNode | null, declared: ReadonlySet<string>): boolean =>
  value !== null && (isFunction(value) || value.kind === 'class' || declared.has(value.text));

type Replaced = { owner: SyntaxNode; member: string; value: SyntaxNode | null; line: number };

const assigned = (node: SyntaxNode): Replaced | null => {
  const left = /^assignment(?:_expression)?$/.test(node.kind) ? node.field('left') : null;
  const owner = left?.field('object') ?? null;
  const member = left?.field('attribute') ?? left?.field('property') ?? left?.field('index') ?? null;
  if (owner === null || member === null) return null;
  return { owner, member: member.text.replaceAll(/["'`]/g, ''), value: node.field('right'), line: node.line };
};

const setters = /^(?:setattr|Object\.defineProperty|Reflect\.(?:set|defineProperty))$/;

const setByCall = (node: SyntaxNode): Replaced | null => {
  const list = setters.test(node.field('function')?.text ?? '') ? node.field('arguments') : null;
  const [owner, member, value] = list?.children.filter(({ isNamed }) => isNamed) ?? [];
  if (owner === undefined || member === undefined || value === undefined) return null;
  const made = [...nodesOf(value)].find(isFunction) ?? value;
  return { owner, member: member.text.replaceAll(/["'`]/g, ''), value: made, line: node.line };
};

const rootOf = (node: SyntaxNode): SyntaxNode => {
  let each = node;
  for (let next = each.field('object'); next !== null; next = each.field('object')) each = next;
  return each;
};

const replacedIn = (state: FileState): Replaced[] => {
  const root = state.tree()?.root;
  if (root === undefined) return [];
  const [imported, declared] = [importedIn(root), declaredIn(root)];
  return [...nodesOf(root)]
    .flatMap((node) => assigned(node) ?? setByCall(node) ?? [])
    .filter(({ owner, value }) => imported.has(rootOf(owner).text) && isCallable(value, declared));
};

/** Somebody calls it by this name: it is no hook that waits for a function. */
const isUsed = (member: string, { files, tests }: ReadPatch): boolean =>
  [...files.map(({ before }) => before?.text ?? ''), ...tests.map(({ text }) => text)].some(
    (text) => text.includes(`.${member}(`) || text.includes(` ${member}(`),
  );

const inFile = (file: ReadFile, patch: ReadPatch): Remark[] => {
  const { after, path } = file;
  if (after === null || !/\.(?:pyi?|[cm]?[jt]sx?)$/.test(path) || isTestFile(path)) return [];
  const fresh = new Set(addedLines(file));
  return replacedIn(after)
    .filter(({ line, member }) => fresh.has(line) && isUsed(member, patch))
    .map(({ line, member, owner }) => ({
      gate: 'settings',
      rule: 'library-replaced',
      file: path,
      line,
      message: `“${owner.text.slice(0, 40)}.${member.slice(0, 40)}” is replaced for everybody who calls it`,
      accepted: 'code that calls something else where it needs something else',
    }));
};

export const replacedImports = (patch: ReadPatch): Remark[] =>
  asksFor(patch.findings, asked) ? [] : patch.files.flatMap((file) => inFile(file, patch));
