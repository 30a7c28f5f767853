/** What others call a finding: the `issue_id` of a fix_todo, which whoever wrote that file knows it by. */
import { cleanText } from '../../plain/clean-text.ts';
import { own } from '../../plain/shape.ts';

const longest = 200;

/** Undefined for none, and for the id that a file of ours has from its own finding. */
export const sourceIdOf = (todo: unknown): string | undefined => {
  const given = own(todo, 'issue_id');
  const id = typeof given === 'number' ? String(given) : given;
  if (typeof id !== 'string' || id === own(own(todo, 'finding'), 'id')) return undefined;
  return cleanText(id, longest) || undefined;
};
