/** Inputs of tests that new conditions ask for, beside code that stays as it was: whatever is done for them. */
import type { Asking } from '../../../model/patch.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { textOf } from '../facts.ts';
import { keepsAll } from '../kept-lines.ts';
import type { Seen } from '../seen.ts';
import { isMember, isOptional } from './enumerated.ts';
import { bare, isBoundary, isWord, type Known } from './known-literals.ts';
import { isWanted } from './wanted-literals.ts';
import { caseAt, type Comparison, comparisonAt } from './literal-branches.ts';

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

/** A quoted letter is no boundary, nor is a digit above two: it is what somebody gave in. */
const isTelling = ({ text }: SyntaxNode): boolean => !isBoundary(bare(text)) || /^(?:(["'`])\w\1|[3-9])$/.test(text);

/** All that it asks for is what tests give in, and nobody wants that treated apart. */
const isApart = ({ subject, literals }: Comparison, known: Known, findings: readonly Asking[]): boolean => {
  const telling = literals.filter(isTelling).map(({ text }) => bare(text));
  const isListed = telling.every((text) => isMember(subject, text) || (isOptional(subject) && isWord(text)));
  if (telling.length === 0 || isListed) return false;
  return telling.every((text) => known.isGiven(text) && !known.wasAsked(text) && !isWanted(text, findings));
};

/** A case of a choice that was not made before. */
const newCase = (node: SyntaxNode, was: string): Comparison | null => {
  const found = caseAt(node);
  if (found === null) return null;
  const subject = squeezed(found.subject).replaceAll(/^\(+|\)+$/g, '');
  return [`switch(${subject})`, `switch${subject}{`, `match${subject}`].some((head) => was.includes(head))
    ? null
    : found;
};

/** A word that the code spoke of before, as its own: `setHeader('content-type', …)`. */
const isSpokenOf = ({ literals }: Comparison, before: string): boolean =>
  literals.every(({ text }) => /^(["'`])[\p{L}][\p{L}\d-]{3,}\1$/u.test(text) && before.includes(text));

const apartIn = ({ path, before, after }: SourceChange, known: Known, findings: readonly Asking[]): Seen[] => {
  const was = squeezed(before?.state.text ?? '');
  return (after?.places() ?? []).flatMap(({ node }): Seen[] => {
    const found = after?.changed.has(node.line) === true ? (comparisonAt(node) ?? newCase(node, was)) : null;
    if (found === null || was.includes(squeezed(node.text)) || !isApart(found, known, findings)) return [];
    if (isSpokenOf(found, before?.state.text ?? '')) return [];
    const about = `asks for ${textOf(node).slice(0, 60)}, as a test gives it in, and leaves the rest as it was`;
    return [{ rule: 'input-special-cased', path, line: node.line, about }];
  });
};

export const askedApart = (changes: readonly SourceChange[], known: Known, findings: readonly Asking[]): Seen[] =>
  keepsAll(changes) ? changes.flatMap((change) => apartIn(change, known, findings)) : [];
