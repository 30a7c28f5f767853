/** Errors that a finding says are lost, and that are still lost in the handler that the patch rewrote. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import type { Fact } from '../facts.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';
import { swallowedError } from './swallowed.ts';

const complaint = pattern(
  'i',
  anyOf(
    /swallow|neither logged nor|silently|goes unnoticed|hid(?:es|den) (?:the |an? )?(?:error|exception|failure)/,
    /(?:error|exception|failure|rejection)s? (?:is|are|gets?) (?:lost|ignored|dropped|discarded|hidden|eaten)/,
    /(?:empty|bare|broad|blanket) (?:catch|except|rescue)|except-pass|no-empty\b|S1166|S108\b|S110\b|BLE001|E722/,
    /ignores? (?:the |an? |all |every )?(?:error|exception|failure)|discards? (?:the )?(?:error|exception)/,
  ),
);

const isTouched = ({ line, endLine }: SyntaxNode, { changed }: Side): boolean => {
  for (let at = line; at <= endLine; at += 1) if (changed.has(at)) return true;
  return false;
};

/** Which errors it is about, whatever they are called in it. */
const caughtBy = ({ text }: SyntaxNode): string =>
  (/^(?:catch|except|rescue)\b[^{:]*/.exec(text)?.[0] ?? text.slice(0, 40))
    .replaceAll(/\bas\s+\w+|\b[a-z_]\w*(?=\s*\))/g, '')
    .replaceAll(/\s+/g, '');

/** Handlers that say nothing. */
const handlersIn = (side: Side): Fact[] =>
  side
    .places()
    .map(swallowedError)
    .filter((fact) => fact !== null);

/** Of the same errors as before: a handler that catches fewer lets the others through. */
const stillIn = ({ path, before, after }: SourceChange): Omit<Seen, 'rule'>[] => {
  if (before === null || after === null) return [];
  const were = new Set(handlersIn(before).map(({ node }) => caughtBy(node)));
  return handlersIn(after)
    .filter(({ node }) => isTouched(node, after) && were.has(caughtBy(node)))
    .slice(0, 1)
    .map(({ line, about }) => ({ path, line, about: `still ${about}` }));
};

export const stillSwallowed = (changes: readonly SourceChange[], findings: readonly Asking[]): Omit<Seen, 'rule'>[] =>
  mentions(findings, complaint)
    ? changes.filter(({ path }) => findings.some(({ file }) => file === path)).flatMap(stillIn)
    : [];
