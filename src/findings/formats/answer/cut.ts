/** Where JSON was cut off: what was still open then, so that half an item does not pass for a whole one. */
import { isObject, own } from '../../../plain/shape.ts';

/** An object or list that was not closed, under the name that it has in the object around it. */
export type Open = { bracket: '{' | '['; key: string };

/** What is open at the end of JSON that may be slightly broken; nothing, when it was not cut off. */
export const openAtEnd = (json: string): Open[] => {
  const open: Open[] = [];
  let text = '';
  let key = '';
  let before = '';
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (char === '"' || (char === "'" && '{[,:'.includes(before))) {
      const end = endOfString(json, at, char);
      text = json.slice(at + 1, Math.min(end, at + 101));
      at = end;
    } else if (char === '{' || char === '[') {
      open.push({ bracket: char, key });
      key = '';
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ':') key = text.trim();
    else if (char === ',') [key, text] = ['', ''];
    else if (char > ' ') text = /\w/.test(before) && !'{[,'.includes(before) ? (text + char).slice(0, 100) : char;
    if (char > ' ') before = char;
  }
  return open;
};

const endOfString = (json: string, from: number, quote: string): number => {
  for (let at = from + 1; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return json.length;
};

/** How findings are held: in a list under one of these names, in groups, or in a bare list. */
export const listNames: readonly string[] = ['findings', 'issues', 'problems'];

export type Cut = { value: unknown; half?: { place: string; item: unknown } };

const withoutLast = (list: unknown, place: string, rebuild: (rest: unknown[]) => unknown): Cut | null =>
  Array.isArray(list) && list.length > 0
    ? { value: rebuild(list.slice(0, -1)), half: { place: `${place}[${list.length - 1}]`, item: list.at(-1) } }
    : null;

/** Takes out the item that the cut went through. */
export const withoutHalf = (value: unknown, open: readonly Open[]): Cut => {
  const [, second, , fourth] = open;
  if (Array.isArray(value)) return (open.length > 1 ? withoutLast(value, '', (rest) => rest) : null) ?? { value };
  if (!isObject(value) || !second) return { value };
  if (listNames.includes(second.key) && open.length > 2) {
    return withoutLast(own(value, second.key), second.key, (rest) => ({ ...value, [second.key]: rest })) ?? { value };
  }
  const groups = own(value, 'groups');
  if (second.key !== 'groups' || fourth?.key !== 'findings' || open.length <= 4 || !Array.isArray(groups))
    return { value };
  const last: unknown = groups.at(-1);
  const replaced = (rest: unknown[]): unknown => ({
    ...value,
    groups: [...groups.slice(0, -1), { ...(isObject(last) && last), findings: rest }],
  });
  return withoutLast(own(last, 'findings'), `groups[${groups.length - 1}].findings`, replaced) ?? { value };
};
