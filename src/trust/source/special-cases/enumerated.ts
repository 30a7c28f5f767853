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
    /strategy|errno|signal|opcode/,
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
