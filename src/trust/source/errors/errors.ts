/** Errors that are swallowed now and were not before (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { droppedChecks } from './dropped-checks.ts';
import { droppedResult } from './dropped-results.ts';
import { errorLines } from './error-lines.ts';
import { type FreshFact, freshIn } from '../facts.ts';
import { freshLines } from '../fresh-lines.ts';
import { guardsOldCode, oldCode } from './guarded.ts';
import { plainCatches } from './plain-catches.ts';
import { stillSwallowed } from './still-swallowed.ts';
import { swallowedError } from './swallowed.ts';
import { tamedChecks } from './tamed-checks.ts';
import { complainsOfCheck } from '../deletions/removal-words.ts';
import type { Seen } from '../seen.ts';
import { headedBy, wants } from '../words.ts';

const accepted =
  'mend what fails, let the error through, or handle it as the finding says: with a message, or a value that it names';

/** A finding that wants something to go on in spite of an error. */
const tolerance = pattern(
  'i',
  /\b/,
  anyOf(
    /fall(?:s|ing)? ?back/,
    /fallback/,
    /default(?:s|ed)? to/,
    /(?:use|with|to) (?:a|the|its) default/,
    /best[- ]effort/,
    /tolera\w+/,
    /gracefully|degrade\w*/,
    /treat(?:ed|ing)? .{0,60}\bas\b/,
    /not (?:throw|raise|crash|fail|panic|abort|stop|break|be fatal)/,
    /never (?:throw|raise|crash|fail|panic)\w*/,
    /(?:throw|rais|crash|fail|panick|abort|blow|explod|propagat)ing/,
    pattern(
      '',
      /(?:return|give|yield|answer|report|be|expect)s?(?:ed|ing|n)? (?:an? )?[`'"]?/,
      anyOf(/null|none|nil|undefined|empty/, /""/, /''/, /\[\]/, /\{\}/, /default|optional|nothing/),
    ),
    /catch (?:it|them|this|the|these|panics?|errors?|exceptions?)/,
    /(?:return|give|answer|exit|end)s? (?:with )?(?:an? )?(?:error )?(?:code|status|response|[45]\d\d)/,
  ),
  /\b/,
);

/** A finding that wants one thing to be passed over, and others not. */
const passing = /\b(?:ignor(?:e|ed|ing)|skip(?:ped|ping)?|keep going|carry on|continue)\b/i;

/** Such as demand that errors of promises are handled: what they call ignored is said by `void`. */
const aboutPromises = /floating-promises|misused-promises/;

/** The handler gives up all of what was to be done, and says that there is nothing. */
const isGivenUp = /^.*?\b(?:catch|except|rescue)\b[^]*\breturn\b/;

type Lost = Omit<Seen, 'rule'> & { node?: SyntaxNode; text?: string };

/** Which of what was seen the findings ask for. */
const toleratedBy = (findings: readonly Asking[]): ((seen: Lost) => boolean) => {
  if (headedBy(findings, aboutPromises)) return ({ about }) => /not awaited/.test(about) && wants(findings, passing);
  if (wants(findings, tolerance)) return () => true;
  return wants(findings, passing) ? ({ node, text }) => !isGivenUp.test(node?.text ?? text ?? '') : () => false;
};

const remarkOn = (path: string, line: number, about: string): Remark => ({
  gate: 'errors',
  rule: 'error-swallowed',
  file: path,
  line,
  message: `the patch ${about}, where it was not so before`,
  accepted,
});

const isGlobal = /nobody handles|replaces the handler|silences warnings/;

/** Nothing was watched over before, so that nothing was called there. */
const isEvent = /event of an error/;

/** Errors of code that was there before and are lost now. */
const lostErrors = (changes: readonly SourceChange[]): FreshFact[] => {
  const facts = freshIn(changes, (place) => swallowedError(place) ?? droppedResult(place));
  if (facts.length === 0) return [];
  const old = oldCode(changes);
  return facts.filter((fact) => isGlobal.test(fact.about) || isEvent.test(fact.about) || guardsOldCode(fact, old));
};

export const errors = ({ changes, findings }: SourcePatch): Remark[] => {
  const isTolerated = toleratedBy(findings);
  const found = [
    ...stillSwallowed(changes, findings),
    ...lostErrors(changes),
    ...freshLines(changes, errorLines),
    ...plainCatches(changes),
    ...(complainsOfCheck(findings) ? [] : tamedChecks(changes)),
    ...droppedChecks(changes).map((each) => ({ ...each, about: `no longer looks whether \`${each.call}\` fails` })),
  ];
  return found
    .filter((each) => !isTolerated(each) || isGlobal.test(each.about))
    .map(({ path, line, about }) => remarkOn(path, line, about));
};
