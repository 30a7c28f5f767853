/** Findings that something is not brought to its end: there is too much of it then, but what is missing is code. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Asking } from '../../model/patch.ts';
import { mentions } from './words.ts';

const unfinished = pattern(
  'i',
  anyOf(
    /\b(?:never|not|nothing|nobody|no one|isn't|aren't|without being)\s+(?:\w+\s+)?/,
    /\b(?:fails? to|forgets? to|without)\s+/,
  ),
  anyOf(/clear|clos|end|stop|free|releas|cancel|unsubscrib|unregister|dispos|terminat|clean|remov|unlock|join/),
  /(?:s|ed|d|ing|e|es|ped|led)?\b/,
);

/** What there is too much of because something is not brought to its end. */
const growing = /\b(?:leak\w*|blocks?|stuck|slow\w*|infinite|on every|each time|repeated(?:ly)?|again)\b/gi;

const withoutGrowth = ({ title, description, ...rest }: Asking): Asking => ({
  ...rest,
  title: title.replaceAll(growing, ''),
  description: description.replaceAll(growing, ''),
  rule: '',
});

/** Without the words for what there is too much of, where something is not brought to its end. */
export const asOfTheirCause = (findings: readonly Asking[]): readonly Asking[] =>
  mentions(findings, unfinished) ? findings.map(withoutGrowth) : findings;
