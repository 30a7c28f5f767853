/** Questions that have the same answer whatever they are asked of, and what is left of a condition without them. */
import { isLeaf, isSame, leaf, type Term } from '../term.ts';

const yes = leaf('word', 'true');
const no = leaf('word', 'false');

const isWord = (part: Term | undefined, text: string): boolean =>
  part !== undefined && isLeaf(part, 'word') && part.text === text;

const nameOf = (part: Term | undefined): string => (part?.op === 'member' ? part.args[1]?.text : part?.text) ?? '';

const measures = /^(?:len|length|size|count|abs|Abs|byteLength)$/;

/** Never less than nought. */
const isMeasure = (part: Term | undefined): boolean =>
  part?.op === 'call' ? measures.test(nameOf(part.args[0])) : part?.op === 'member' && measures.test(nameOf(part));

const isNought = (part: Term | undefined): boolean => part !== undefined && isLeaf(part, 'number') && part.text === '0';

const containers = /^(?:list|array|set|dict|tuple|dictionary|array_creation_expression)$/;

/** A collection that is made there, with nothing in it. */
const isBare = (part: Term | undefined): boolean =>
  part !== undefined &&
  ((containers.test(part.op) && part.args.length === 0) ||
    (part.op === 'call' &&
      part.args.length === 1 &&
      /^(?:set|list|dict|tuple|frozenset|of)$/.test(nameOf(part.args[0]))));

const everything = /^\/?\^?(?:\(\?:)?(?:\.|\[\\s\\S\]|\[\^\])\*\)?\$?\/?[a-z]*$/;
const matching = /^(?:test|match|matches|fullmatch|search|MatchString|Match|is_match)$/;

/** A pattern that lets everything through. */
export const isAnything = (part: Term): boolean =>
  /^(?:text|regex|regex_pattern)$/.test(part.op) ? everything.test(part.text) : part.args.some(isAnything);

const isMatch = (part: Term): boolean => {
  const [callee, ...given] = part.args;
  return (
    part.op === 'call' &&
    matching.test(nameOf(callee)) &&
    [callee, ...given].some((each) => each !== undefined && isAnything(each))
  );
};

/** `x || 1`: never nought. */
const hasAmount = (part: Term | undefined): boolean =>
  [...(part?.args ?? [])].some(
    ({ op, text, args: [, other] }) => op === 'binary' && text === '||' && other?.op === 'number' && !isNought(other),
  );

const settledComparison = ({ text, args: [left, right] }: Term): Term | null => {
  if (text === '<=' && isNought(left) && isMeasure(right)) return yes;
  if (text === '<' && isNought(left) && isMeasure(right) && hasAmount(right)) return yes;
  if (text === '<' && isMeasure(left) && isNought(right)) return no;
  if (text === 'in' && isBare(right)) return no;
  return text === 'not in' && isBare(right) ? yes : null;
};

const isAsked = ({ op }: Term): boolean => op === 'call' || op === 'await' || op === 'assign';

const asksNothing = (part: Term): boolean => !isAsked(part) && part.args.every(asksNothing);

/** What is left of `and` and `or` where one side decides nothing. */
const joined = (part: Term): Term => {
  const [left, right] = part.args;
  if (left === undefined || right === undefined) return part;
  const [idle, decisive] = part.text === '&&' ? ['true', 'false'] : ['false', 'true'];
  if (isWord(left, idle) || isSame(left, right)) return right;
  if (isWord(right, idle) || isWord(left, decisive)) return left;
  return isWord(right, decisive) && asksNothing(left) ? right : part;
};

/** `true ? a : b`. */
const chosen = (part: Term): Term => {
  const [condition, one = part, other = part] = part.args;
  if (isWord(condition, 'true')) return one;
  return isWord(condition, 'false') ? other : part;
};

export const settledTruth = (part: Term): Term => {
  if (part.op === 'choice') return chosen(part);
  if (part.op === 'unary' && part.text === '!' && isWord(part.args[0], 'true')) return no;
  if (part.op === 'unary' && part.text === '!' && isWord(part.args[0], 'false')) return yes;
  if (part.op === 'binary' && /^(?:&&|\|\|)$/.test(part.text)) return joined(part);
  if (part.op === 'binary') return settledComparison(part) ?? part;
  return isMatch(part) ? yes : part;
};
