/** Whether a patch leaves everything that the code does as it was, however it is written now. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { isSamePlainly } from './plain-work.ts';
import { changedPieces } from './changed-nodes.ts';
import { withDefaults, withoutHelpers } from './helpers.ts';
import { withoutImports } from './imports.ts';
import { lowered } from './lower.ts';
import { numbered, typesIn } from './names.ts';
import { withoutIdleParameters } from './parameters.ts';
import { asUnset } from './plainly/unset.ts';
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

/** Each part of a term, made another one that says as much. */
export type Plainly = (part: Term) => Term;

const told = (pieces: readonly Term[], plainly: Plainly): string =>
  pieces
    .map((piece) => settled(rewritten(piece, plainly)))
    .filter((piece) => !isNothing(piece))
    .map((piece) => show(numbered(piece)))
    .toSorted()
    .join('\n');

/** Heads of functions that only their own file can call, as it stands there. */
const ownHeads: Readonly<Record<string, (name: string) => string>> = {
  go: (name) => (/^[a-z_]/.test(name) ? String.raw`^func\s+(?:\([^)]*\)\s*)?${name}\b` : '(?!)'),
  rust: (name) => String.raw`^(?:(?:async|unsafe|const)\s+)*fn\s+${name}\b`,
  javascript: (name) => String.raw`^(?:async\s+)?(?:function\*?|const|let|var)\s+${name}\b`,
};

const isOwn = ({ text, language }: Side['state'], name: string): boolean => {
  const head = ownHeads[/^(?:typescript|tsx|javascript)$/.test(language ?? '') ? 'javascript' : (language ?? '')];
  return head !== undefined && /^\w+$/.test(name) && new RegExp(head(name), 'm').test(text);
};

type Compared = 'same' | 'other' | 'untouched';

const compared = (before: Side, after: Side, plainly: Plainly): Compared => {
  const [old, now] = [before.state.tree(), after.state.tree()];
  if (old === null || now === null) return isSamePlainly(before.state.text, after.state.text) ? 'same' : 'other';
  if (old.hasErrors || now.hasErrors) return 'other';
  const pieces = withoutImports(changedPieces(old.root, now.root));
  if (isTooLong(pieces.before) || isTooLong(pieces.after)) return 'other';
  if (!pieces.isTouched) return 'untouched';
  const isPython = before.state.language === 'python';
  const known = wordsIn(before.state.text);
  const [were, are] = [rawTerms(pieces.before, isPython), rawTerms(pieces.after, isPython)];
  if (isRetyped(were, are)) return 'other';
  const isNew = (name: string): boolean => !known.has(name);
  const come = withoutHelpers(
    are.map((each) => settled(rewritten(withDefaults(withoutIdleParameters(each, isNew), isNew), asUnset))),
    isNew,
    (name) => isOwn(after.state, name),
  );
  const isSame =
    told(
      were.map((each) => settled(each)),
      plainly,
    ) === told(come, plainly);
  return isSame ? 'same' : 'other';
};

const comparedIn = ({ before, after }: SourceChange, plainly: Plainly): Compared =>
  before === null || after === null || before.state.path !== after.state.path
    ? 'other'
    : compared(before, after, plainly);

/** Some of its code is written in another way, and none of it does anything else. */
export const doTheSame = (changes: readonly SourceChange[], plainly: Plainly = (part) => part): boolean => {
  const found = changes.map((change) => comparedIn(change, plainly));
  return found.includes('same') && !found.includes('other');
};
