/** Tests of TypeScript and JavaScript: Jest, Vitest, Mocha, Jasmine, AVA, node:test, Playwright, QUnit, tap. */
import { isLambda } from '../../../syntax/kinds.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Mark, Unit } from '../../model.ts';
import { argumentsOf, calleeNames } from '../calls.ts';
import { declared, type Declared, helperOf, markOf } from '../declared.ts';
import { isTesterIn } from './tester.ts';

const testing = /^(?:x|f)?(?:it|test|specify|describe|context|suite|scenario|bench|ftest|xtest)$/;
const grouping = /^(?:x|f)?(?:describe|context|suite|module)$/;
const hooking = /^(?:before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown|suiteSetup)$/;
const hosts = /^(?:Deno|QUnit|t|tap|globalThis|window|vitest|jest)$/;

const aliased =
  /^(?:[\s\S]*\?)?\s*(?:it|test|describe)\b(?:\s*(?:\.\s*\w+|\[\s*["']\w+["']\s*\]|\([^()]*\)))*\s*(?::[\s\S]*)?$/;

/** The names of a test function, aliases replaced; empty where it is none. */
const testNames = (call: SyntaxNode, unit: Unit, file: Unit): string[] => {
  const names = calleeNames(call);
  const [first = '', second = ''] = names;
  if (testing.test(first)) return names;
  if ((hosts.test(first) || isTesterIn(first, unit)) && testing.test(second)) return names.slice(1);
  const chosen = /^\(([\s\S]*\?[\s\S]*)\)$/.exec(first)?.[1];
  if (chosen !== undefined && aliased.test(chosen)) return [...(chosen.match(/\w+/g) ?? []), ...names.slice(1)];
  const alias = file.names.get(first);
  if (typeof alias === 'string' && alias.length < 300 && aliased.test(alias))
    return [...(alias.match(/\w+/g) ?? []), ...names.slice(1)];
  return [];
};

const isTitle = (node: SyntaxNode | undefined): boolean =>
  node !== undefined &&
  /^(?:string|template_string|identifier|member_expression|binary_expression|call_expression)$/.test(node.kind);

const titleOf = (node: SyntaxNode | undefined): string =>
  (node?.text ?? '').replaceAll(/^["'`]|["'`]$/g, '').slice(0, 300);

const eachTables = (call: SyntaxNode): SyntaxNode[] => {
  const inner = call.field('function');
  return inner !== null && inner.kind === 'call_expression' ? argumentsOf(inner) : [];
};

const modifierMarks = (names: readonly string[], call: SyntaxNode, file: Unit): Mark[] => {
  const text = names.filter((name) => name !== 'each' && name !== 'concurrent').join('.');
  return [{ text: `${text}${conditionText(call)}${choiceText(call, file)}`, line: call.line }];
};

/** `isWindows ? it.skip : it`, where a name stands for that, or in the place of the name. */
const choiceText = (call: SyntaxNode, file: Unit): string => {
  const [first = ''] = calleeNames(call);
  const text = first.startsWith('(') ? first.slice(1, -1) : (file.names.get(first) ?? '');
  return text.includes('?') && text.length < 300 ? ` ${text}` : '';
};

/** `test.skipIf(condition)` */
const conditionText = (call: SyntaxNode): string => {
  const inner = call.field('function');
  const isConditional =
    inner !== null && inner.kind === 'call_expression' && /\b(?:skipIf|runIf)\b/.test(inner.text.slice(0, 40));
  return isConditional ? inner.text.slice(0, 300) : '';
};

/** Marked as not to be run yet: `it.todo('…')`, `xit`. */
const isPendingBy = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:todo|skip|fixme|x\w+)$/.test(name)) || /^(?:x|pending)/.test(names[0] ?? '');

/** A call of this name that has neither a title nor anything to run is no test. */
const isDeclaring = (names: readonly string[], args: readonly SyntaxNode[]): boolean => {
  if (args.some((arg) => isLambda(arg) || arg.kind === 'identifier')) return true;
  if (!isTitle(args[0])) return false;
  const [first = ''] = names;
  if (isPendingBy(names)) return true;
  if (args.length < 2 && first !== 'it' && first !== 'test') return false;
  return first !== 'test' || args.length !== 1 || args[0]?.kind === 'string';
};

const testOf = (call: SyntaxNode, unit: Unit, file: Unit): Declared | null => {
  const names = testNames(call, unit, file);
  const args = argumentsOf(call);
  if (names.length === 0 || !isDeclaring(names, args)) return null;
  const options = args.filter((arg) => arg.kind === 'object' || arg.kind === 'number').map(markOf);
  const kind = names.some((name) => grouping.test(name)) ? 'group' : 'test';
  return declared(kind, titleOf(args[0]), call, {
    marks: [...modifierMarks(names, call, file), ...options],
    tables: eachTables(call),
  });
};

/** `Object.defineProperty(x, 'a', { get() {…} })`: nobody calls it by that name. */
const isAccessor = ({ kind, parent, field }: SyntaxNode): boolean => {
  const call = parent?.parent?.parent;
  return (
    kind === 'pair' &&
    /^(?:get|set)$/.test(field('key')?.text ?? '') &&
    call !== null &&
    call !== undefined &&
    /^(?:Object|Reflect)\.defineProp/.test(call.text.slice(0, 40))
  );
};

const functionName = (node: SyntaxNode): string => {
  const own = node.field('name');
  if (own !== null) return own.text;
  const { parent } = node;
  return parent !== null &&
    !isAccessor(parent) &&
    (parent.kind === 'variable_declarator' || parent.kind === 'assignment_expression' || parent.kind === 'pair')
    ? (((parent.field('name') ?? parent.field('left') ?? parent.field('key'))?.text ?? '').split('.').at(-1) ?? '')
    : '';
};

export const scriptTest = (node: SyntaxNode, unit: Unit, file: Unit): Declared | null => {
  if (node.kind === 'call_expression') {
    const test = testOf(node, unit, file);
    if (test !== null) return test;
    const [first = '', second = ''] = calleeNames(node).slice(-2);
    const name = hooking.test(first) ? first : second;
    return hooking.test(name) && argumentsOf(node).some(isLambda) ? declared('hook', name, node) : null;
  }
  if (/^(?:function_declaration|generator_function_declaration|method_definition)$/.test(node.kind) || isLambda(node))
    return helperOf(node, functionName(node));
  return node.kind === 'class_declaration' && unit.kind === 'file'
    ? declared('group', node.field('name')?.text ?? '', node)
    : null;
};
