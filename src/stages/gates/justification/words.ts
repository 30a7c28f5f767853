/**
 * Brings the words of an explanation into one form, so that they can be compared with other words of the same meaning.
 */

/** What stands between two marks of punctuation, as stems. */
export type Part = readonly string[];

const longest = 4_000;

/** Stands for a name in the code: a quoted one, a path, something in camel case. */
export const codeWord = 'codeword';

/** Words in order, split at punctuation. */
export const partsOf = (text: string): Part[] => {
  const parts: string[][] = [];
  for (const piece of text
    .slice(0, longest)
    .normalize('NFKC')
    .replaceAll(/[’‘`´]/g, quote)
    .split(/[.!?](?=\s|$)|[,;:()\n\r]|\s[-–—]+\s|[–—]/)) {
    const words = piece.split(/\s+/).flatMap(wordsIn);
    if (words.length > 0) parts.push(joined(words).map(stemOf));
  }
  return parts;
};

const quote = (mark: string): string => (mark === '`' ? '`' : "'");

const codeLike = /^`|`$|[a-z][A-Z]|_|\w\(|^[\w@~.-]*(?:\/[\w@~.-]+)*\.[A-Za-z]\w{0,4}$/;

const wordsIn = (chunk: string): string[] => {
  const bare = chunk.slice(0, 200);
  if (bare.length > 1 && codeLike.test(bare)) return [codeWord];
  return bare
    .toLowerCase()
    .split(/[^\p{L}\p{N}']/u)
    .flatMap((word) => expanded(word.replaceAll(/^'+|'+$/g, '')))
    .filter((word) => word !== '');
};

const shortForms: Readonly<Record<string, string>> = {
  cannot: 'can not',
  "can't": 'can not',
  "won't": 'will not',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  isnt: 'is not',
  wasnt: 'was not',
  cant: 'can not',
  prs: 'pr',
  mr: 'pr',
  mrs: 'pr',
};

const endings: readonly (readonly [string, string])[] = [
  ["n't", ' not'],
  ["'re", ' are'],
  ["'ve", ' have'],
  ["'ll", ' will'],
  ["'d", ' would'],
  ["'m", ' am'],
];

const saysIs = new Set(['it', 'that', 'this', 'there', 'what', 'here']);

const expanded = (word: string): string[] => {
  const known = Object.hasOwn(shortForms, word) ? shortForms[word] : undefined;
  if (known !== undefined) return known.split(' ');
  for (const [ending, instead] of endings)
    if (word.endsWith(ending)) return `${word.slice(0, -ending.length)}${instead}`.split(' ');
  if (word.endsWith("'s")) return saysIs.has(word.slice(0, -2)) ? [word.slice(0, -2), 'is'] : [word.slice(0, -2)];
  return [word.replaceAll("'", '')];
};

const prefixes = new Set(['pre', 're', 'non', 'follow']);

/** Words that are written in one, in two, or with a hyphen: pull request, pre-existing, re-factor, follow-up. */
const joined = (words: readonly string[]): string[] => {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', next = ''] = [words[index], words[index + 1]];
    if ((word === 'pull' || word === 'merge') && /^requests?$/.test(next)) result.push('pr');
    else if (prefixes.has(word) && next !== '')
      result.push(word === 'follow' && next === 'on' ? 'followup' : word + next);
    else if (word === 'long' && next === 'standing') result.push('longstanding');
    else {
      result.push(word);
      continue;
    }
    index += 1;
  }
  return result;
};

const irregular: Readonly<Record<string, string>> = {
  is: 'be',
  are: 'be',
  was: 'be',
  were: 'be',
  been: 'be',
  being: 'be',
  am: 'be',
  has: 'hav',
  had: 'hav',
  does: 'do',
  did: 'do',
  done: 'do',
  goes: 'go',
  going: 'go',
  gone: 'gone',
  went: 'go',
  taken: 'tak',
  took: 'tak',
  written: 'writ',
  wrote: 'writ',
  rewritten: 'rewrit',
  rewrote: 'rewrit',
  broken: 'break',
  broke: 'break',
  left: 'leav',
  made: 'mak',
  said: 'say',
  postponed: 'postpon',
  mine: 'mine',
  only: 'only',
};

/** A little: forms of one word come out the same, and it does not matter what it is. */
export const stemOf = (word: string): string => {
  if (Object.hasOwn(irregular, word)) return irregular[word] ?? word;
  if (word.length <= 3) return word;
  let stem = word;
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('ing') && stem.length > 5) stem = stem.slice(0, -3);
  else if (stem.endsWith('ed') && stem.length > 4) stem = stem.slice(0, -2);
  else if (stem.endsWith('es') && stem.length > 4) stem = stem.slice(0, -2);
  else if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
};
