/** Texts that a function puts together by a format, as texts that are joined: `format("a %s", b)` is `"a " + b`. */
import { leaf, type Term, term } from '../term.ts';

const isFormatting = (callee: Term | undefined): boolean => {
  const [of, name] = callee?.args ?? [];
  return callee?.op === 'member' && /^(?:String format|fmt Sprintf|util format)$/.test(`${of?.text} ${name?.text}`);
};

/** Every place is one for a text as it is: others may write it in another way. */
const plainPlace = /%[sv]/g;
const anyPlace = /%[^%]/g;

const filledIn = (format: string, values: readonly Term[]): Term | null => {
  const places = format.match(plainPlace) ?? [];
  if (places.length === 0 || places.length !== values.length || format.match(anyPlace)?.length !== places.length)
    return null;
  const pieces = format.split(plainPlace);
  return term('joined', ...pieces.flatMap((piece, at) => [leaf('text', piece), ...values.slice(at, at + 1)]));
};

/** `"a {}".format(b)`. */
const filledByMethod = ([callee, ...values]: readonly Term[]): Term | null => {
  const [of, name] = callee?.args ?? [];
  if (callee?.op !== 'member' || of?.op !== 'text' || name?.text !== 'format' || /[%]/.test(of.text)) return null;
  return /\{[^}]/.test(of.text) ? null : filledIn(of.text.replaceAll('{}', '%s'), values);
};

export const unformatted = (part: Term): Term => {
  if (part.op !== 'call') return part;
  const [callee, format, ...values] = part.args;
  const filled = isFormatting(callee) && format?.op === 'text' ? filledIn(format.text, values) : null;
  return filled ?? filledByMethod(part.args) ?? part;
};
