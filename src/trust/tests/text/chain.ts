/** A chain of calls, link by link: `expect(a).not.toBe(b)`, `assert.equal(a, b)`, `assert_eq!(a, b)`. */
import { argumentsIn, closing } from './scan.ts';

export type Link = { name: string; args: readonly string[] | null };

const start = /\s*(?:(?:await|return|yield|new|let|const|var|_\s*=|_\s*:?=|go|defer|void)\s+)*/y;
const namePattern = /\s*[@$&*]*[\p{L}_$][\p{L}\p{N}_$]*[!?]?/uy;
const generics = /\s*(?:::)?<[^()"'`]{0,200}>(?=\()/y;
const joint = /\s*(?:\?\.|!\.|\.|->|::|\s+(?=(?:eq|be|match|include|raise_error|eql|have_\w+|contain_\w+|be_\w+)\b))/y;

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

type Read = { link: Link; end: number };

const brackets = (text: string, at: number): { args: string[] | null; index: string; end: number } => {
  let end = at;
  let index = '';
  let args: string[] | null = null;
  while (text[end] === '(' || text[end] === '[') {
    if (args !== null) break;
    const close = closing(text, end);
    if (text[end] === '(') args = argumentsIn(text.slice(end + 1, close));
    else index += text.slice(end, close + 1);
    end = close + 1;
  }
  return { args, index, end };
};

const readLink = (text: string, at: number): Read | null => {
  const name = matchAt(namePattern, text, at);
  if (name === '') return null;
  const afterName = at + name.length + matchAt(generics, text, at + name.length).length;
  const blank = name.endsWith('!') ? matchAt(/\s*/y, text, afterName).length : 0;
  const { args, index, end } = brackets(text, afterName + blank);
  return { link: { name: name.trim().replace(/^[&*]+/, '') + index, args }, end };
};

/** `t['throws'](…)`, as old parsers want it, is `t.throws(…)`. */
const named = /^(\s*(?:await\s+)?[\p{L}_$][\w$]*)\[\s*(["'])([\p{L}_$][\w$]*)\2\s*\](?=\()/u;

/** Null where the text is not one chain from its beginning to its end. */
export const chainOf = (given: string): Link[] | null => {
  const text = given.replace(named, '$1.$3');
  const links: Link[] = [];
  let at = matchAt(start, text, 0).length;
  for (let count = 0; count < 200; count += 1) {
    const read = readLink(text, at);
    if (read === null) return null;
    links.push(read.link);
    const step = matchAt(joint, text, read.end);
    if (step === '') return /^[\s;?!]*$/.test(text.slice(read.end)) ? links : null;
    at = read.end + step.length;
  }
  return null;
};

export const chainText = (links: readonly Link[]): string =>
  links.map(({ name, args }) => (args === null ? name : `${name}(${args.join(', ')})`)).join('.');
