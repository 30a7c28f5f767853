/** What each weak reason of the default list also sounds like. */
import { pattern, type Pattern } from './pattern.ts';
import type { Subject } from './subject.ts';

export type Rule = { words: Pattern; of: Subject };

const rules = (of: Subject, ...patterns: readonly string[]): Rule[] =>
  patterns.map((text) => ({ words: pattern(text), of }));

const change = 'change|pr|diff|commit|work|task|branch|feature|patch|review|modification|edit|changeset';
const fault =
  'issue|problem|bug|finding|violation|warning|error|defect|debt|smell|mistake|condition|failure|behaviour|behavior';
const rebuild =
  'refactor|refactoring|rewrite|restructure|redesign|rework|overhaul|rearchitect|reorganise|reorganize|' +
  'reorganization|reengineering';
const large =
  'significant|major|large|larger|big|bigger|huge|extensive|substantial|considerable|massive|deep|broad|' +
  'sweeping|complete|full|heavy|nontrivial|wide|serious|fundamental|invasive';
const knowledge = 'context|information|knowledge|understanding|background|insight';
const area = 'code|codebase|module|area|project|system|repository|component|domain|file|logic';
const apart =
  'separate|another|different|followup|future|later|subsequent|dedicated|own|new|next|standalone|other|distinct';
const elsewhere =
  'pr|ticket|issue|story|patch|effort|iteration|sprint|release|changeset|cleanup|refactoring|commit|change|' +
  'task|version|milestone';
const hard = 'complex|complicated|difficult|hard|involved|intricate|tricky|challenging|big|large|convoluted';

const unrelated = rules(
  'any',
  `unrelated to|with ~4 ${change}`,
  `not ~1 related to|with ~4 ${change}`,
  `irrelevant to|for ~4 ${change}`,
  `nothing|little to do with ~4 ${change}`,
  `no relation|connection|link|bearing to|with|on ~4 ${change}`,
  `not ~1 connected|relevant|tied|linked|pertinent|specific to|with ~4 ${change}`,
  `not ~1 relate|pertain to ~4 ${change}`,
  `not ~1 concern ~3 ${change}`,
  `not ~1 part of ~3 change|pr|diff|commit|branch|feature|patch`,
  'unrelated to what i|we|this|the',
  `independent of ~2 this|my|our|current|these ~2 ${change}`,
);

const time = [
  ...rules(
    'effort',
    'take|need|require ~2 too|very|so long',
    'take ~1 long',
    'take|need|require|cost|consume ~2 too|so much time|work|effort',
    'take|need|require ~1 a lot of time|work|effort',
    'take|need|require ~2 more time|effort|work than',
    'too time consuming',
    'time consuming',
    'too much work|effort',
    'take ~2 hours|days|weeks|ages|forever',
    'too slow to fix|implement',
  ),
  ...rules(
    'any',
    'not have ~3 time to|for',
    'not ~1 enough|sufficient time',
    'no time to|for|left',
    'insufficient time',
    'lack of time',
    'short on|of time',
    'ran|run out of time',
    'time constraint|limit|pressure',
  ),
];

const scope = [
  ...rules(
    'noThing',
    'out|outside ~4 scope',
    'beyond|exceed|exceeds|over|past ~4 scope',
    'not ~1 in|within|inside|under|part|covered ~4 scope',
    'not ~1 fall|belong|lie within|in|to|under ~3 scope',
  ),
  ...rules(
    'any',
    'scope creep',
    'outside|beyond ~3 change|pr|diff|patch|commit',
    'expand|widen|extend|increase|broaden|enlarge|exceed ~2 scope of ~3 change|pr|task|review|fix|work',
    'outside|beyond ~2 task|assignment|remit|mandate|brief|pr|ticket|purview',
    'not ~1 part of ~2 task|assignment|ticket|job|brief|work',
    'not ~1 what i|we be|was asked',
    'not ~1 asked to ~1 fix|change|touch|address|do',
  ),
];

const preexisting = [
  ...rules(
    'problem',
    'preexisting',
    'exist|existed ~2 before|already|previously|prior|beforehand',
    'already|previously exist|existed',
  ),
  ...rules(
    'problem',
    'already|always ~1 there|present|here|broken|like ~2 before',
    'already|always ~1 there|present|here|broken',
    'there|present|here ~1 before|already|previously|beforehand',
    'like this|that|it before|already|always',
    'exist|existed for ~2 years|months|time|ages|while|long',
    'be|have ~1 there|here all along',
    'be|have ~2 there|here|around for ~2 years|months|time|ages|while|long',
    'present|there in ~2 original|old|previous|earlier|base ~1 code|version|branch|commit',
  ),
  ...rules(
    'any',
    `preexisting ~1 ${fault}|code`,
    'longstanding|legacy|historical|inherited|historic|older|old ~1 ' +
      'issue|problem|bug|finding|violation|defect|debt|smell|mistake',
    `exist|existed|there|present|broken ~3 before|prior|predate ~4 ${change}`,
    `predate ~4 ${change}|me|us|it`,
    `not ~1 new ~1 ${fault}`,
    'not a regression',
    `dates|date back`,
  ),
];

