/** Tells a literal, which may be a secret, from what else stands behind a name: code, places, words, numbers. */

import { anyWordOf } from '../../plain/alternatives.ts';

/** Words put together as people name things, with no more than a mark in front. */
const words = /^[^A-Za-z0-9]?(?:[a-z]+(?:[-_./: ][a-z]+)*|[A-Z]+(?:[-_./][A-Z]+)*|[A-Za-z]?[a-z]+(?:[A-Z][a-z]+)*)$/;
const isWords = (value: string): boolean => words.test(value);

/** Another place, not a secret; one with a password in it is found by that. */
const isPlace = (value: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\.{1,2}\/|~\/|\/[\w.-]+\/[\w./-]+$)/.test(value) && !/[=+]/.test(value);

const isNumber = (value: string): boolean => /^[\d.,:_-]+$/.test(value);

/** Nobody would write it as prose or as a name. A password may consist of words. */
export const isLiteral = (value: string, password: boolean): boolean => {
  if (isPlace(value)) return false;
  if (value.length < 8) return password && /\d/.test(value) && /[A-Za-z]/.test(value);
  if (/\d/.test(value)) return !isNumber(value) || value.length >= 16;
  if (value.length >= 20) return password || !isWords(value);
  return /[!@#$^&*+=?~|]/.test(value) && /[A-Za-z]/.test(value);
};

/** Words that sentences are made with, and passwords seldom. */
const sentenceWords = anyWordOf(`
  must should least most characters? chars enter your the is are not no please invalid required with for to of and or
  an? has have be between too min max from in on by if it this that new old forgot wrong missing expected use used one
  two
`);
const inSentences = new RegExp(String.raw`(?:^|[^\w])(?:${sentenceWords})(?=$|[^\w])`, 'i');

/** Several words in quotes: a sentence has no figures next to signs, and a password has no words like `your`. */
export const isPhrase = (value: string): boolean =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /\d[!@#$^&*+=?~|%]|[!@#$^&*+=~|%]\w{0,20}\d/.test(value) &&
  !inSentences.test(value);

/** Whatever somebody gave to a variable, unless it is a place, a number, or code. */
export const isVariableValue = (value: string): boolean =>
  value.length >= 6 &&
  /[A-Za-z]/.test(value) &&
  !isPlace(value) &&
  !isNumber(value) &&
  !code.test(value) &&
  !call.test(value);

export const isRandom = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlace(value);

/** `getToken(user)`, `name(a), b`: what was written down is no value. */
const call = /^[\w$.]+\([^()]*\)[^\w]*$/;

export type Place = { name: string; sign: string; text: string; index: number; end: number };

const codeWords = anyWordOf(
  'this process os env config self options props import await new null undefined true false function async',
);
const code = new RegExp(String.raw`^(?:${codeWords})\b|^[\w$]+(?:\?\.|::|->)|\.\.\.|=>|==[^=]|\*/|^[\w$]+\[`);
/** `Uint8Array`, `base64Url`, `token2`, `keys.sha1`: a name with a number in it. */
const identifier = /^[A-Za-z_$]+\d{0,3}[A-Za-z_$]*(?:\.[A-Za-z_$][\w$]*)*$/;
const arrayType = /^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array$|^Float\d+Array$/;
const ends = /^(?:[\r\n<&;"'\x60]|\\[nr"']|$)/;

/** Without quotes it may be code: what is a literal shows in the value and in where it stands. */
export const isBareLiteral = (value: string, place: Place): boolean => {
  const behind = place.text.slice(place.end, place.end + 2);
  if (value.length < 8 || code.test(value) || behind.startsWith('(') || isPlace(value)) return false;
  // As in the files that programs read their environment from.
  if (place.sign === '=' && /^[A-Z_-]+$/.test(place.name)) return !isNumber(value);
  if (!isRandom(value) || arrayType.test(value)) return false;
  if (identifier.test(value)) return ends.test(behind) && isConfigured(place);
  return ends.test(behind) || /\d[A-Za-z].*\d|[A-Za-z]\d.*[A-Za-z]\d/.test(value);
};

const configured = /(?:^|[\n"'<>\x60])[ \t]{0,40}(?:-[ \t])?(?:export[ \t]+)?[\w.:/@-]{0,120}$/;

/** A file that programs are configured by has a name in front, and nothing else; code has blanks around its signs. */
const isConfigured = ({ sign, text, index }: Place): boolean =>
  sign === '=' || configured.test(text.slice(Math.max(0, index - 180), index));
