/** Tests of Python: pytest and unittest. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import { isFunction } from '../../../syntax/kinds.ts';
import { nodesOf, type SyntaxNode } from '../../../syntax/node.ts';
import type { Mark, Unit } from '../../model.ts';
import { argumentsOf } from '../calls.ts';
import { declared, type Declared, helperOf, markOf } from '../declared.ts';

const decoratorsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.parent?.kind === 'decorated_definition' ? node.parent.children.filter(({ kind }) => kind === 'decorator') : [];

const isTable = (decorator: SyntaxNode): boolean =>
  /^@[\w.]*(?:parametrize|parameterized|data|unpack|example|expand|params)\b/.test(decorator.text.slice(0, 60));

const tablesOf = (decorators: readonly SyntaxNode[]): SyntaxNode[] =>
  decorators.filter(isTable).flatMap((decorator) => {
    const call = decorator.children.find(({ kind }) => kind === 'call');
    return call === undefined
      ? []
      : argumentsOf(call)
          .filter(({ kind }) => !/^(?:string|keyword_argument)$/.test(kind))
          .slice(0, 20);
  });

const marksOf = (decorators: readonly SyntaxNode[]): Mark[] => decorators.filter((each) => !isTable(each)).map(markOf);

/** Classes that a runner takes for tests, as far as their heads say. */
const classUnit = (node: SyntaxNode): Declared => {
  const name = node.field('name')?.text ?? '';
  const bases = node.field('superclasses')?.text ?? '';
  const isCollected = name.startsWith('Test') || /\w/.test(bases);
  const marks = marksOf(decoratorsOf(node));
  return declared('group', name, node, {
    marks: isCollected ? marks : [...marks, { text: 'not collected', line: node.line }],
  });
};

const isCase = (name: string, unit: Unit): boolean =>
  (/^test/i.test(name) && (unit.kind === 'file' || unit.kind === 'group')) ||
  (/^(?:it|should|describe)_/.test(name) && unit.kind !== 'test');

/** Hooks that choose which tests are run, or what their results are. */
const choosing = pattern(
  '',
  /^/,
  anyOf(
    /load_tests|pytest_collection_modifyitems|pytest_ignore_collect/,
    /pytest_runtest_\w+/,
    /pytest_pyfunc_call|pytest_sessionfinish|pytest_collect\w*|pytest_itemcollected|pytest_deselected/,
  ),
  /$/,
);

const isHook = (name: string, decorators: readonly SyntaxNode[]): boolean =>
  /^(?:setUp|tearDown|setup_|teardown_|asyncSetUp|pytest_|setUpClass|setup$|load_tests$)/.test(name) ||
  decorators.some(({ text }) => /^@[\w.]*fixture\b[\s\S]*autouse/.test(text));

const ownNodes = (node: SyntaxNode): SyntaxNode[] => [
  ...nodesOf(node.field('body') ?? node, (each) => !isFunction(each) || each === node),
];

/** Functions by the name of a test that no runner goes through: fixtures, generators, what nobody awaits. */
const isNotRun = (node: SyntaxNode, decorators: readonly SyntaxNode[]): boolean => {
  if (decorators.some(({ text }) => /^@[\w.]*fixture\b/.test(text))) return true;
  const own = ownNodes(node);
  if (own.some(({ kind }) => kind === 'yield')) return true;
  const isAsync = node.children[0]?.kind === 'async';
  return isAsync && decorators.length === 0 && !own.some(({ kind }) => kind === 'await' || kind === 'async');
};

const testUnit = (name: string, node: SyntaxNode, decorators: readonly SyntaxNode[]): Declared => {
  const notRun = isNotRun(node, decorators) ? [{ text: 'not collected', line: node.line }] : [];
  return declared('test', name, node, { marks: [...marksOf(decorators), ...notRun], tables: tablesOf(decorators) });
};

export const pythonTest = (node: SyntaxNode, unit: Unit): Declared | null => {
  if (node.kind === 'class_definition') return classUnit(node);
  if (node.kind === 'lambda' && node.parent?.kind === 'assignment')
    return helperOf(node, node.parent.field('left')?.text ?? '');
  if (node.kind !== 'function_definition') return null;
  const name = node.field('name')?.text ?? '';
  const decorators = decoratorsOf(node);
  if (isCase(name, unit)) return testUnit(name, node, decorators);
  if (choosing.test(name)) return declared('hook', name, node, { marks: [{ text: `skip: ${name}`, line: node.line }] });
  if (isHook(name, decorators)) return declared('hook', name, node);
  return helperOf(node, name);
};

/** Of two tests of one name in one place, only the last is there. */
export const noteShadowed = (units: readonly Unit[]): void => {
  const last = new Map(units.filter(({ kind }) => kind === 'test').map((unit) => [unit.path, unit]));
  for (const unit of units)
    if (unit.kind === 'test' && last.get(unit.path) !== unit)
      unit.skips.push({ text: 'not collected: another one has its name', line: unit.line });
};
