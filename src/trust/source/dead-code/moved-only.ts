/** Code that is only put elsewhere, with all that is wrong with it. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const aboutPlaces = pattern(
  'i',
  /\b/,
  anyOf(
    /mov\w+|split\w*|extract\w*|belong\w*|modules?|files?|structur\w+|layer\w*|circular|cycl\w+|import\w*/,
    /organi\w+|locat\w+|duplicat\w+|large|long|separat\w+|place\w*|size|complex\w*|coupl\w+|responsib\w+/,
    /export\w*|visib\w+|package\w*|depend\w+|reus\w+|shared?|order\w*|hoist\w*|before|after|scope|unused/,
    /nam(?:e|es|ed|ing)|renam\w+/,
  ),
  /\b/,
);

const binding = /^(?:import|export[{*]|from|use|mod\w+;|pub(?:use|mod)|package|include|require|#\[|@|const\w+=require)/;

const linesOf = (changes: readonly SourceChange[], which: 'before' | 'after'): string[] =>
  changes
    .flatMap((change) => codeLines(change[which]).map(({ text }) => text.replaceAll(/\s+/g, '')))
    .filter((text) => /\w{2}/.test(text));

const isBinding = (text: string): boolean => binding.test(text) || /^(?:include!|module\.exports|exports\.)/.test(text);

/** What is gone is there again, and nothing has come that was not there. */
const isMoved = (changes: readonly SourceChange[]): boolean => {
  const [gone, come] = [linesOf(changes, 'before'), linesOf(changes, 'after')];
  const [were, are] = [new Set(gone), new Set(come)];
  const isKept = gone.every((text) => are.has(text) || isBinding(text));
  return (
    gone.filter((text) => !isBinding(text)).length > 1 &&
    isKept &&
    come.every((text) => were.has(text) || isBinding(text))
  );
};

export const movedOnly = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || changes.length < 2 || mentions(findings, aboutPlaces) || !isMoved(changes)) return [];
  return [{ rule: 'words-only', path: first.path, line: 1, about: 'puts code elsewhere, and changes nothing of it' }];
};
