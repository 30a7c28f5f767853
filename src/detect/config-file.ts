/** What was found, as a fixpoint.yaml that a person reads and changes: every entry with where it comes from. */
import { type FoundCommand, type FoundReviewer, type LeftOut, showPlaces } from './found.ts';

export type Written = {
  setup: readonly FoundCommand[];
  verify: readonly FoundCommand[];
  reviewers: readonly FoundReviewer[];
  leftOut: readonly LeftOut[];
  /** Who reviews beside the linters, or why nobody does. */
  agentReview: { by: string } | { why: string };
};

/** A comment is one line, whatever a file is called. */
const comment = (text: string): string => `# ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

/** JSON is YAML, and quotes whatever needs it. */
const value = (data: unknown): string =>
  Array.isArray(data) ? `[${data.map((each) => JSON.stringify(each)).join(', ')}]` : JSON.stringify(data);

const commands = (found: readonly FoundCommand[]): string[] =>
  found.map(({ command, places }) => `    - ${value(command)} ${comment(showPlaces(places))}`);

const section = (key: string, why: string, found: readonly FoundCommand[]): string[] =>
  found.length === 0
    ? [`  ${comment(`${why} Nothing was found.`)}`, `  # ${key}: []`]
    : [`  ${comment(why)}`, `  ${key}:`, ...commands(found)];

const reviewer = ({ name, command, format, cwd, places }: FoundReviewer): string[] => [
  `  - name: ${value(name)} ${comment(showPlaces(places))}`,
  '    kind: tool',
  `    command: ${value(command)}`,
  `    format: ${format}`,
  ...(cwd === undefined ? [] : [`    cwd: ${value(cwd)}`]),
];

const unified = '- { name: unified, kind: agent, skill: unified }';

const reviewing = ({ reviewers, agentReview }: Written): string[] => {
  const isAsked = 'by' in agentReview;
  const why = isAsked ? `reviews what your branch changed; here by ${agentReview.by}` : `left out: ${agentReview.why}`;
  const agent = [`  ${comment(`A coding agent ${why}.`)}`, isAsked ? `  ${unified}` : `  # ${unified}`];
  const heading = comment('Who looks for findings. A fix counts only when the tool that reported it no longer does.');
  // A list whose entries are all comments would be none.
  const isEmpty = reviewers.length === 0 && !isAsked;
  return [heading, isEmpty ? '# reviewers:' : 'reviewers:', ...reviewers.flatMap(reviewer), ...agent];
};

const missing = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.map(({ message, remedy, places }) => {
    const where = places.length === 0 ? '' : ` (${showPlaces(places)})`;
    return comment(`- ${message}${where}${remedy === undefined ? '' : `: ${remedy}`}`);
  });

export const configFile = (written: Written): string => {
  const { setup, verify, leftOut } = written;
  const isEmpty = setup.length === 0 && verify.length === 0;
  const lines = [
    comment('Written by `fixpoint init` from what this repository has. Change what you like; `fixpoint doctor --try`'),
    comment('runs it once. Every key with its meaning: docs/configuration.md of Fixpoint.'),
    '',
    isEmpty ? '# verify:' : 'verify:',
    ...section('setup', 'Prepares a fresh clone.', setup),
    ...section('commands', 'What must pass before a fix counts.', verify),
    '',
    ...reviewing(written),
    '',
    comment('What a run may cost in all. Without a limit, a run ends when its work is done.'),
    '# limits: { usd: 5 }',
    ...(leftOut.length === 0 ? [] : ['', comment('Found, and not used:'), ...missing(leftOut)]),
  ];
  return `${lines.join('\n')}\n`;
};
