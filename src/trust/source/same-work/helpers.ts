/** Helpers and constants that come with a patch, put back where their names stand. */
import { isPure } from './inline.ts';
import { replacedIn } from './names.ts';
import { isAnything } from './plainly/truths.ts';
import { block, isLeaf, mapped, partsOf, statementsIn, type Term } from './term.ts';

/** Says something about a name. */
type IsName = (name: string) => boolean;

type Helper = { name: string; given: readonly Term[]; body: Term };

const isPlainParameter = ({ args: [first] }: Term): boolean =>
  first !== undefined && isLeaf(first, 'id') && !/^(?:self|this)$/.test(first.text);

const helperIn = (piece: Term): Helper | null => {
  const found = [...partsOf(piece)].find(({ op, text }) => op === 'function' && text !== '');
  const [given, body] = found?.args ?? [];
  if (found === undefined || given === undefined || body === undefined) return null;
  return {
    name: found.text,
    given: given.args.filter(isPlainParameter).flatMap(({ args: [first] }) => (first === undefined ? [] : [first])),
    body,
  };
};

const calledName = (part: Term): string | null => {
  const [callee] = part.args;
  if (part.op !== 'call' || callee === undefined) return null;
  if (callee.op === 'id' || callee.op === 'name') return callee.text;
  const [of, name] = callee.args;
  return callee.op === 'member' && /^(?:this|self|Self|[A-Z]\w*)$/.test(of?.text ?? '') ? (name?.text ?? null) : null;
};

const filled = ({ given, body }: Helper, call: Term): Term =>
  given.reduce(
    (whole, { text }, at) => replacedIn(whole, text, call.args[at + 1] ?? { op: 'none', text: '', args: [] }),
    body,
  );

/** What it gives, where it does nothing else. */
const valueOf = (body: Term): Term | null => {
  const [only, ...more] = statementsIn(body);
  return only?.op === 'return' && more.length === 0 ? (only.args[0] ?? null) : null;
};

const putBack = (whole: Term, helper: Helper): Term => {
  const inner =
    whole.op === 'return' && isCallOf(whole.args[0], helper) ? whole : mapped(whole, (part) => putBack(part, helper));
  const call = inner.op === 'return' ? inner.args[0] : inner;
  if (call === undefined || !isCallOf(call, helper)) return inner;
  const body = filled(helper, call);
  const value = valueOf(body);
  if (inner.op === 'return') return body;
  return value ?? inner;
};

const isCallOf = (part: Term | undefined, { name }: Helper): boolean => part !== undefined && calledName(part) === name;

const isDone = ({ op }: Term): boolean => op === 'return';

/** A call that stands alone, by all that is done for it. */
const spliced = (whole: Term, helper: Helper): Term => {
  const inner = mapped(whole, (part) => spliced(part, helper));
  if (inner.op !== 'block') return inner;
  return block(
    inner.args.map((each) => {
      const body = isCallOf(each, helper) ? filled(helper, each) : null;
      return body === null || [...partsOf(body)].some(isDone) ? each : body;
    }),
  );
};

const compiling = /^(?:compile|MustCompile|RegExp|new)$/;

/** A pattern that lets everything through: `re.compile(".*")`. Others are costly to make, so it matters where. */
const isPattern = ({ op, args: [callee, text, ...more] }: Term): boolean =>
  op === 'call' &&
  compiling.test((callee?.op === 'member' ? callee.args[1]?.text : callee?.text) ?? '') &&
  text !== undefined &&
  isAnything(text) &&
  more.length === 0;

const constantIn = (piece: Term): { name: string; value: Term } | null => {
  const found = [...partsOf(piece)].find(({ op }) => op === 'let' || op === 'assign');
  const [name, value] = found?.args ?? [];
  const isPlain =
    name !== undefined && value !== undefined && isLeaf(name, 'id') && (isPure(value) || isPattern(value));
  return isPlain ? { name: name.text, value } : null;
};

const namesIn = (whole: Term): Set<string> =>
  new Set([...partsOf(whole)].filter(({ op }) => op === 'id' || op === 'name').map(({ text }) => text));

/** Nobody but this file can call it. */
const isPrivate = (piece: Term, name: string): boolean => {
  const words = new Set(
    [...partsOf(piece)].filter(({ op }) => op === 'word' || op === 'modifiers').map(({ text }) => text),
  );
  return words.has('private') || /^_(?!_)|^#/.test(name);
};

/** The other pieces, with this one in them wherever they name it; null where it stays. */
const withoutPiece = (piece: Term, others: readonly Term[], isOwn: IsName): Term[] | null => {
  const constant = constantIn(piece);
  const helper = helperIn(piece);
  if (helper !== null) {
    const done = others.map((each) => spliced(putBack(each, helper), helper));
    const isUsed = others.some((each) => namesIn(each).has(helper.name));
    const isLeft = done.some((each) => namesIn(each).has(helper.name));
    return isLeft || !(isUsed || isPrivate(piece, helper.name) || isOwn(helper.name)) ? null : done;
  }
  return constant === null ? null : others.map((each) => replacedIn(each, constant.name, constant.value));
};

const nameOf = (piece: Term): string | null => helperIn(piece)?.name ?? constantIn(piece)?.name ?? null;

/** More than a patch that hides something would bring. */
const most = 12;

/** Pieces of the new state, those that are new by name put back into the others; `isOwn`: only its file can call it. */
export const withoutHelpers = (pieces: readonly Term[], isNew: IsName, isOwn: IsName): Term[] => {
  if (pieces.length > most) return [...pieces];
  for (const piece of pieces) {
    const name = nameOf(piece);
    if (name === null || !isNew(name)) continue;
    const rest = withoutPiece(
      piece,
      pieces.filter((each) => each !== piece),
      isOwn,
    );
    if (rest !== null) return withoutHelpers(rest, isNew, isOwn);
  }
  return [...pieces];
};

/** What a parameter is where nobody gives it. */
const defaultOf = ({ op, args }: Term): { name: string; value: Term } | null => {
  const [name, value] = [args[0], args.at(-1)];
  const isPlain =
    op === 'parameter' && args.length > 1 && name !== undefined && value !== undefined && isLeaf(name, 'id');
  return isPlain && /^(?:word|number|text)$/.test(value.op) ? { name: name.text, value } : null;
};

/** Functions without the parameters that came with the patch, and that nobody has to give. */
export const withDefaults = (whole: Term, isNew: (name: string) => boolean): Term => {
  const inner = mapped(whole, (part) => withDefaults(part, isNew));
  const [given, body, ...rest] = inner.args;
  if (inner.op !== 'function' || given === undefined || body === undefined) return inner;
  const fresh = given.args.map(defaultOf).filter((each) => each !== null && isNew(each.name));
  const kept = given.args.filter((each) => !fresh.some((known) => known?.name === each.args[0]?.text));
  const filledIn = fresh.reduce((done, each) => (each === null ? done : replacedIn(done, each.name, each.value)), body);
  return { ...inner, args: [{ ...given, args: kept }, filledIn, ...rest] };
};
