/** An explanation as terminal text: the answer first, then each attempt, gate by gate. */
import type { ExplainedAttempt, ExplainedGate, Explanation, Look } from '../../model/finding/explanation.ts';
import { ReadingGate } from '../../model/remark.ts';
import { present } from '../../plain/present.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { attemptResult } from '../../views/words/judgements.ts';
import { placeThenAndNow } from '../../views/words/places.ts';
import { type Paint, painter, type Style } from '../text/paint.ts';
import { changeWords } from './evidence.ts';

const looks: Readonly<Record<ExplainedGate['result'], { mark: string; style: Style }>> = {
  passed: { mark: '✔', style: 'green' },
  flagged: { mark: '!', style: 'yellow' },
  refused: { mark: '✘', style: 'red' },
  'no-change': { mark: '✘', style: 'red' },
  conflict: { mark: '✘', style: 'red' },
  'not asked': { mark: '–', style: 'dim' },
};

/** A line that somebody else wrote may be as long as they like. */
const longestLine = 400;
const line = (text: string): string => shorten(printable(text), longestLine);

const mark = (result: ExplainedGate['result'], paint: Paint): string => paint(looks[result].style, looks[result].mark);

const reading: ReadonlySet<string> = new Set(ReadingGate.options);

/** Nothing to tell of it but that it passed, as so many others. */
const isQuiet = ({ gate, result, remarks }: ExplainedGate): boolean =>
  reading.has(gate) && result === 'passed' && remarks === undefined;

const names = (gates: readonly ExplainedGate[]): string => gates.map(({ gate }) => printable(gate)).join(', ');

const nameOf = ({ gate, asks }: ExplainedGate, paint: Paint): string =>
  `${paint('bold', printable(gate))}${asks === undefined ? '' : `: ${asks}`}`;

const gateLines = (gate: ExplainedGate, paint: Paint): string[] => [
  `  ${mark(gate.result, paint)} ${nameOf(gate, paint)}`,
  ...gate.evidence.map((each) => `      ${line(each)}`),
];

const allGateLines = ({ gates }: ExplainedAttempt, paint: Paint): string[] => {
  const quiet = gates.filter(isQuiet);
  const unasked = gates.filter(({ result }) => result === 'not asked');
  const [firstQuiet] = quiet;
  return [
    ...gates.flatMap((gate) => {
      if (gate.result === 'not asked' || (isQuiet(gate) && gate !== firstQuiet)) return [];
      if (gate !== firstQuiet) return gateLines(gate, paint);
      return [`  ${mark('passed', paint)} ${paint('bold', 'reading the change')}: nothing noticed (${names(quiet)})`];
    }),
    ...(unasked.length === 0 ? [] : [`  ${mark('not asked', paint)} not asked: ${names(unasked)}`]),
  ];
};

const lookLines = (all: readonly Look[], paint: Paint): string[] =>
  all.map(({ command, why }) => `    ${printable(command)}  ${paint('dim', `# ${printable(why)}`)}`);

const changed = ({ files }: ExplainedAttempt): string =>
  files.length === 0 ? 'changed nothing' : `changed ${files.map(changeWords).join(', ')}`;

const attemptLines = (attempt: ExplainedAttempt, paint: Paint): string[] => {
  const { n, cycle, agent, claim, reason, explanation = '', gates, look, flag } = attempt;
  return present([
    `${paint('bold', `Attempt ${n}`)} (cycle ${cycle}, by ${printable(agent)}): ${attemptResult(attempt)}`,
    reason !== undefined && `  Why: ${line(reason)}`,
    `  The agent claimed: ${claim}${explanation === '' ? '' : `, "${line(explanation)}"`} (a claim proves nothing)`,
    `  It ${line(changed(attempt))}`,
    flag !== undefined && `  Flagged: ${line(flag)}`,
    gates.length === 0 && '  No gate judged it: there was nothing to judge.',
    ...allGateLines(attempt, paint),
    look.length > 0 && '  See for yourself:',
    ...lookLines(look, paint),
  ]);
};

export const explanationText = (explanation: Explanation, { color }: { color: boolean }): string => {
  const paint = painter(color);
  const { run, finding, summary, attempts, look } = explanation;
  const sections = [
    [
      `${paint('bold', printable(finding.code))}  ${finding.severity}  ${printable(placeThenAndNow(finding))}  ` +
        shorten(printable(finding.title), 100),
      `In run ${run}: ${line(summary)}`,
    ],
    ...attempts.map((attempt) => attemptLines(attempt, paint)),
    ['More:', ...lookLines(look, paint)],
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};
