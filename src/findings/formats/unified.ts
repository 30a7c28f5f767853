/**
 * Findings of seed U: groups that can be fixed independently of each other, `{ "groups": [{ "description", "findings"
 * }] }`.
 */
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { readReviewItem } from './review-item.ts';
import { cutEnd } from '../../plain/cut.ts';
import { asArray, own } from '../../plain/shape.ts';

/** Two groups with the same description are still two groups. */
const groupName = (group: unknown, index: number, taken: Set<string>): string => {
  const description = own(group, 'description');
  const wanted =
    typeof description === 'string' && description.trim() ? cutEnd(description.trim(), 200) : `group ${index + 1}`;
  const name = taken.has(wanted) ? `${wanted} (${index + 1})` : wanted;
  taken.add(name);
  return name;
};

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const names = new Set<string>();
  for (const [index, group] of asArray(own(value, 'groups')).entries()) {
    const place = `groups[${index}]`;
    const items = own(group, 'findings');
    if (!Array.isArray(items)) into.problems.push({ place, message: 'not a group: it has no list "findings"' });
    const name = groupName(group, index, names);
    for (const [n, item] of asArray(items).entries())
      readReviewItem(item, `${place}.findings[${n}]`, context, into, name);
  }
  return into;
};

export const unified: JsonFormat = {
  of: 'json',
  name: 'unified',
  title: 'a JSON object with "groups" of findings',
  recognises: (value) => Array.isArray(own(value, 'groups')),
  read,
};