const refactoring = [
  ...rules(
    'any',
    `require|need|demand|involve|mean|imply|necessitate|entail|warrant ~5 ${rebuild}`,
    `call for ~4 ${rebuild}`,
    `${large} ~3 ${rebuild} ~3 be|would|needed|required|necessary`,
    `be|would|too ~2 ${large} ~3 ${rebuild}`,
    `not ~3 without ~3 ${rebuild}`,
    `without ~1 ${large} ~2 ${rebuild}`,
    `have to ~2 ${rebuild}`,
    `${rebuild} ~6 need|needed|required|necessary`,
    `${rebuild} ~4 be ~1 too|very|quite ${large}`,
    `too ${large} a|of ~1 ${rebuild}|change`,
  ),
  ...rules(
    'effort',
    `require|need|demand|involve|entail|mean ~2 ${large} ~2 change|effort|modification|work|undertaking`,
  ),
];

const context = [
  ...rules(
    'any',
    `not have ~2 enough|sufficient|adequate|full|complete|necessary|required|right ~2 ${knowledge}`,
    `not have ~1 the|any|more ~2 ${knowledge}`,
    `not ~2 enough|sufficient|adequate ~2 ${knowledge}`,
    `insufficient|inadequate ~2 ${knowledge}`,
    `limited|incomplete context|knowledge|understanding`,
    `without ~1 more|enough|sufficient|full|further|additional|knowing|the ~2 ${knowledge}|${area}`,
    `more|additional|further ~1 ${knowledge} ~2 need|needed|required|necessary`,
    `need|require ~1 more|additional|further ~1 ${knowledge}`,
    `not ~1 familiar ~1 with`,
    `unfamiliar with ~3 ${area}`,
    `not ~1 know|understand ~4 enough|well`,
    `not ~1 know|understand ~2 ${area}`,
    `not ~1 understand what|how|why ~3 do|work|code`,
  ),
  ...rules(
    'self',
    `lack|missing|miss ~3 context|knowledge|understanding|background`,
    `no context|knowledge|background`,
  ),
  ...rules('any', `lack of ~2 ${knowledge}`),
];

const complexity = [
  ...rules(
    'effort',
    `too|overly|very|extremely|highly|so|excessively|prohibitively|unreasonably|quite|rather|fairly|really ~1 ${hard}`,
    'too|overly ~3 complex|complicated|difficult|intricate',
    'nontrivial',
    'not ~1 trivial|easy|simple|straightforward',
  ),
  ...rules(
    'any',
    'not ~2 easily|simply|trivially ~2 fix|change|resolve|address|solve|correct|do',
    'because|due|given|for|owing ~4 complexity',
    'complexity of ~2 fix|change|issue|problem|task|finding|work',
    'complex|complicated|difficult|tricky|challenging change|fix|task|problem|issue|refactoring',
    'too much complexity',
    'more complex|complicated than',
  ),
];

const otherPr = rules(
  'any',
  'in|into|as|for|to|with|by|until|via|through|open|create|file|raise|deserve|warrant|need|require|merit|be|per ' +
    `~2 ${apart} ~2 pr|ticket|story|sprint|iteration|release|milestone|changeset|cleanup`,
  'do|handle|address|fix|belong|defer|leave|track|tackle|move|split|resolve|better|suit|open|create|file|' +
    `deserve|warrant|postpone|save|should|plan|make|put ~5 ${apart} ~2 ${elsewhere}`,
  'in|as|for|to|into|with|until|via ~1 a|the|some followup',
  'need|require|deserve|warrant|recommend|suggest|leave|plan ~3 followup',
  'leave|defer|postpone|save|keep|revisit|punt ~4 later|afterwards|future|another|followup',
  'at a later time|date|point|stage',
  'in ~1 separate|dedicated|own|feature branch|commit',
  'better|best ~4 separately',
  'do|handle|address|fix|tackle|resolve separately',
  'not ~1 belong in|to|into|with ~3 pr|change|commit|diff|patch',
  'not belong here',
  'not ~1 for|in|suitable|appropriate|fit ~2 this|the|current pr',
  'pr|ticket|issue of its own',
  'keep ~2 pr|change|diff|patch ~1 small|focused|minimal',
);

const notMine = rules(
  'any',
  `not ~1 my|our ~2 change|code|work|doing|fault|problem|bug|responsibility|job|issue|commit|pr|concern|area`,
  'not mine|ours',
  `not ~1 introduce|cause|bring|add|create|make|produce|trigger ~2 by|in|with ~4 ${change}|me|us|fix`,
  'not ~1 introduced|caused here',
  'i|we do ~1 not ~1 write|introduce|author|cause|create ~4 ' +
    'this|it|that|code|line|bug|problem|issue|file|function|them|violation|warning',
  'i|we do ~1 not ~1 write|author',
  'i|we have not ~1 write|introduce|author|cause',
  'never wrote|introduced|caused|authored',
  'not something|what i|we ~2 change|write|introduce|author|touch',
  `someone|somebody|else ~1 change|code|work|responsibility|problem`,
  'write|author|own|introduce|maintain|add|make ~1 by ~1 someone|somebody|others|another|colleague|different',
  'belong to ~1 another|other|different|somebody|someone ~1 team|person|owner|author|developer|else',
  `none of my|our ~2 ${change}`,
  `my|our|this|these|the ${change} do not ~1 introduce|cause|touch|affect|add`,
  'not responsible for',
  'not ~1 authored|written by me|us|this',
);

/** By the phrase of the default list. */
export const families: Readonly<Record<string, readonly Rule[]>> = {
  'unrelated to the current changes': unrelated,
  'would take too long': time,
  'takes too long': time,
  'out of scope': scope,
  'pre-existing issue': preexisting,
  'requires significant refactoring': refactoring,
  "don't have enough context": context,
  'too complex': complexity,
  'should be done in a separate PR': otherPr,
  'not my change': notMine,
};
