/** Statements in one way of writing each: what is decided, given back and gone through. */
import { negated } from './expressions.ts';
import { block, isLeaf, isSame, mapped, nothing, statementsIn, type Term, term } from './term.ts';

const ends = /^(?:return|throw_statement|raise_statement|(?:break|continue)_(?:statement|expression))$/;

const isEnd = (body: Term): boolean => {
  const last = statementsIn(body).at(-1);
  if (last === undefined) return false;
  return (
    ends.test(last.op) ||
    (last.op === 'if' && [last.args[1], last.args[2]].every((each) => each !== undefined && isEnd(each)))
  );
};

/** What is worked out for a condition that decides nothing. */
const effectsOf = (condition: Term): Term[] => {
  if (condition.op === 'call' || condition.op === 'await' || condition.op === 'assign') return [condition];
  return condition.args.flatMap(effectsOf);
};

const turnedSigns = /^(?:!==?|not in|is not)$/;

const simplifyIf = (part: Term): Term => {
  const [condition = nothing, yes = nothing, no = nothing] = part.args;
  if (isLeaf(condition, 'word') && /^(?:true|false)$/.test(condition.text)) return condition.text === 'true' ? yes : no;
  if (isSame(yes, no)) return block([...effectsOf(condition), yes]);
  const isTurned =
    (condition.op === 'unary' && condition.text === '!') ||
    (condition.op === 'binary' && turnedSigns.test(condition.text)) ||
    (condition.op === 'binary' && condition.text === '<=' && no.args.length > 0);
  return isTurned || yes.args.length === 0 ? term('if', negated(condition), no, yes) : part;
};

/** `return c ? a : b`, as a decision. */
const decided = (part: Term): Term => {
  const [value] = part.args;
  if (value?.op !== 'choice') return part;
  const [condition = nothing, yes = nothing, no = nothing] = value.args;
  return simplifyIf(term('if', condition, block([decided(term('return', yes))]), block([decided(term('return', no))])));
};

/** What comes after a way out belongs to the other way. */
const nested = (statements: readonly Term[]): Term[] => {
  const at = statements.findIndex(({ op, args }) => op === 'if' && args.slice(1).some((each) => isEnd(each)));
  const found = statements[at];
  if (found === undefined || at === statements.length - 1) return [...statements];
  const [condition = nothing, yes = nothing, no = nothing] = found.args;
  const rest = nested(statements.slice(at + 1));
  const [then, otherwise] = [yes, no].map((each) =>
    isEnd(each) ? each : block(nested([...statementsIn(each), ...rest])),
  );
  return [...statements.slice(0, at), ...statementsIn(simplifyIf(term('if', condition, then ?? yes, otherwise ?? no)))];
};

const isDeclared = ({ op, text }: Term): boolean => op === 'function' && text !== '';

/** Functions that are declared in a block are there from its beginning, also those behind its end. */
const simplifyBlock = (part: Term): Term => {
  const all = block(part.args).args;
  const [hoisted, flat] = [all.filter(isDeclared), all.filter((each) => !isDeclared(each))];
  const end = flat.findIndex(({ op }) => ends.test(op));
  return block([...hoisted, ...nested(end === -1 ? flat : flat.slice(0, end + 1))]);
};

/** The last value of a block, as what is given back. */
const givenBack = (part: Term): Term => {
  const statements = statementsIn(part);
  const last = statements.at(-1);
  const [value] = last?.args ?? [];
  if (last?.op === 'if')
    return block([
      ...statements.slice(0, -1),
      mapped(last, (each) => (each === last.args[0] ? each : givenBack(each))),
    ]);
  if (last?.op !== 'tail' || value === undefined) return part;
  const given = value.op === 'if' ? givenBack(block([value])) : block([decided(term('return', value))]);
  return block([...statements.slice(0, -1), given]);
};

/** `return await f()`, where nothing is caught: what it gives is awaited in any case. */
const unawaited = (part: Term): Term => {
  if (part.op === 'function' || part.op === 'try_statement') return part;
  const [value] = part.args;
  if (part.op === 'return' && value?.op === 'await') return term('return', ...value.args);
  return mapped(part, unawaited);
};

const withoutEnd = (part: Term, end: RegExp): Term => {
  const statements = statementsIn(part);
  const last = statements.at(-1);
  if (last === undefined) return part;
  if (end.test(last.op) && last.args.every(({ op }) => op === 'word')) return block(statements.slice(0, -1));
  if (last.op !== 'if') return part;
  const [condition = nothing, yes = nothing, no = nothing] = last.args;
  return block([
    ...statements.slice(0, -1),
    simplifyIf(term('if', condition, withoutEnd(yes, end), withoutEnd(no, end))),
  ]);
};

const loopEnd = /^continue_/;

const simplifyLoop = (part: Term): Term => {
  const body = part.args.at(-1);
  return body === undefined ? part : { ...part, args: [...part.args.slice(0, -1), withoutEnd(body, loopEnd)] };
};

const bodyEnd = /^return$/;

const simplifyFunction = (part: Term): Term => {
  const [given = nothing, body = nothing, ...rest] = part.args;
  const done = block([unawaited(withoutEnd(givenBack(body), bodyEnd))]);
  return { ...part, args: [given, simplifyBlock(done), ...rest] };
};

/** What a handler of one thing is given and does; null where it says or takes more. */
const handlerOf = (handler: Term | undefined): Term[] | null => {
  const [given, body, ...said] = handler?.op === 'function' ? handler.args : [];
  const [parameter, ...others] = given?.args ?? [];
  const bound = parameter?.args[0];
  const isPlain = bound !== undefined && isLeaf(bound, 'id') && said.length + others.length === 0;
  return isPlain && body !== undefined ? [bound, body] : null;
};

/** `list.forEach((each) => { … })`, as going through it. */
const gone = (part: Term): Term => {
  const [callee, handler, ...more] = part.args;
  const [of, name] = callee?.args ?? [];
  if (callee?.op !== 'member' || of === undefined || name?.text !== 'forEach' || more.length > 0) return part;
  const [bound, body] = handlerOf(handler) ?? [];
  return bound === undefined || body === undefined ? part : { op: 'each', text: '', args: [bound, of, body] };
};

const rules: Readonly<Record<string, (part: Term) => Term>> = {
  if: simplifyIf,
  block: simplifyBlock,
  return: decided,
  each: simplifyLoop,
  for: simplifyLoop,
  while: simplifyLoop,
  function: simplifyFunction,
  call: gone,
};

export const simplifyStatement = (part: Term): Term => rules[part.op]?.(part) ?? part;
