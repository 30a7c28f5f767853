/**
 * The prompt of a challenger: the same beginning for every call of a run, then the findings and the change to judge.
 */
import type { Convention } from '../../model/answer.ts';
import type { Shown } from '../../model/challenge.ts';
import type { Finding } from '../../model/finding.ts';
import { lineSuffix } from '../../model/place.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { charactersPerToken, conventionSections, notesSection, section } from '../../prompts/sections.ts';
import { fitDiff, type FittedDiff } from './diff-room.ts';
import { shownSections } from './shown.ts';
import { challengeSchema } from './schema.ts';

export type EarlierScore = { score: number; feedback: string };

export type ChallengedFinding = {
  finding: Finding;
  /** Of the new state; null where there is nothing to show. */
  excerpt: string | null;
  /** What was said of earlier fixes of it, oldest first. */
  earlier?: readonly EarlierScore[] | undefined;
};

export type ChallengePromptInput = {
  findings: readonly ChallengedFinding[];
  /** What the fixer said, by id or code. */
  outcomes: readonly { id: string; outcome: string; explanation?: string | undefined }[];
  beside?: Shown['beside'] | undefined;
  noticed?: Shown['noticed'] | undefined;
  /** Of the patch that is judged, and of nothing else. */
  diff: string;
  threshold: number;
  /** Commands that passed with the change. */
  verify: readonly string[];
  conventions?: readonly Convention[] | undefined;
  notes?: string | undefined;
  /** Tokens that the prompt may have; as many as it takes when not given. */
  context?: number | undefined;
  /** A prompt of the repository's own instead of the built-in one. */
  template?: string | undefined;
};

/** However little room there is, a challenger sees something of the change. */
const leastDiff = 3_000;
const mostCutFiles = 100;
const longestWords = 4_000;
const longestClaim = 2_000;

export const challengePrompt = (input: ChallengePromptInput): { text: string } => {
  const shared = sharedPart(input);
  const room = (input.context ?? Infinity) * charactersPerToken - shared.length;
  const detailed = findingSections(input, true);
  // Excerpts can be read in the working folder; the diff cannot.
  const findings = detailed.length > room / 2 ? findingSections(input, false) : detailed;
  const files = new Set(input.findings.flatMap(({ finding }) => finding.file ?? []));
  const more = shownSections(input, room / 4);
  const diff = fitDiff(input.diff, Math.max(leastDiff, room - findings.length - more.length), files);
  return { text: [shared, findings, diffSection(diff), more].join('\n') };
};

/** The same for every call of a run, so that providers can cache it. */
const sharedPart = (input: ChallengePromptInput): string =>
  [
    fillIn(input.template ?? loadPrompt('challenge'), {
      threshold: String(input.threshold),
      half: String(Math.round(input.threshold / 2)),
      answerSchema: JSON.stringify(challengeSchema()),
    }),
    ...section('Verification', verification(input.verify)),
    ...notesSection(input.notes),
    ...conventionSections(input.conventions ?? []),
  ].join('\n');

const verification = (commands: readonly string[]): string => {
  if (commands.length === 0) return 'No command has checked this change. Be all the more careful.';
  const list = commands.map((command) => `- \`${command}\``).join('\n');
  return `These commands passed with the change; that alone proves no fix:\n\n${list}`;
};

const findingSections = (input: ChallengePromptInput, withExcerpts: boolean): string => {
  const outcomes = new Map(input.outcomes.map((outcome) => [outcome.id, outcome]));
  const sections = input.findings.map((entry) => {
    const said = outcomes.get(entry.finding.id) ?? outcomes.get(entry.finding.code);
    return [
      `## ${entry.finding.code}\n`,
      asData(`finding ${entry.finding.code}`, factsOf(entry.finding).join('\n')),
      ...(withExcerpts && entry.excerpt !== null
        ? [asData(`${entry.finding.file ?? 'code'} with the change`, entry.excerpt)]
        : []),
      ...earlierPart(entry.earlier ?? []),
      said === undefined ? 'The fixer said nothing about it.' : claimPart(said),
      '',
    ].join('\n');
  });
  return ['# Findings\n', ...sections].join('\n');
};

/** A claim is a word of the contract; an explanation is text of an agent. */
const claimPart = ({ outcome, explanation }: ChallengePromptInput['outcomes'][number]): string =>
  explanation === undefined
    ? `The fixer claims: ${outcome}.`
    : asData('what the fixer says', headAndTail(`${outcome}: ${explanation}`, longestClaim));

const factsOf = (finding: Finding): string[] => [
  `title: ${finding.title}`,
  `place: ${finding.file === undefined ? 'not named' : `${finding.file}${lineSuffix(finding)} (before the change)`}`,
  `severity: ${finding.severity}`,
  `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
  `description: ${headAndTail(finding.description, longestWords)}`,
  ...(finding.suggestion === undefined ? [] : [`suggestion: ${headAndTail(finding.suggestion, longestWords)}`]),
  ...(finding.merged ?? [])
    .slice(1, 11)
    .map(
      (report) =>
        `also reported: ${report.title}${report.line === undefined ? '' : `, line ${lineSuffix(report).slice(1)}`}`,
    ),
];

const earlierPart = (earlier: readonly EarlierScore[]): string[] =>
  earlier.length === 0
    ? []
    : [
        'Earlier fixes of it were judged like this. Check whether the new one answers it, and judge the new one ' +
          'as it is:',
        asData(
          'earlier judgements',
          earlier.map(({ score, feedback }) => `${score}: ${headAndTail(feedback, longestClaim)}`).join('\n'),
        ),
      ];

const diffSection = ({ text, cut }: FittedDiff): string => {
  const change = text === '' ? 'The change is empty.' : asData('diff', text);
  return [`# The change\n\n${change}\n`, ...(cut.length === 0 ? [] : [leftOut(cut)])].join('\n');
};

const leftOut = (cut: FittedDiff['cut']): string => {
  const names = cut
    .slice(0, mostCutFiles)
    .map(({ file, lines, shown }) => `${JSON.stringify(file)}: ${shown} of ${lines} lines of its diff are shown`);
  const more = cut.length - names.length;
  const list = asData(
    'files of which the diff is not whole',
    [...names, ...(more > 0 ? [`and ${more} more files`] : [])].join('\n'),
  );
  return (
    'The diff is longer than fits here. These files changed more than is shown; ' +
    `read them in your working folder before you score:\n\n${list}\n`
  );
};
