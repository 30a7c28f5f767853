/** What is asked of the environment, as it is where nobody sets anything. */
import { leaf, partsOf, type Term } from '../term.ts';

const no = leaf('word', 'false');

const reading = /^(?:getenv|Getenv|getBoolean|getProperty|environ|env|var|var_os|LookupEnv)$/;
const readers = /^(?:process|os|System|Boolean|env|std)$/;

/** `os.Getenv("X")`, `Boolean.getBoolean("x")`, and how scripts say it. */
const isRead = (part: Term): boolean => {
  if (part.op !== 'call' && part.op !== 'member' && part.op !== 'subscript_expression') return false;
  const names = [...partsOf(part)].filter(({ op }) => op === 'id' || op === 'name').map(({ text }) => text);
  return names.some((name) => readers.test(name)) && names.some((name) => reading.test(name)) && names.length < 5;
};

const isSaid = ({ op, text }: Term): boolean => op === 'text' && text !== '';

/** A comparison with some text does not hold, and a condition is not met. */
export const asUnset = (part: Term): Term => {
  const [left, right] = part.args;
  if (part.op === 'binary' && /^===?$/.test(part.text) && left !== undefined && right !== undefined)
    return (isRead(left) && isSaid(right)) || (isRead(right) && isSaid(left)) ? no : part;
  if ((part.op === 'if' || part.op === 'choice') && left !== undefined && isRead(left))
    return { ...part, args: [no, ...part.args.slice(1)] };
  return part.op === 'let' && right !== undefined && isRead(right)
    ? { ...part, args: [part.args[0] ?? no, no, ...part.args.slice(2)] }
    : part;
};
