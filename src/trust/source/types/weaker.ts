/** Whether one type says less than another. */

import { anyOf, pattern } from '../../../plain/pattern.ts';

const anything = pattern(
  'g',
  /(?<![\w.$'"-])/,
  anyOf(
    /any|Any|object|Object|Function|dynamic|mixed/,
    /interface\s*\{\s*\}/,
    /\{\s*\}/,
    /dyn\s+(?:std::any::)?Any/,
    /typing\.Any|t\.Any/,
    /serde_json::Value/,
    /Value/,
    /Box<dyn\s+(?:std::error::)?Error[^>]*>/,
  ),
  /(?![\w$'":-])/,
);

/** How many parts of it say nothing. */
const emptiness = (type: string): number => (type.match(anything) ?? []).length;

const loose = pattern(
  '',
  anyOf(
    /^(?:typing\.)?(?:dict|Dict|Mapping|MutableMapping)(?:\[str, ?(?:Any|object|str)\])?$/,
    /^Record<string, ?\w+>$/,
    /^\{ ?\[\w+: ?string\]: ?\w+;? ?\}$/,
    /^\*?map\[string\](?:any|interface\{\}|string)$/,
    /^(?:std::collections::)?HashMap<String, ?\w+>$/,
    /^Map<String, ?(?:Object|\?|String)>$/,
  ),
);
const named = /^[&*]?(?:mut )?[A-Z][A-Za-z0-9]+(?:<[^<>]*>)?$/;

const withoutArguments = (type: string): string => type.replace(/[<[].*[>\]]$/s, '');

const isRaw = (old: string, now: string): boolean =>
  /^[\w.]+[<[].+[>\]]$/s.test(old) && /^[\w.]+$/.test(now) && withoutArguments(old) === now;

/** `'a' | 'b'` that became `string`, `Literal["a"]` that became `str`. */
const isUnlisted = (old: string, now: string): boolean => /['"]/.test(old) && /^(?:string|str)(?:\[\])?$/.test(now);

/** The same, with arguments that it had all along: `Item` that became `Item[Any]`. */
const isSpelledOut = (old: string, now: string): boolean => withoutAny(old) === withoutAny(now);

const withoutAny = (type: string): string => type.replaceAll(/\[(?:t\.|typing\.)?Any\]|<(?:any|\?)>/g, '');

export const isWeaker = (old: string, now: string): boolean => {
  if (old === now || isSpelledOut(old, now)) return false;
  if (emptiness(now) > emptiness(old)) return true;
  if (loose.test(now) && named.test(old) && withoutArguments(old) !== withoutArguments(now)) return true;
  return isRaw(old, now) || isUnlisted(old, now);
};

const membersOf = (type: string): string[] =>
  type
    .replace(/^(?:typing\.)?Optional\[(.*)\]$/s, '$1 | None')
    .replace(/^(?:typing\.)?Union\[(.*)\]$/s, (_, inner: string) => inner.replaceAll(',', ' |'))
    .replace(/^Option<(.*)>$/s, '$1 | None')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** All that it could be before, and something else. */
export const isWidened = (old: string, now: string): boolean => {
  const [were, are] = [membersOf(old), membersOf(now)];
  return are.length > were.length && were.every((member) => are.includes(member));
};
