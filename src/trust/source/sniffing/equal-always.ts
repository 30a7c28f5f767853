/** Types that claim to be equal to everything, or to be whatever is asked for. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { type Fact, factAt, textOf } from '../facts.ts';
import { statementsOf } from '../functions.ts';
import type { Place } from '../places.ts';

const comparing = pattern(
  '',
  /(?:^|\.)/,
  anyOf(
    /__eq__|__ne__|__lt__|__le__|__gt__|__ge__|__contains__|__instancecheck__|__subclasscheck__/,
    /equals|Equals?|eq|ne|partial_cmp|cmp|compareTo|compare|isEqual|isEqualTo|Is|asymmetricMatch/,
    /\[Symbol\.hasInstance\]/,
  ),
  /$/,
);

const converting = /(?:^|\.)(?:__bool__|__hash__|hashCode|valueOf|toJSON|\[Symbol\.toPrimitive\])$/;

const constant = /^(?:return\s+)?(?:true|True|false|False|-?\d+)\s*;?$/;

const isConstant = (body: SyntaxNode): boolean => {
  const [only, ...more] = statementsOf(body);
  if (only === undefined || more.length > 0) return false;
  return only.end - only.start < 80 && constant.test(textOf(only));
};

/** Uses of the other one that say nothing about what it holds. */
const emptyUses = pattern(
  'g',
  anyOf(
    /isinstance\([^()]*\)/,
    /\w+\s+instanceof\s+\w+(?=\s*(?:[);&|?]|$))/,
    /typeof\s+\w+/,
    /size_of_val\(\w+\)/,
    /type\(\w+\)/,
    /\w+\.getClass\(\)/,
    /\w+\s*[!=]==?\s*(?:null|undefined|nil)/,
    /\w+ is (?:not )?None/,
  ),
);

const otherNames = (node: SyntaxNode): string[] =>
  (/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(node.field('parameters')?.text ?? '')?.[1] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^(?:final|mut|ref)\s+/, ''))
    .filter((part) => !/^&?(?:mut\s+)?(?:self|cls|this)\b/.test(part))
    .flatMap((part) => part.match(/[A-Za-z_]\w*/g) ?? []);

/** It never looks at what it is compared with. */
const isBlind = (node: SyntaxNode, body: SyntaxNode): boolean => {
  if (body.end - body.start > 2_000) return false;
  const words = new Set(body.text.replaceAll(emptyUses, '').match(/[A-Za-z_]\w*/g) ?? []);
  return !otherNames(node).some((name) => words.has(name) && !/^[A-Z]|^(?:int|bool|object|error|any)$/.test(name));
};

/** A class that hands out a different value each time. */
const isTricky = (body: SyntaxNode): boolean => /\+\+|\+= ?1/.test(body.text.slice(0, 500));

export const alwaysEqual = (place: Place): Fact | null => {
  const { node, unit } = place;
  const body = unit !== null && unit.node === node && unit.isFunction ? node.field('body') : null;
  if (unit === null || body === null) return null;
  const isMethod = unit.outer !== null || node.kind.startsWith('method_');
  const isSilly =
    (comparing.test(unit.name) && isMethod && isBlind(node, body)) ||
    (converting.test(unit.name) && (isConstant(body) || isTricky(body)));
  if (!isSilly) return null;
  return factAt('always-equal', place, `gives \`${unit.name}\` the same answer whatever it is compared with`);
};
