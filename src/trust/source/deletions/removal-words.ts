/** Whether a finding asks for code to go. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { isRuleForLess } from '../lint-rules.ts';
import { asOfTheirCause } from '../unfinished-words.ts';
import { mentions, wants } from '../words.ts';

const idle = pattern(
  'i',
  /\b/,
  anyOf(
    /unused/,
    /dead (?:code|branch|function|parameter|store|method|import|variable)/,
    /is dead\b/,
    /unreachable|obsolete|deprecated/,
    /redundan\w+/,
    /unnecessar\w+/,
    /superfluous|unneeded|extraneous|ineffassign|ineffectual|self[- ]assign\w*|assigned to itself/,
    /(?:has|have|without) (?:no |any )?effect/,
    /left[- ]?over/,
    /left in/,
    /left behind/,
    /needless\w*|useless|pointless|no-op|vestigial/,
    /stale[- ](?:code|comments?|imports?|files?|flags?|branch\w*|tests?|mocks?|references?|entr\w+ in|config\w*|docs?)/,
    /never (?:be )?(?:used|called|read|reached|runs?|executed|true|needed|referenced|taken)/,
    /no longer (?:used|called|needed|referenced|supported|exists?|valid|true)/,
    /not (?:used|called|needed|referenced|required)/,
    pattern(
      '',
      /(?:nobody|nothing|no one|no module|no file) /,
      anyOf(/calls|uses|imports|references|needs|reads|requires/),
    ),
    /no (?:callers?|usages?|references?)/,
    pattern(
      '',
      /duplicat\w* (?:(?:the|an?|this|another) )?/,
      anyOf(
        /code|calls?|functions?|imports?|definitions?|branch\w*|checks?|conditions?|implementations?/,
        /logic|keys?|cases?|of|handlers?|listeners?|registrations?|headers?|methods?/,
        /entr\w+/,
      ),
    ),
    /copy of/,
    /debug\w*|console\.log/,
    /print statement/,
    /hard-?coded (?:secret|password|key|token|credential)\w*/,
    /backdoor|eval\b/,
    /commented[- ]out/,
    /shadow\w*|F401|F841|no-unused|unused-import|dead_code/,
  ),
  /\b/,
);

const doubled = pattern(
  'i',
  /\b/,
  anyOf(
    /twice/,
    /two times/,
    /double[sd]?(?![ -]?quot)/,
    /doubly|again|already/,
    /both (?:places|branches|times)/,
    /more than once/,
    /once more/,
    /too (?:many|much|often|early|strict)/,
    /extra/,
    /on every/,
    /each time/,
    /repeated(?:ly)?/,
    /side effects?/,
    /mutat\w+/,
    /overwrit\w+/,
    /reset\w*|clobber\w*|leak\w*/,
    /expos\w+/,
    /log(?:s|ged)? (?:the|a|every|all|user|password|secret|token)/,
    /blocks?|slow\w*|quadratic|stuck|infinite/,
    /recurs\w+/,
    /wrongly|incorrectly/,
    /should not/,
    /must not/,
    /shouldn't/,
    /mustn't/,
    /may not/,
  ),
  /\b/,
);

/** Parts of a program that can go. */
const parts = anyOf(
  /code|functions?|methods?|branch\w*|checks?|imports?|variables?|parameters?|arguments?|class\w*|files?/,
  /modules?|calls?|lines?|blocks?|conditions?|comments?|statements?|handlers?|listeners?|endpoints?/,
  /routes?|flags?|options?|fields?|helpers?|wrappers?|casts?|assertions?|fallbacks?|definitions?/,
  /directives?|attributes?|annotations?|members?|properties|feature|login|copy|shims?|api|overloads?/,
  /tests?|it|them|this|these|both|either|`|\w+\(/,
);

const taking = /\b(?:remov|delet|drop|strip|eliminat|get rid of|tak|cut|revert|disabl|turn|retir)\w*\s+/;

const going = pattern(
  'i',
  anyOf(
    pattern('', taking, /(?:[\w'.-]+\s+){0,4}?/, parts),
    /\b(?:removed|deleted|dropped|goes|gone|go away|must go|should go|inlined?|simplif\w+|consolidat\w+)\b/,
    /\b(?:ha(?:s|ve) to go|shut down|sunset|discontinued)\b/,
  ),
);

const named = /\b(?:[Rr]emov|[Dd]elet|[Dd]rop|[Ss]trip|[Rr]etir)\w*\s+(?:the\s+)?['"`]?\w*[a-z][A-Z_]\w*/;

/** Code that nobody needs, or that a finding wants gone. */
export const asksForRemoval = (findings: readonly Asking[]): boolean =>
  isRuleForLess(findings) || mentions(findings, idle) || wants(findings, going) || wants(findings, named);

/** Something happens that should not, or too often: less code may mend it. */
export const complainsOfTooMuch = (findings: readonly Asking[]): boolean => mentions(asOfTheirCause(findings), doubled);

const twice =
  /\b(?:twice|two times|doubl\w+|already|again|more than once|once more|should not|must not|shouldn't|mustn't)\b/i;

/** Work is done on something that needs none. */
export const complainsOfTwice = (findings: readonly Asking[]): boolean => mentions(findings, twice);

const other = pattern(
  'i',
  anyOf(
    /\buse (?:an? |the )?[`'"]?\w+/,
    /\b(?:replace|rewrite|swap)\w* .{0,60}\b(?:with|by)\b/,
    /\b(?:rewrite|reuse) /,
    /\b(?:must|should|has to|have to) (?:be\b|throw|raise|return|give|answer|check|keep|stay|still)/,
  ),
);

/** It says what has to stand there instead. */
export const wantsOther = (findings: readonly Asking[]): boolean => wants(findings, other);

const tooStrict = pattern(
  'i',
  anyOf(
    /\b(?:accept|allow|permit)(?:s|ed)? (?:any|all|every|empty|no|missing)\b/,
    /\bnot (?:throw|raise|fail|panic|reject|refuse|be (?:checked|rejected|refused|required))\b/,
    /without (?:a |the |this )?(?:check|limit|restriction)/,
  ),
);

const needlessCheck = pattern(
  'i',
  /\b/,
  anyOf(
    /twice/,
    /already (?:checked|validated|done)/,
    /double[- ]check\w*/,
    /too strict/,
    /over-?zealous|needless/,
    /never (?:true|false)/,
    /no longer/,
  ),
  /\b/,
);

/** A check that is made elsewhere too, or that should not be made at all. */
export const complainsOfCheck = (findings: readonly Asking[]): boolean =>
  mentions(findings, needlessCheck) || wants(findings, tooStrict);
