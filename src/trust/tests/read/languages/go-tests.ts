/** Tests of Go: the testing package, testify suites, Ginkgo. */
import { isLambda } from '../../../syntax/kinds.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Unit } from '../../model.ts';
import { argumentsOf, calleeNames } from '../calls.ts';
import { declared, type Declared, helperOf } from '../declared.ts';

const isTest = (name: string): boolean => /^(?:Test|Fuzz|Example|Benchmark)(?![a-z])/.test(name) && name !== 'TestMain';

/** The runner takes functions by what they are given, too. */
const isGivenTest = (node: SyntaxNode, name: string): boolean =>
  node.kind === 'method_declaration' ||
  name.startsWith('Example') ||
  (node.field('type_parameters') === null && /\*\s*(?:\w+\.)?[TFB]\s*\)$/.test(node.field('parameters')?.text ?? ''));

const ginkgo = /^(?:[FXP])?(?:It|Describe|Context|When|Specify|DescribeTable|Entry|By)$/;

const called = (call: SyntaxNode): Declared | null => {
  const names = calleeNames(call);
  const args = argumentsOf(call);
  const last = names.at(-1) ?? '';
  const title = (args[0]?.text ?? '').replaceAll(/^["`]|["`]$/g, '').slice(0, 300);
  if (names.length === 2 && last === 'Run' && args.length === 2 && args.some(isLambda))
    return declared('test', title, call);
  if (!ginkgo.test(last) || !args.some(isLambda)) return null;
  const kind = /It|Specify|Entry/.test(last) ? 'test' : 'group';
  return declared(kind, title, call, { marks: [{ text: last, line: call.line }] });
};

/** `check := func(…) { … }` */
const namedLiteral = (node: SyntaxNode): Declared | null => {
  const holder = node.parent?.parent;
  const isNamed = holder?.kind === 'short_var_declaration' || holder?.kind === 'var_spec';
  return isNamed ? helperOf(node, holder.children[0]?.text ?? '') : null;
};

/** It runs no tests, or says that all is well whatever they say. */
const isMuteMain = ({ text }: SyntaxNode): boolean => !/\.Run\(\)/.test(text) || /os\.Exit\(0\)/.test(text);

export const goTest = (node: SyntaxNode, unit: Unit): Declared | null => {
  if (node.kind === 'call_expression') return called(node);
  if (node.kind === 'func_literal') return namedLiteral(node);
  if (node.kind !== 'function_declaration' && node.kind !== 'method_declaration') return null;
  const name = node.field('name')?.text ?? '';
  if (name === 'TestMain' && isMuteMain(node))
    return declared('hook', name, node, { marks: [{ text: 'skip: TestMain', line: node.line }] });
  if (name === 'TestMain' || name === 'init' || /^Setup(?:Test|Suite)$/.test(name)) return declared('hook', name, node);
  const isFound = isTest(name) && isGivenTest(node, name) && unit.kind === 'file';
  return isFound ? declared('test', name, node) : helperOf(node, name);
};
