/** What else happened in the run, below the findings. */
import { showCommand } from '../../../config/values.ts';
import type { Report } from '../../../model/report.ts';
import { count, duration, grouped, usd } from '../../../views/words/amounts.ts';
import { costOfAFix, fixerCost, fixersToCompare } from '../../../views/words/fixers.ts';
import { nobodyWords } from '../../../views/recheck.ts';
import { planLine, stagesCalled } from '../../../views/words/runs.ts';
import type { Anchors } from '../anchors.ts';
import { verificationDetail } from '../finding/verification.ts';
import { html, type Part } from '../markup.ts';
import { code, list, section, type Section, table, words } from '../pieces.ts';
import { coverageSection } from './coverage.ts';
import { cycleSection } from './cycles.ts';
import { questionSection } from './questions.ts';
import { reviewerSection } from './reviewers.ts';
import { roundSection } from './rounds.ts';

const verification = ({ fixesApplied, verification: { baseline, final } }: Report): Section =>
  section('verification', 'Verification', [
    final !== null &&
      html`<h3>${fixesApplied ? 'The result' : 'The last change'}</h3>
        ${verificationDetail(final)}`,
    baseline !== null &&
      html`<h3>The untouched start</h3>
        ${verificationDetail(baseline)}`,
  ]);

const rechecks = ({ recheck }: Report): Section =>
  section('recheck', 'Looking again', [
    list(
      (recheck?.tools ?? []).map(
        ({ name, command, findings, problem }) =>
          html`${words(name)} (${code(showCommand(command))}):
          ${problem === undefined ? count(findings.length, 'finding') : words(problem)}`,
      ),
      'bullets',
    ),
    list(
      (recheck?.nobody ?? []).map((each) => html`Nobody looks again at ${words(nobodyWords(each))}`),
      'bullets',
    ),
  ]);

const plan = ({ plan: made }: Report): Section =>
  section('plan', 'Plan', [
    made !== null && html`<p>${planLine(made)}${made.file !== null && html`, in ${code(made.file)}`}</p>`,
    made !== null &&
      made.corrections.length > 0 &&
      html`<p>Corrected:</p>
        ${list(made.corrections.map(words), 'bullets')}`,
  ]);

const stageColumns = [
  { title: 'Stage' },
  { title: 'Calls', isNumber: true },
  { title: 'Cost', isNumber: true },
  { title: 'Tokens', isNumber: true },
  { title: 'Duration', isNumber: true },
];

const stages = (report: Report): Section => {
  const rows = stagesCalled(report).map(({ name, stage: { calls, usd: cost, tokens, durationMs } }): Part[] => [
    name,
    calls,
    cost === null ? 'unknown' : usd(cost),
    grouped(tokens.input + tokens.output),
    duration(durationMs),
  ]);
  const fixers = fixerRows(report);
  return section('stages', 'Calls of agents', [
    rows.length > 0 && table(stageColumns, rows),
    fixers.length > 0 && table(fixerColumns, fixers),
  ]);
};

const fixerColumns = [
  { title: 'Agent' },
  { title: 'Calls', isNumber: true },
  { title: 'Accepted fixes', isNumber: true },
  { title: 'Cost', isNumber: true },
  { title: 'Cost of an accepted fix', isNumber: true },
];

const fixerRows = (report: Report): Part[][] =>
  fixersToCompare(report).map((fixer) => [
    words(fixer.agent),
    fixer.calls,
    fixer.accepted,
    fixerCost(fixer),
    costOfAFix(fixer),
  ]);

const remarks = ({ warnings, problems }: Report): Section[] => [
  section('warnings', 'Warnings', [list(warnings.map(words), 'bullets')]),
  section('problems', 'What could not be read', [
    list(
      problems.map(({ place, message }) => html`${code(place)}: ${words(message)}`),
      'bullets',
    ),
  ]),
];

/** Of which only those are shown that have something to say. */
export const runSections = (report: Report, anchors: Anchors): Section[] => [
  verification(report),
  rechecks(report),
  roundSection(report),
  cycleSection(report, anchors),
  reviewerSection(report),
  coverageSection(report),
  questionSection(report),
  plan(report),
  stages(report),
  ...remarks(report),
];
