/** The name by which a test calls what it was given to assert with, whatever it is. */
import { isLambda } from '../../../syntax/kinds.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Unit } from '../../model.ts';
import { argumentsOf } from '../calls.ts';

/** The first parameter of the function that a test is declared with. */
export const testerOf = (call: SyntaxNode): string | null => {
  const body = argumentsOf(call).findLast(isLambda);
  const single = body?.field('parameter');
  if (single?.kind === 'identifier') return single.text;
  const [first] = (body?.field('parameters')?.children ?? []).filter(({ isNamed }) => isNamed);
  const name = first?.kind === 'identifier' ? first : first?.field('pattern');
  return name?.kind === 'identifier' ? name.text : null;
};

const deepest = 20;

export const isTesterIn = (name: string, unit: Unit): boolean => {
  let each: Unit | null = unit;
  for (let depth = 0; each !== null && depth < deepest; depth += 1) {
    if (each.tester === name) return true;
    each = each.parent;
  }
  return false;
};

/** A call on it, as if it had its usual name. */
export const plainly = (text: string, unit: Unit): string => {
  const [, start = '', name = ''] = /^((?:await\s+)?)([A-Za-z_$][\w$]*)\s*[.[]/.exec(text) ?? [];
  if (name === '' || name === 't' || !isTesterIn(name, unit)) return text;
  return `${start}t${text.slice(start.length + name.length)}`;
};
