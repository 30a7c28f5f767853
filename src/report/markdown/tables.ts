/** The tables of the Markdown report: the run, its findings, its cycles. */
import type { Report } from '../../model/report.ts';
import { code, inline, table } from './escape.ts';
import { configurationFrom, foundLine, outcomeOf } from '../../views/words/runs.ts';
import { proofWords, verdict } from '../../views/words/judgements.ts';
import { place } from '../../views/words/places.ts';
import { cost, duration } from '../../views/words/amounts.ts';

const codeOrNull = (text: string | null): string | null => (text === null ? null : code(text));

export const summary = (report: Report): string => {
  const { stopReason, startedAt, durationMs } = report;
  const rows: [string, string | null][] = [
    ['Status', outcomeOf(report) + (stopReason === null ? '' : ` (stopped: ${stopReason})`)],
    ['Findings', foundLine(report)],
    ['Start', code(report.start)],
    ['Compared with', codeOrNull(report.base)],
    ['Configuration from', codeOrNull(configurationFrom(report))],
    ['Branch', codeOrNull(report.branch)],
    ['Head', codeOrNull(report.head)],
    ['Patch', codeOrNull(report.patch)],
    ['Fixes applied', report.fixesApplied ? 'yes' : 'no'],
    ['Started', inline(startedAt)],
    ['Duration', duration(durationMs)],
    ['Cost', cost(report) || null],
  ];
  return table(
    ['', ''],
    rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
};

export const overview = (report: Report): string[] =>
  report.findings.length === 0
    ? ['No findings.']
    : [
        table(
          ['Code', 'Severity', 'Place', 'Title', 'Status', 'Proof', 'Attempts'],
          report.findings.map((finding) => [
            inline(finding.code),
            finding.severity,
            code(place(finding)),
            inline(finding.title),
            finding.status,
            finding.status === 'fixed' ? proofWords(finding.proof ?? [], true) : '',
            String(finding.attempts.length),
          ]),
        ),
      ];

export const cycles = (report: Report): string[] =>
  report.cycles.length === 0
    ? []
    : [
        table(
          ['Cycle', 'Fixed', 'Open after it', 'Verification', 'Duration', 'Files'],
          report.cycles.map((cycle) => [
            String(cycle.n),
            String(cycle.fixed),
            String(cycle.open),
            cycle.verification === undefined ? '' : verdict(cycle.verification),
            duration(cycle.durationMs),
            cycle.files.map(code).join(', '),
          ]),
        ),
      ];
