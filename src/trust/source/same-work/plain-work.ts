/** Whether code in a language without a grammar does what it did, by its words and signs. */
import { anyOf, pattern } from '../../../plain/pattern.ts';

const most = 60_000;

const token = pattern(
  'g',
  anyOf(
    /"(?:[^"\\\n]|\\.)*"/,
    /'(?:[^'\\\n]|\\.)*'/,
    // Outside of strings it begins none, however many there are.
    /\\\S/,
    /[$@]*\w+[?!]?(?=[^=]|$)|\w+/,
    /\*\*|\+\+|--|->|=>|::|&&|\|\||<<|>>|[-+*/%|&^=!<>]=+/,
    /[^\s\w]/,
  ),
);

const lineComment = pattern(
  'gm',
  anyOf(/^\s*(?:\/\/|#(?!\s*(?:if|else|elif|endif|define|include)|!)|--\s|\*|\/\*).*$/, /(?<!\s)\s+(?:\/\/|# ).*$/),
);

/** Quotes do not matter where nothing in them is read in another way. */
const unquoted = (word: string): string => (/^'[^'\\$#`]*'$/.test(word) ? `"${word.slice(1, -1)}"` : word);

const tokensOf = (text: string): string[] => (text.replaceAll(lineComment, '').match(token) ?? []).map(unquoted);

/** How closely an operator binds. */
const closeness: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 4,
  '!=': 4,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
  '**': 9,
};

const closing = (tokens: readonly string[], from: number): number => {
  let depth = 0;
  for (let at = from; at < tokens.length && at < from + 200; at += 1) {
    depth += tokens[at] === '(' ? 1 : tokens[at] === ')' ? -1 : 0;
    if (depth === 0) return at;
  }
  return -1;
};

const isWord = (word: string | undefined): boolean => word !== undefined && /[\w"'\])]$/.test(word);

/** A bracket that stands for nothing: what is in it binds closer than what is beside it. */
const isIdleBracket = (tokens: readonly string[], from: number, to: number): boolean => {
  const [left, right] = [tokens[from - 1], tokens[to + 1]];
  if (isWord(left) && left !== 'return') return false;
  const inner = tokens.slice(from + 1, to);
  if (inner.length === 0 || inner.some((each) => /^[(),?:{}=]$/.test(each))) return false;
  const loosest = Math.min(10, ...inner.map((each) => closeness[each] ?? 10));
  const isFirm = loosest > (closeness[left ?? ''] ?? 0) && loosest >= (closeness[right ?? ''] ?? 0);
  return isFirm && !/^[.[!~-]$/.test(left ?? '') && right !== '.' && right !== '**';
};

const withoutBrackets = (tokens: readonly string[], left = 6): string[] => {
  const idle = new Set<number>();
  for (const [at, each] of tokens.entries()) {
    const end = each === '(' ? closing(tokens, at) : -1;
    if (end !== -1 && isIdleBracket(tokens, at, end)) idle.add(at).add(end);
  }
  const rest = tokens.filter((_, at) => !idle.has(at));
  return idle.size > 0 && left > 0 ? withoutBrackets(rest, left - 1) : rest;
};

/** `x++`, `x += 1`, `x = x + 1`. */
const steps = (tokens: readonly string[]): string[] =>
  tokens.flatMap((each, at) => {
    const target = tokens[at - 1] ?? '';
    if (/^(?:\+\+|--)$/.test(each) && isWord(target)) return ['=', target, each.slice(1), '1'];
    return /^[-+]=$/.test(each) ? ['=', target, each.slice(0, 1)] : [each];
  });

/** `if (f() < 0) { return 0; } return 0;`: whatever it asks, it gives the same. */
const withoutIdleChoice = (text: string): string =>
  text.replaceAll(
    /\bif \( ((?:[^\s;{}]+ ){1,60}?)\) (?:\{ )?return ([^;{}\n]{1,80}?) ;(?: \})? return \2 ;/g,
    (_, asked: string, value: string) => `${asked.replace(/ (?:[<>]|[=!<>]=) -?\s?\w+ $/, ' ')}; return ${value} ;`,
  );

const setting = pattern(
  'm',
  /^[ \t]*(?:(?:const|let|var|val|final|auto|local|int|long|double|float|bool|char|size_t|unsigned|String)\s+)*/,
  /([$@]?[A-Za-z_]\w*)\s*=(?![=~>])\s*([^\n;]{1,200});?[ \t]*$/,
);

/** Names that come with the patch and are used once, on the next line: what they stand for in their place. */
const withoutNames = (text: string, before: string, left = 6): string => {
  for (const match of text.matchAll(new RegExp(setting, 'gm'))) {
    const [whole, name = '', value = ''] = match;
    const escaped = name.replace('$', String.raw`\$`);
    const use = new RegExp(String.raw`(?<![\w$@])${escaped}(?![\w$@])`, 'g');
    if (left === 0 || before.match(use) !== null || text.match(use)?.length !== 2) continue;
    const rest = text.slice(match.index + whole.length);
    const at = rest.search(use);
    if (at === -1 || rest.slice(0, at).trim().includes('\n')) continue;
    return withoutNames(text.slice(0, match.index) + rest.replace(use, () => value.trim()), before, left - 1);
  }
  return text;
};

const plainOf = (text: string): string =>
  withoutIdleChoice(withoutBrackets(steps(tokensOf(text))).join(' '))
    .replaceAll(/ ?; ?/g, ' ')
    .replaceAll(/(?<=\) (?:: \w+ )?)\{ return ([^{}]{1,200}) \}/g, '= $1')
    .replaceAll(/ return (?=(?:(?! (?:end|if|unless|do|while|return) ).){1,200} end(?: |$))/g, ' ')
    .trim();

/** Each name by another one of its own, always the same, or none. */
const isRenamed = (old: readonly string[], now: readonly string[]): boolean => {
  if (old.length !== now.length) return false;
  const names = new Map<string, string>();
  for (const [at, was] of old.entries()) {
    const is = now[at] ?? '';
    if (is !== was && !/^[$@]?[a-z_]\w*$/i.test(is)) return false;
    if ((names.get(was) ?? is) !== is) return false;
    names.set(was, is);
  }
  const [were, are] = [new Set(old), new Set(now)];
  const changed = [...names].filter(([was, is]) => was !== is);
  return (
    changed.every(([was, is]) => !are.has(was) && !were.has(is) && /^[$@]?[a-z_]\w*$/i.test(was)) && changed.length < 4
  );
};

/** Names that are declared in the text rather than known from elsewhere. */
const areOwn = (old: readonly string[], now: readonly string[], text: string): boolean =>
  old.every(
    (was, at) =>
      was === now[at] || new RegExp(String.raw`[(,|\s*&](?:${was.replace('$', '')})\s*(?:[),|:]|=[^=])`).test(text),
  );

export const isSamePlainly = (before: string, after: string): boolean => {
  if (before.length + after.length > most) return false;
  const [old, now] = [plainOf(before), plainOf(withoutNames(after, before))];
  if (old === now) return true;
  const [were, are] = [old.split(' '), now.split(' ')];
  return isRenamed(were, are) && areOwn(were, are, before);
};
