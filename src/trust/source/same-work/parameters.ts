/** Parameters that come with a patch and change nothing: nobody has to give them, or nobody looks at them. */
import { replacedIn, timesUsed } from './names.ts';
import { isLeaf, mapped, type Term } from './term.ts';

type Default = { name: string; value: Term };

const isPlain = ({ op }: Term): boolean => /^(?:word|number|text)$/.test(op);

/** `{ strict = false } = {}`: what its names are where nobody gives them; null where one is not known. */
const optionsOf = ({ op, args: [bound, given] }: Term): Default[] | null => {
  if (op !== 'parameter' || bound?.op !== 'object_pattern' || given?.op !== 'object' || given.args.length > 0)
    return null;
  const found = bound.args.map(({ op: kind, args }): Default | null => {
    const [name, value] = [args[0], args.at(-1)];
    return kind === 'object_assignment_pattern' && name !== undefined && value !== undefined && isPlain(value)
      ? { name: name.text, value }
      : null;
  });
  return found.every((each) => each !== null) ? found : null;
};

const isUnused = ({ op, args: [bound] }: Term, body: Term, isNew: (name: string) => boolean): boolean =>
  op === 'parameter' &&
  bound !== undefined &&
  isLeaf(bound, 'id') &&
  isNew(bound.text) &&
  timesUsed(body, bound.text) === 0;

/** Functions without new options, each as it is where it is not given, and without what they do not look at. */
export const withoutIdleParameters = (whole: Term, isNew: (name: string) => boolean): Term => {
  const inner = mapped(whole, (part) => withoutIdleParameters(part, isNew));
  const [given, body, ...rest] = inner.args;
  if (inner.op !== 'function' || inner.text === '' || given === undefined || body === undefined) return inner;
  const fresh = given.args.filter((each) => optionsOf(each)?.every(({ name }) => isNew(name)) === true);
  const values = fresh.flatMap((each) => optionsOf(each) ?? []);
  const done = values.reduce((part, { name, value }) => replacedIn(part, name, value), body);
  const kept = given.args.filter((each) => !fresh.includes(each) && !isUnused(each, done, isNew));
  return { ...inner, args: [{ ...given, args: kept }, done, ...rest] };
};
