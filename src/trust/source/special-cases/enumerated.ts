/** Names of things that code goes through one by one: kinds, codes, names, units. */
import { anyOf, pattern } from '../../../plain/pattern.ts';

const enumerated = pattern(
  '',
  /(?:^|[^a-z])/,
  anyOf(
    /status|code|method|port|version|month|day|year|hour|unit|type|kind|mode|level|format|locale|lang/,
    /currency|country|region|encoding|charset|protocol|scheme|event|action|key|char|ext|suffix|prefix/,
    /op|operator|token|direction|state|role|separator|command|cmd|flag|option|name|tag|platform|os/,
    /arch|base|radix|byte|digit|env|plan|tier|category|variant|step|phase|role|sort|order|algorithm/,
    /strategy|errno|signal|sig|opcode|style|theme|color|align\w*|position|side|axis|dialect|engine|driver/,
  ),
  /s?$/,
);

/** `fileName`, `file_name`, `request.method`, but not `isoformat`. */
const wordsOf = (subject: string): string[] =>
  subject
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

export const isEnumerable = (subject: string): boolean => wordsOf(subject).some((word) => enumerated.test(word));

/** Numbers of four digits and more are seldom one of a few: years are not. */
const numbered = /port|code|errno|version|proto/i;

/** `utf-8`, `iso-8859-1`, `application/json`, `2`: the name or the number of one of a few. */
const isName = (text: string): boolean => /^[A-Za-z][\w.+:/-]{0,40}$/.test(text) || /^-?\d{1,3}$/.test(text);

/** What is asked for is one of a kind of thing that has several. */
export const isMember = (subject: string, text: string): boolean =>
  isEnumerable(subject) && (isName(text) || (/^-?\d+$/.test(text) && numbered.test(subject)));

/** An option that somebody set, rather than what is worked on. */
export const isOptional = (subject: string): boolean => /^\(?(?:opts?|options?|config|settings|argv)\b/.test(subject);
