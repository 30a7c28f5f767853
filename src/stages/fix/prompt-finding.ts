/** The part of a prompt that is about one finding. */
import type { Attempt } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';
import { lineSuffix } from '../../model/place.ts';
import type { TodoNotes } from '../../model/todo.ts';
import { present } from '../../plain/present.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';
import { todoSection } from '../../prompts/todo-section.ts';
import type { ShownLine } from './change.ts';

export type PromptFinding = {
  finding: Finding;
  attempts: readonly Attempt[];
  excerpt: string | null;
  /** Codes of the findings whose fix took its code away. */
  removed?: string | undefined;
  /** What was planned and clarified. */
  todo?: TodoNotes | undefined;
  /** What the reviewed change did around it. */
  change?: readonly ShownLine[] | undefined;
  /** The others of its group, which have calls of their own: one line each. */
  companions?: readonly string[] | undefined;
};

/** A title, a name and such; a description. */
const longest = { title: 500, text: 10_000 };

export const findingSection = (entry: PromptFinding, history: readonly string[]): string => {
  const { finding, excerpt, removed, todo, companions = [] } = entry;
  return present([
    `## ${finding.code}\n`,
    asData(`finding ${finding.code}`, factsOf(finding).join('\n')),
    excerpt !== null && finding.file !== undefined && asData(`excerpt of ${finding.file}`, excerpt),
    removed !== undefined && takenAway(removed),
    companions.length !== 0 && `${together}\n${asData('findings of the same group', companions.join('\n'))}`,
    ...(todo ? todoSection(todo) : []),
    ...history,
    '',
  ]).join('\n');
};

const factsOf = (finding: Finding): string[] => {
  const place = finding.file === undefined ? 'not named' : `${finding.file}${lineSuffix(finding)}`;
  return present([
    `title: ${headAndTail(finding.title, longest.title)}`,
    `place: ${place}`,
    `severity: ${finding.severity}`,
    `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
    `description: ${headAndTail(finding.description, longest.text)}`,
    finding.suggestion !== undefined && `suggestion: ${headAndTail(finding.suggestion, longest.text)}`,
    ...alsoReported(finding),
  ]);
};

const takenAway = (codes: string): string =>
  `The lines that this finding was about are gone: the fix of ${codes} removed them, and the place above is ` +
  `where they were. Look whether the problem is still there elsewhere; if it is not, say \`blocked\` and that ` +
  `it is gone.\n`;

const together =
  'Whoever reported it says that it cannot be fixed independently of the findings below. They are fixed one after ' +
  'the other, each in a call of its own. Where your fix would leave the code broken without a change at the place ' +
  'of one of them, make that change too, and say so:';

const mostReports = 10;

/** Where several reports became one finding: all of them have to be gone. */
const alsoReported = ({ merged = [] }: Finding): string[] => {
  const others = merged
    .slice(1, mostReports + 1)
    .map(
      (report) =>
        `- ${report.line === undefined ? 'no line' : `line ${lineSuffix(report).slice(1)}`}, ${report.reviewer}: ` +
        headAndTail(report.title, longest.title),
    );
  const more = merged.length - 1 - others.length;
  return others.length === 0
    ? []
    : present(['also reported, and to be fixed with it:', ...others, more > 0 && `- and ${more} more`]);
};
