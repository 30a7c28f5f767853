/** Tells of findings that are not there, with those that were probably meant. */
import { InputError } from '../../model/expected.ts';
import { nearest } from '../../plain/nearest.ts';

export type Asked = {
  codes: readonly string[];
  /** Where they were looked for, and the command that lists them. */
  where: string;
  lists: string;
  /** What else to know. */
  hint?: string;
};

const suggested = 5;

const near = (wanted: string, codes: readonly string[]): string[] => {
  const found: string[] = [];
  for (let left = codes; found.length < suggested;) {
    const best = nearest(wanted, left);
    if (best === undefined) break;
    found.push(best);
    left = left.filter((code) => code !== best);
  }
  return found;
};

export const unknownFindings = (ids: readonly string[], { codes, where, lists, hint }: Asked): InputError => {
  const guesses = [...new Set(ids.flatMap((id) => near(id, codes)))].slice(0, suggested);
  const which =
    guesses.length > 0
      ? `Did you mean ${guesses.join(', ')}?`
      : `It has ${codes.slice(0, suggested).join(', ') || 'no findings'}${codes.length > suggested ? ', …' : ''}.`;
  return new InputError(
    `There is no finding ${ids.join(', ')} in ${where}. ${which} \`${lists}\` lists them.` +
      (hint === undefined ? '' : ` ${hint}`),
    'not-found',
  );
};
