/** What each cycle came to, with its calls. */
import type { Report, ReportCall, ReportCycle } from '../../../model/report.ts';
import { count, duration } from '../../../views/words/amounts.ts';
import type { Anchors } from '../anchors.ts';
import { verificationVerdict } from '../finding/verification.ts';
import { html, type Html, nothing, type Part } from '../markup.ts';
import { badge, code, fold, list, section, type Section, table, time, words } from '../pieces.ts';

const cycleColumns = [
  { title: 'Cycle' },
  { title: 'Started' },
  { title: 'Duration', isNumber: true },
  { title: 'Fixed', isNumber: true },
  { title: 'Open after it', isNumber: true },
  { title: 'Verification' },
];

const cycleRow = ({ n, startedAt, durationMs, fixed, open, verification }: ReportCycle): Part[] => [
  n,
  time(startedAt),
  duration(durationMs),
  fixed,
  open,
  verification !== undefined && verificationVerdict(verification),
];

const callColumns = [
  { title: 'Call' },
  { title: 'Agent' },
  { title: 'What became of it' },
  { title: 'Files', isNumber: true },
  { title: 'Verification' },
  { title: 'Started' },
  { title: 'Duration', isNumber: true },
];

/** Its findings, where the change and the evidence are. */
const resultsOf = ({ results, outcome, message }: ReportCall, anchors: Anchors): Html => {
  const findings = Object.entries(results).map(
    ([finding, result]) => html`<a href="#${anchors(finding)}">${words(finding)}</a> ${result}`,
  );
  const end = outcome !== 'ok' && html`${badge(outcome, 'bad')} ${words(message)}`;
  return html`${end}${list(findings)}`;
};

const callRow = (call: ReportCall, anchors: Anchors): Part[] => {
  const { unit, agent, files, verification, startedAt, durationMs } = call;
  return [
    code(unit),
    words(agent),
    resultsOf(call, anchors),
    files.length,
    verification !== undefined && verificationVerdict(verification),
    startedAt !== undefined && time(startedAt),
    duration(durationMs),
  ];
};

const callsOf = ({ n, calls, files }: ReportCycle, anchors: Anchors): Html => {
  if (calls.length === 0) return nothing;
  const title = `Cycle ${n}: ${count(calls.length, 'call')}, ${count(files.length, 'file')} changed`;
  const rows = calls.map((call) => callRow(call, anchors));
  return fold(title, table(callColumns, rows));
};

export const cycleSection = ({ cycles }: Report, anchors: Anchors): Section =>
  section('cycles', 'Cycles', [
    cycles.length > 0 && table(cycleColumns, cycles.map(cycleRow)),
    ...cycles.map((cycle) => callsOf(cycle, anchors)),
  ]);
