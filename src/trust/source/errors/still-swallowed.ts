/** Errors that a finding says are lost, and that are still lost in the handler that the patch rewrote. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import type { Fact } from '../facts.ts';
import { catches } from '../kinds.ts';
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

/** Findings that want whoever called to hear of it: what another handler catches is lost as well. */
const demand = pattern(
  'i',
  /\b/,
  anyOf(
    /(?:re-?)?rais(?:e|ed)|(?:re-?)?throw|propagat\w*|bubble|surface/,
    /(?:reach|tell|inform)s? (?:the |its )?(?:caller|user)s?|callers? (?:can ?not|can't|never|get|see)/,
  ),
  /\b/,
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

/** Of the same errors as before: a handler of fewer lets the others through, unless all are to be heard of. */
const stillIn = ({ path, before, after }: SourceChange, isDemanded: boolean): Omit<Seen, 'rule'>[] => {
  if (before === null || after === null) return [];
  const were = new Set(handlersIn(before).map(({ node }) => caughtBy(node)));
  if (were.size === 0) return [];
  const found = handlersIn(after)
    .filter(({ node }) => isTouched(node, after) && (isDemanded || were.has(caughtBy(node))))
    .map(({ line, about }) => ({ path, line, about: `still ${about}` }));
  return [...found, ...(isDemanded ? stillAnswering(path, before, after) : [])].slice(0, 1);
};

/** What a handler gives back, where it throws nothing. */
const answerOf = ({ text }: SyntaxNode): string | undefined =>
  /\b(?:throw|raise)\b/.test(text) ? undefined : /\breturn\b[^;\n}]*/.exec(text)?.[0].trim();

const clausesIn = (side: Side): SyntaxNode[] =>
  side
    .places()
    .map(({ node }) => node)
    .filter(({ kind, start, end }) => catches.has(kind) && end - start < 2_000);

/** Handlers that say something to a log, and to the caller what they said before. */
const stillAnswering = (path: string, before: Side, after: Side): Omit<Seen, 'rule'>[] => {
  const were = new Set(clausesIn(before).map(answerOf));
  return clausesIn(after)
    .filter((node) => isTouched(node, after) && answerOf(node) !== undefined && were.has(answerOf(node)))
    .map(({ line }) => ({ path, line, about: 'still answers where it failed as if nothing had been' }));
};

export const stillSwallowed = (changes: readonly SourceChange[], findings: readonly Asking[]): Omit<Seen, 'rule'>[] =>
  mentions(findings, complaint)
    ? changes
        .filter(({ path }) => findings.some(({ file }) => file === path))
        .flatMap((change) => stillIn(change, mentions(findings, demand)))
    : [];
