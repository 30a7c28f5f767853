/** Patches after which the code does what it did, though it is written in another way and the finding is about more. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { isAbout } from '../../asked.ts';
import type { SourceChange } from '../change.ts';
import { isFormRule } from '../lint-rules.ts';
import { codeLines } from '../code-lines.ts';
import { withoutAsides } from '../same-work/plainly/beside.ts';
import { doTheSame } from '../same-work/same-work.ts';
import type { Seen } from '../seen.ts';
import { headedBy, mentions } from '../words.ts';
import { hasObeyed } from './comment-only.ts';

/** Findings about how code is written, which are answered by writing it in another way. */
const aboutForm = pattern(
  'i',
  anyOf(
    /duplicat|repeat(?:ed|s) (?:code|literal|string|block)|extract|refactor|readab|complex|cognitive/,
    /\bnest(?:ed|ing|if)/,
    /(?:function|method|class|file|line|module|component|bundle)\b.{0,40} too (?:long|large)/,
    /too many|line.?length|\bmagic\b|\bconstants?\b|S1192|goconst|PLR2004|\bliterals?\b/,
    /naming|renam|misnam|misleading|shadow|\btypos?\b|spell|convention|camel|snake.?case|abbreviat|cryptic|unclear/,
    /unused|never (?:used|read)|dead.?code|unreachable|redundant|unnecessary|useless|superfluous|commented.?out/,
    /formatt(?:ed|ing|er)|gofmt|rustfmt|prettier|curly|brace|\bstyle\b|idiom|prefer\b|template|f-string|concatenat/,
    /simplif|verbose|inconsisten|modern|deprecat|docstring|comment|\bdocs?\b|documentation|no-var|\bfinal\b|S1\d\d\b/,
    /helper|\bsplit\b|maintainab|testab|reus(?:e|able)|\binline/,
    /responsib|nullish|operator-assignment|yoda|else.?return/,
    /\bsemi(?:colons?)?\b|quot(?:es?|ing)\b|singlequote|doublequote|indent|\bcommas?\b|whitespace|\bspac(?:es?|ing)\b/,
    /newline|blank line|trailing|line.?break|\beol\b|parenthes[ei]s|\bparens\b|\bone-var\b|shorthand|dot-notation/,
    /arrow|\bsort(?:ed|ing|s)?\b|alphabetic|\bprefer[-_]|import.?order|\blayout\b|cosmetic|stylistic/,
  ),
);

/**
 * Findings about what code does, or fails to do. Of others that a tool reports, or that say hardly anything, nobody
 * knows whether another way to write it is the answer.
 */
const aboutBehaviour = pattern(
  'i',
  anyOf(
    /\bbugs?\b|crash|panic|throw|exception|\berrors?\b|fail/,
    /wrong|incorrect|broken|invalid|mismatch|corrupt|miscalculat/,
    /null|\bnil\b|\bnone\b|undefined|\bnan\b|deref|npe\b|overflow|underflow|off.by.one|out of (?:bounds|range)|bound/,
    /race|deadlock|thread|concurren|atomic|lock|leak|hang|block(?:s|ing|ed)\b|infinite|endless|time.?out|stale|retry/,
    /secur|inject|vulnerab|unsafe|xss|csrf|travers|secret/,
    /password|credential|token|hard.?coded|weak|plain.?text|crypt|hash/,
    /unhandled|unchecked|uncaught|ignor|swallow|silent|miss(?:es|ing)/,
    /lack|lost|lose|drop|skip|never|always|not (?:\w+ ){0,2}\w+ed\b/,
    /return|result|respon|round|divid|comput|calculat|count|compar/,
    /valid|escap|sanitiz|pars|trunc|encod|clos|releas|await/,
    /slow|quadratic|perform|n\+1|memory|handl|should|must|expect|before|after|twice|duplicate request|order of/,
  ),
);

/** Rules by which a reviewer says that something goes wrong, whatever words are used for it. */
const faulty =
  /^(?:bugs?|security|race|leak|correctness|crash|overflow|validation|data.?loss|concurrency|injection|xss|deadlock)$/i;

/** `no-else-return`, `clippy::needless_return`, `S1126`: tools ask for other ways to write what works. */
const isOfTool = (rule = ''): boolean => !faulty.test(rule) && /[-_:./\d]|[a-z][A-Z]/.test(rule);

/** `problem F1`, `fix this line`: too few words to say what is wrong. */
const saysLittle = ({ title, description, suggestion = '' }: Asking): boolean =>
  new Set(`${title} ${description} ${suggestion}`.toLowerCase().match(/[a-z]{3,}/g)).size < 5;

/** What is off where nobody asks for it is what they ask for. */
const aboutOptions = pattern(
  'i',
  /\b/,
  anyOf(
    /options?|parameters?|arguments?|flags?|opt.?in|configur\w+|settings?|env(?:ironment)?|variables?|toggles?/,
    /roll.?out|gradual\w*|behind/,
  ),
  /\b/,
);

/** A variable of the environment, by its name: `NO_COLOR`. */
const variable = /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/;

/** It changes comments that a tool obeys. */
const isObeyed = ({ before, after }: SourceChange): boolean =>
  [before, after].some((side) => side !== null && hasObeyed(side));

export const writtenOtherwise = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const about = changes.find(({ path }) => isAbout(findings, path));
  const isFault = findings.some(({ rule = '' }) => faulty.test(rule));
  if (
    about === undefined ||
    isFormRule(findings) ||
    (!isFault && headedBy(findings, aboutForm)) ||
    mentions(findings, aboutOptions) ||
    mentions(findings, variable)
  )
    return [];
  if (findings.some((finding) => isOfTool(finding.rule) || saysLittle(finding)) && !mentions(findings, aboutBehaviour))
    return [];
  if (changes.some(isObeyed) || !(doTheSame(changes) || doTheSame(changes, withoutAsides(findings)))) return [];
  const line = codeLines(about.after)[0]?.line ?? 1;
  return [
    {
      rule: 'same-behaviour',
      path: about.path,
      line,
      about: 'writes the code in another way, and it does what it did',
    },
  ];
};
