/** Expressions in one way of writing each: what is compared, added, negated and put together. */
import { binary } from './lower-expressions.ts';
import { isLeaf, isSame, leaf, show, type Term, term } from './term.ts';

const turned: Readonly<Record<string, string>> = { '>': '<', '>=': '<=' };
const opposite: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
};

const numberIn = (part: Term): number | null => {
  if (isLeaf(part, 'number') && /^-?\d+(?:\.\d+)?$/.test(part.text)) return Number(part.text);
  const [inner] = part.args;
  const value = part.op === 'unary' && part.text === '-' && inner !== undefined ? numberIn(inner) : null;
  return value === null ? null : -value;
};

const numberOf = (value: number): Term => leaf('number', String(value));

const notOf = (part: Term): Term => ({ op: 'unary', text: '!', args: [part] });

const negated = (part: Term): Term => {
  const [left, right] = part.args;
  if (part.op === 'unary' && part.text === '!' && left !== undefined) return left;
  if (part.op !== 'binary' || left === undefined || right === undefined) return notOf(part);
  if (part.text === '&&' || part.text === '||')
    return binary(part.text === '&&' ? '||' : '&&', negated(left), negated(right));
  const other = opposite[part.text];
  return other === undefined ? notOf(part) : simplifyBinary(binary(other, left, right));
};

/** Signs of numbers and differences, as what is added: `a - 1` is `a + -1`. */
const addendsOf = (part: Term): Term[] => {
  const [left, right] = part.args;
  if (part.op !== 'binary' || left === undefined || right === undefined) return [part];
  if (part.text === '+') return [...addendsOf(left), ...addendsOf(right)];
  const less = numberIn(right);
  return part.text === '-' && less !== null ? [...addendsOf(left), numberOf(-less)] : [part];
};

const isText = ({ op }: Term): boolean => op === 'text' || op === 'joined';

/** Neighbours among texts are one text. */
const withPiece = (pieces: readonly Term[], piece: Term): readonly Term[] => {
  const last = pieces.at(-1);
  if (isLeaf(piece, 'text') && piece.text === '') return pieces;
  return last?.op === 'text' && piece.op === 'text'
    ? [...pieces.slice(0, -1), leaf('text', last.text + piece.text)]
    : [...pieces, piece];
};

const joined = (pieces: readonly Term[]): Term => {
  const all = pieces.flatMap((each) => (each.op === 'joined' ? each.args : [each]));
  const merged = all.reduce<readonly Term[]>(withPiece, []);
  return merged.length === 1 && merged[0]?.op === 'text' ? merged[0] : term('joined', ...merged);
};

const byText = (one: Term, other: Term): number => (show(one) < show(other) ? -1 : 1);

const summed = (part: Term): Term => {
  const addends = addendsOf(part);
  if (addends.some(isText)) return joined(addends);
  const known = addends.map(numberIn);
  if (known.every((value) => value === null)) return part;
  const sum = known.reduce<number>((all, value) => all + (value ?? 0), 0);
  const rest = addends.filter((_, at) => known[at] === null);
  const [first, ...more] = sum === 0 && rest.length > 0 ? rest : [...rest, numberOf(sum)];
  return more.reduce<Term>((left, right) => binary('+', left, right), first ?? numberOf(0));
};

const commutative = /^(?:[!=]==?|\*|&|\||\^)$/;

const multiplied = (left: Term, right: Term): Term | null => {
  const [one, two] = [numberIn(left), numberIn(right)];
  if (one !== null && two !== null) return numberOf(one * two);
  if (two === 1) return left;
  return one === 1 ? right : null;
};

const lengths = /^(?:length|size|len|count)$/;

/** What a length is asked of. */
const measured = (part: Term): Term | null => {
  const [first, second] = part.args;
  if (part.op === 'call' && first !== undefined) {
    if (isLeaf(first, 'id') && first.text === 'len' && second !== undefined) return second;
    return second === undefined && first.op === 'member' ? measured(first) : null;
  }
  return part.op === 'member' && first !== undefined && lengths.test(second?.text ?? '') ? first : null;
};

const isZero = (part: Term): boolean => numberIn(part) === 0;

/** `len(x) == 0`, `x.length === 0`, `0 < x.size()`. */
const emptiness = ({ text, args: [left, right] }: Term): Term | null => {
  if (left === undefined || right === undefined) return null;
  const [zero, other] = isZero(left) ? [left, right] : [right, left];
  const of = isZero(zero) ? measured(other) : null;
  if (of === null) return null;
  if (/^===?$/.test(text)) return term('empty', of);
  return /^!==?$/.test(text) || (text === '<' && zero === left) ? negated(term('empty', of)) : null;
};

/** `a <= b - 1` is `a < b`. */
const bounded = ({ text, args: [left, right] }: Term): Term | null => {
  const [sum, more] = right?.args ?? [];
  if (left === undefined || right?.op !== 'binary' || right.text !== '+' || sum === undefined || more === undefined)
    return null;
  if (text === '<=' && numberIn(more) === -1) return binary('<', left, sum);
  return text === '<' && numberIn(more) === 1 ? binary('<=', left, sum) : null;
};

const simplifyBinary = (part: Term): Term => {
  const [left, right] = part.args;
  if (left === undefined || right === undefined) return part;
  const other = turned[part.text];
  if (other !== undefined) return simplifyBinary(binary(other, right, left));
  if (part.text === '+' || part.text === '-') return summed(part);
  const product = part.text === '*' ? multiplied(left, right) : null;
  if (product !== null) return product;
  if (part.text === '/' && numberIn(right) === 1) return left;
  const sorted = commutative.test(part.text) ? { ...part, args: [left, right].toSorted(byText) } : part;
  return emptiness(sorted) ?? bounded(sorted) ?? sorted;
};

const asked = /^(?:isEmpty|is_empty|empty\?)$/;

const simplifyCall = (part: Term): Term => {
  const [callee, ...given] = part.args;
  const [of, name] = callee?.args ?? [];
  if (callee?.op === 'member' && of !== undefined && given.length === 0 && asked.test(name?.text ?? ''))
    return term('empty', of);
  const isConcat =
    callee?.op === 'member' && name?.text === 'concat' && of !== undefined && [of, ...given].some(isText);
  return isConcat && of !== undefined ? joined([of, ...given]) : part;
};

const rules: Readonly<Record<string, (part: Term) => Term>> = {
  binary: simplifyBinary,
  call: simplifyCall,
  joined: (part) => joined(part.args),
  unary: (part) => (part.text === '!' && part.args[0] !== undefined ? negated(part.args[0]) : part),
  choice: (part) => {
    const [, yes, no] = part.args;
    return yes !== undefined && no !== undefined && isSame(yes, no) ? yes : part;
  },
};

export const simplifyExpression = (part: Term): Term => rules[part.op]?.(part) ?? part;

export { negated };
