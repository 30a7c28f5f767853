/** Findings of seed A: `{ "findings": [...], "summary" }`. */
import type { Collected, JsonFormat } from './format.ts';
import { readReviewItem } from './review-item.ts';
import { asArray, own } from '../../plain/shape.ts';

export const accountability: JsonFormat = {
  of: 'json',
  name: 'accountability',
  title: 'a JSON object with "findings"',
  recognises: (value) => Array.isArray(own(value, 'findings')),
  read: (value, context) => {
    const into: Collected = { findings: [], problems: [] };
    for (const [index, item] of asArray(own(value, 'findings')).entries())
      readReviewItem(item, `findings[${index}]`, context, into);
    return into;
  },
};
