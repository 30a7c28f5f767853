/** Tests of Java: JUnit 3 to 5, TestNG. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Mark, Unit } from '../../model.ts';
import { declared, type Declared, helperOf, markOf } from '../declared.ts';

const modifiersOf = (node: SyntaxNode): SyntaxNode[] =>
  node.children.find(({ kind }) => kind === 'modifiers')?.children.slice() ?? [];

const testing =
  /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory|ArchTest)\b/;
const table = pattern(
  '',
  /^@(?:\w+\.)*/,
  anyOf(
    /CsvSource|ValueSource|EnumSource|CsvFileSource|Parameters|MethodSource|NullSource/,
    /NullAndEmptySource|EmptySource/,
  ),
  /\b/,
);
const hook = /^@(?:\w+\.)*(?:Before|After)(?:Each|All|Class|Method|Suite|Test)?\b/;

const superclassOf = (unit: Unit): string => /^[^{]*\bextends\s+(\w*TestCase)\b/.exec(unit.text)?.[1] ?? '';

/** Marks, tables of cases, and errors that the annotations of a test expect. */
const partsOf = (annotations: readonly SyntaxNode[], modifiers: readonly SyntaxNode[]): Partial<Declared> => ({
  marks: [
    ...annotations.filter(({ text }) => !table.test(text)).map(markOf),
    ...modifiers.filter(({ text }) => text === 'private' || text === 'static').map(markOf),
  ],
  tables: annotations.filter(({ text }) => table.test(text)),
  claims: annotations.filter(({ text }) => /^@Test\s*\(/.test(text) && /\bexpected\w*\s*=/.test(text)).map(markOf),
});

const methodUnit = (node: SyntaxNode, unit: Unit): Declared | null => {
  const modifiers = modifiersOf(node);
  const annotations = modifiers.filter(({ kind }) => kind.endsWith('annotation'));
  const name = node.field('name')?.text ?? '';
  const isOld = name.startsWith('test') && superclassOf(unit) !== '' && modifiers.some(({ text }) => text === 'public');
  if (annotations.some(({ text }) => hook.test(text)) || (name === 'setUp' && !isOld))
    return declared('hook', name, node);
  if (!isOld && !annotations.some(({ text }) => testing.test(text))) return helperOf(node, name);
  return declared('test', name, node, partsOf(annotations, modifiers));
};

/** Nobody makes an object of an abstract class, unless it is there for others, as its name says. */
const classMark = (modifier: SyntaxNode, name: string): Mark =>
  modifier.text === 'abstract' && !/Abstract|Base/.test(name)
    ? { text: 'not collected', line: modifier.line }
    : markOf(modifier);

export const javaTest = (node: SyntaxNode, unit: Unit): Declared | null => {
  if (node.kind === 'class_declaration') {
    const name = node.field('name')?.text ?? '';
    return declared('group', name, node, { marks: modifiersOf(node).map((each) => classMark(each, name)) });
  }
  if (node.kind === 'method_declaration') return methodUnit(node, unit);
  if (node.kind === 'lambda_expression' && node.parent?.kind === 'variable_declarator')
    return helperOf(node, node.parent.field('name')?.text ?? '');
  return null;
};
