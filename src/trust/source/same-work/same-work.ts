/** Whether a patch leaves everything that the code does as it was, however it is written now. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { isSamePlainly } from './plain-work.ts';
import { changedPieces } from './changed-nodes.ts';
import { withDefaults, withoutHelpers } from './helpers.ts';
import { lowered } from './lower.ts';
import { numbered, typesIn } from './names.ts';
import { settled } from './settle.ts';
import { rewritten, show, type Term, term } from './term.ts';

/** A patch that changes more is a rewrite, and nobody looks for sameness in it. */
const mostText = 12_000;

/** Of Python, which has one way to write both. */
const declared = (part: Term): Term =>
  part.op === 'assign' && part.args[0]?.op === 'id' ? term('let', ...part.args) : part;

const isTooLong = (pieces: readonly { text: string }[]): boolean =>
  pieces.reduce((sum, { text }) => sum + text.length, 0) > mostText;

const rawTerms = (pieces: readonly SyntaxNode[], isPython: boolean): Term[] =>
  pieces.map((node) => (isPython ? rewritten(lowered(node), declared) : lowered(node)));

/** A variable is said to be something else. */
const isRetyped = (were: readonly Term[], are: readonly Term[]): boolean => {
  const [old, now] = [typesIn(were), typesIn(are)];
  return [...now].some(([name, type]) => (old.get(name) ?? type) !== type);
};

const wordsIn = (text: string): Set<string> => new Set(text.match(/[A-Za-z_$][\w$]*/g));

const isNothing = ({ op, args }: Term): boolean => op === 'block' && args.length === 0;

const told = (pieces: readonly Term[]): string =>
  pieces
    .map((piece) => settled(piece))
    .filter((piece) => !isNothing(piece))
    .map((piece) => show(numbered(piece)))
    .toSorted()
    .join('\n');

type Compared = 'same' | 'other' | 'untouched';

const compared = (before: Side, after: Side): Compared => {
  const [old, now] = [before.state.tree(), after.state.tree()];
  if (old === null || now === null) return isSamePlainly(before.state.text, after.state.text) ? 'same' : 'other';
  if (old.hasErrors || now.hasErrors) return 'other';
  const pieces = changedPieces(old.root, now.root);
  if (isTooLong(pieces.before) || isTooLong(pieces.after)) return 'other';
  if (!pieces.isTouched) return 'untouched';
  const isPython = before.state.language === 'python';
  const known = wordsIn(before.state.text);
  const [were, are] = [rawTerms(pieces.before, isPython), rawTerms(pieces.after, isPython)];
  if (isRetyped(were, are)) return 'other';
  const isNew = (name: string): boolean => !known.has(name);
  const come = withoutHelpers(
    are.map((each) => settled(withDefaults(each, isNew))),
    isNew,
  );
  return told(were.map(settled)) === told(come) ? 'same' : 'other';
};

const comparedIn = ({ before, after }: SourceChange): Compared =>
  before === null || after === null || before.state.path !== after.state.path ? 'other' : compared(before, after);

/** Some of its code is written in another way, and none of it does anything else. */
export const doTheSame = (changes: readonly SourceChange[]): boolean => {
  const found = changes.map(comparedIn);
  return found.includes('same') && !found.includes('other');
};
