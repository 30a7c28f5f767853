/** Characters that are not seen, or that look like others, and where they belong. */

export type CharacterClass = 'bidi' | 'invisible' | 'control' | 'separator' | 'space' | 'lookalike';

/** Everything that an ordinary text in English and its code does without. */
export const unusual = /[^\t\n\r\u0020-\u007E]/;

type Range = readonly [from: number, to: number];

const isIn =
  (ranges: readonly Range[]) =>
  (character: string): boolean => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => code >= from && code <= to);
  };

const isBidi = isIn([
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
]);

const isVariation = isIn([
  [0xfe00, 0xfe0f],
  [0xe0100, 0xe01ef],
]);

const isInvisible = isIn([
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200d],
  [0x2060, 0x2064],
  [0x206a, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
]);

const isBlank = isIn([
  [0x00a0, 0x00a0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
]);

const isTag = isIn([[0xe0020, 0xe007f]]);

const separators = new Set(['\u000B', '\u000C', '\u000D', '\u0085', '\u2028', '\u2029']);

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** What cannot be seen; null for all that can. Line ends of the file itself are not asked about. */
export const classOf = (character: string): CharacterClass | null => {
  if (character === '\t' || character === '\n') return null;
  if (separators.has(character)) return 'separator';
  if (isControl(character.codePointAt(0) ?? 0)) return 'control';
  if (isBidi(character)) return 'bidi';
  if (isInvisible(character)) return 'invisible';
  return isBlank(character) ? 'space' : null;
};

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u20E3#*0-9]/u;
const isEmoji = (character: string): boolean => emoji.test(character) || character === '\uFE0F' || isTag(character);

const scripts = (...names: readonly string[]): RegExp =>
  new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');

const joining = scripts('Arabic', 'Syriac', 'Mongolian', 'Nko', 'Hebrew');
const indic = scripts(
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
);
const unspaced = scripts('Thai', 'Lao', 'Khmer', 'Myanmar', 'Han', 'Hiragana', 'Katakana', 'Tibetan');
const rightToLeft = scripts('Arabic', 'Hebrew', 'Syriac', 'Thaana');

/** An invisible character that its neighbours need: in emoji, and in scripts that are written with it. */
export const isNeeded = (character: string, ahead: string, behind: string): boolean => {
  const around = ahead + behind;
  if (isTag(character)) return isTag(ahead) || ahead === '\u{1F3F4}';
  if (isVariation(character)) return isEmoji(ahead) || /[\p{S}\p{Script=Han}]/u.test(ahead);
  if (character === '\u200D' && isEmoji(ahead) && isEmoji(behind)) return true;
  if (character === '\u200C' || character === '\u200D') return joining.test(around) || indic.test(around);
  if (character === '\u200B') return unspaced.test(around);
  return character >= '\u180B' && character <= '\u180E' && joining.test(around);
};

/** Marks of direction in a line that has letters of such a script; what overrides it is never needed. */
export const isDirectionNeeded = (character: string, line: string): boolean =>
  !/[\u202D\u202E]/.test(character) && rightToLeft.test(line);

/** Letters of other scripts that look like Latin ones, by their numbers. */
const twins = [
  // Cyrillic
  '430 435 43e 440 441 443 445 456 458 455 4bb 43a 43c 43d 442 432 501 51b 51d 410 412 415 41a 41c 41d 41e 420 421',
  '422 423 425 405 406 408',
  // Greek
  '391 392 395 396 397 399 39a 39c 39d 39f 3a1 3a4 3a5 3a7 3bf 3bd 3b9 3c1 3c5 3b1 3f2 3f3',
  // Armenian, Cherokee, rare Latin
  '561 578 57d 585 570 13aa 13a0 13da 251 261 1c3 131 269',
]
  .flatMap((line) => line.split(' '))
  .map((code) => Number.parseInt(code, 16));
const isTwin = isIn(twins.map((code) => [code, code]));
const greek = /\p{Script=Greek}/u;

/** Letters that some languages take for their Latin twins. */
const isFolded = isIn([
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
  [0x1d400, 0x1d7ff],
  [0x017f, 0x017f],
  [0x2102, 0x2139],
  [0x2160, 0x217f],
]);
const latin = /[A-Za-z]/;

/** A word in which letters of another script stand among Latin ones, or pretend to be Latin ones. */
export const isDisguised = (word: string): boolean => {
  const letters = Array.from(word).filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((letter) => !latin.test(letter));
  if (foreign.length === 0) return false;
  if (foreign.some(isFolded)) return true;
  const lookAlike = foreign.filter(isTwin);
  if (lookAlike.length === 0) return false;
  if (foreign.every((letter) => greek.test(letter))) return letters.length > foreign.length && isInside(word);
  return letters.length > foreign.length || lookAlike.length === foreign.length;
};

/** A Greek letter among Latin ones; at the edge it may well be a symbol, as in Δt. */
const isInside = (word: string): boolean =>
  /[A-Za-z]\p{Script=Greek}[A-Za-z]|^[\u0391-\u03A7\u03BF][a-z]{2}|[a-z]{2}\u03BF$/u.test(word);
