/** Code as terms that are the same in all languages, so that what means the same can be written in one way. */

export type Term = {
  /** What it is: `id`, `text`, `number`, `word`, `name` have no parts; all others do. */
  readonly op: string;
  readonly text: string;
  readonly args: readonly Term[];
};

export const term = (op: string, ...args: readonly Term[]): Term => ({ op, text: '', args });

export const leaf = (op: string, text: string): Term => ({ op, text, args: [] });

export const nothing: Term = term('block');

export const isLeaf = ({ args, op }: Term, kind: string): boolean => op === kind && args.length === 0;

/** The same for terms that are the same, and for no others. */
export const show = ({ op, text, args }: Term): string =>
  args.length === 0 ? `${op}:${text}` : `${op}:${text}(${args.map(show).join(',')})`;

export const isSame = (one: Term, other: Term): boolean => show(one) === show(other);

/** A term with another one in the place of each of its parts; the same object where nothing changed. */
export const mapped = (whole: Term, change: (part: Term) => Term): Term => {
  const args = whole.args.map(change);
  return args.every((part, at) => part === whole.args[at]) ? whole : { ...whole, args };
};

/** Itself and all of its parts, outermost first. */
export function* partsOf(whole: Term): Generator<Term> {
  yield whole;
  for (const part of whole.args) yield* partsOf(part);
}

/** From the innermost part outwards. */
export const rewritten = (whole: Term, rule: (part: Term) => Term): Term =>
  rule(mapped(whole, (part) => rewritten(part, rule)));

export const statementsIn = (body: Term): readonly Term[] => (body.op === 'block' ? body.args : [body]);

/** Blocks within blocks are one block. */
export const block = (statements: readonly Term[]): Term =>
  term('block', ...statements.flatMap((each) => (each.op === 'block' ? each.args : [each])));
