/** Who or what a found pattern is said of, and whether the sentence says it at all. */
import type { Found } from './pattern.ts';
import { codeWord, type Part } from './words.ts';
import { stems } from './stems.ts';

/** What the work itself is called. */
const effort = stems(
  'fix change correct correction address resolve refactor rewrite implement work task finding issue problem ' +
    'solution migrate migration effort rest remainder remaining everything doing solve warning violation bug',
);

const pronouns = stems('this it that which they these those i we one all both what');

const self = stems('i we there me us agent');

const problems = stems(
  'issue problem bug finding violation warning error defect code debt smell mistake behaviour behavior ' +
    'vulnerability complaint',
);

const things = stems(
  'variable identifier symbol binding declaration constant reference name function const closure callback block ' +
    'helper type object lock handle parameter argument value pointer guard resource connection iterator class ' +
    'method loop buffer stream transaction cursor',
);

/** Says nothing about who it is. */
const filler = stems(
  'would will can could may might should must be to just simply far much also probably likely seem look appear ' +
    'really still and so then only now both either therefore thus hence clearly obviously currently have become ' +
    'again as or however a an the very quite rather always ever all right on due of given for considered deemed ' +
    'feel go fall lie',
);

const opinions = stems('think believe say mean feel note fact reason find see consider guess');

const fixing = stems(
  'fix change address resolve refactor do correct handle tackle solve implement complete finish rewrite modify ' +
    'attempt repair touch untangle undertake include migrate safely properly',
);

const here = stems(
  'me now pr this one single automated automatic quick here run attempt change session agent today review',
);

const clauses = stems(
  'but because however although though since while whereas and or as so that which if when whenever unless whether',
);

const conditions = stems('if when whenever unless whether');

/** What a pattern has to be said of. */
export type Subject = 'any' | 'effort' | 'problem' | 'self' | 'noThing';

export const isSaidOf = (subject: Subject, words: Part, found: Found): boolean => {
  const clause = clauseBefore(words, found.start);
  if (conditions.has(clause.opening ?? '')) return false;
  if (subject === 'any') return true;
  const nearest = clause.words.findLast((word) => !filler.has(word)) ?? headOf(clause);
  switch (subject) {
    case 'effort':
      return isEffort(nearest, clause.words, words, found.end);
    case 'problem':
      return nearest === undefined || problems.has(nearest) || pronouns.has(nearest);
    case 'self':
      return nearest === undefined || self.has(nearest);
    case 'noThing':
      return !(isThing(nearest) && !isAboutWork(clause.words)) && !isOfThing(words, found);
    default:
      return subject satisfies never;
  }
};

const isThing = (word: string | undefined): boolean => word !== undefined && (word === codeWord || things.has(word));

/** `it goes out of scope`, `outside the loop scope`, `outside the scope of the function`: that of the language. */
const isOfThing = (words: Part, { start, end }: Found): boolean =>
  (words[start] === 'out' && words[start - 1] === 'go') ||
  words.slice(start, end).some(isThing) ||
  (words[end] === 'of' && words.slice(end + 1, end + 4).some(isThing));

const isEffort = (nearest: string | undefined, before: readonly string[], words: Part, end: number): boolean => {
  const [next = '', ...more] = words.slice(end, end + 5);
  if (next === 'a' || next === 'an') return false;
  if (next === 'to') return more.slice(0, 3).some((word) => fixing.has(word));
  if (next === 'for' && more.some((word) => here.has(word))) return true;
  return nearest === undefined || pronouns.has(nearest) || effort.has(nearest) || isAboutWork(before);
};

/** `fixing the type would be …` */
const isAboutWork = (before: readonly string[]): boolean => before.slice(0, 4).some((word) => effort.has(word));

type Clause = { words: readonly string[]; opening?: string; before?: string };

/** From the last word that begins a clause on. */
const clauseBefore = (words: Part, start: number): Clause => {
  const at = words.slice(0, start).findLastIndex((word) => clauses.has(word));
  if (at === -1) return { words: words.slice(0, start) };
  const [opening, before] = [words[at], words[at - 1]];
  return {
    words: words.slice(at + 1, start),
    ...(opening === undefined ? {} : { opening }),
    ...(before === undefined ? {} : { before }),
  };
};

/** `a problem that was there`: what the relative clause is about; `I think that was there`: that. */
const headOf = ({ opening, before }: Clause): string | undefined => {
  if (opening !== 'that' && opening !== 'which') return undefined;
  return before === undefined || opinions.has(before) || filler.has(before) ? opening : before;
};
