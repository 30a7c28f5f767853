/** The charts of the page: findings by outcome and severity, cycles, time and money. */
import { Severity } from '../../../model/finding.ts';
import type { Report } from '../../../model/report.ts';
import { present } from '../../../plain/present.ts';
import { count, duration, usd } from '../../../views/words/amounts.ts';
import { verdict } from '../../../views/words/judgements.ts';
import { stagesCalled, wantsFixes } from '../../../views/words/runs.ts';
import { groupsOf, lookOf, type Outcome, outcomeOfFinding } from '../groups.ts';
import { html, type Html, nothing } from '../markup.ts';
import { type BarRow, barTable, stackedBar, swatch } from './bars.ts';
import { spentBy } from './spent.ts';

/** Done first, so that the bar grows from the left. */
const barOrder: readonly Outcome[] = ['proven', 'unchecked', 'left', 'dismissed'];

/** All findings in one bar, with a legend. */
export const outcomeChart = (report: Report): Html => {
  const groups = new Map(groupsOf(report).map(({ outcome, findings }) => [outcome, findings.length]));
  if (groups.size === 0) return nothing;
  const segments = barOrder.map((kind) => ({ kind, n: groups.get(kind) ?? 0 }));
  const legend = segments
    .filter(({ n }) => n > 0)
    .map(({ kind, n }) => html`<li>${swatch(kind)} <b>${n}</b> ${lookOf(kind, report).short}</li>`);
  return html`<div class="whole">
    ${stackedBar(segments, report.findings.length)}
    <ul class="legend">
      ${legend}
    </ul>
  </div>`;
};

const severityChart = (report: Report): Html | false => {
  const bySeverity = Map.groupBy(report.findings, ({ severity }) => severity);
  const rows = Severity.options.flatMap((severity): BarRow[] => {
    const findings = bySeverity.get(severity) ?? [];
    if (findings.length === 0) return [];
    const byOutcome = Map.groupBy(findings, outcomeOfFinding);
    const segments = barOrder.map((kind) => ({ kind, n: byOutcome.get(kind)?.length ?? 0 }));
    const left = byOutcome.get('left')?.length ?? 0;
    const words = wantsFixes(report) && left > 0 ? `${findings.length}, ${left} left over` : String(findings.length);
    return [{ name: severity, segments, words }];
  });
  return rows.length > 0 && barTable('Findings by severity', rows);
};

const cycleChart = ({ cycles, totals }: Report): Html | false => {
  let before = 0;
  const rows = cycles.map(({ n, fixed, durationMs, verification }): BarRow => {
    const segments = [
      { kind: 'earlier', n: before },
      { kind: 'proven', n: fixed },
      { kind: 'rest', n: Math.max(0, totals.total - before - fixed) },
    ];
    before += fixed;
    const words = present([
      `${fixed} fixed`,
      verification !== undefined && verification !== 'passed' && `verification ${verdict(verification)}`,
      duration(durationMs),
    ]);
    return { name: `Cycle ${n}`, segments, words: words.join(', ') };
  });
  return rows.length > 0 && barTable('Fixed in each cycle', rows);
};

const stageChart = (report: Report): Html | false => {
  const rows = stagesCalled(report).map(({ name, stage }): BarRow => ({
    name,
    segments: [{ kind: 'accent', n: stage.durationMs }],
    words: present([duration(stage.durationMs), count(stage.calls, 'call'), stage.usd !== null && usd(stage.usd)]).join(
      ', ',
    ),
  }));
  return rows.length > 0 && barTable('Time and money by stage', rows);
};

const agentChart = ({ findings }: Report): Html | false => {
  const rows = spentBy(findings).map(({ agent, durationMs, calls, usd: cost }): BarRow => ({
    name: agent,
    segments: [{ kind: 'accent', n: durationMs }],
    words: present([duration(durationMs), count(calls, 'call'), cost > 0 && usd(cost)]).join(', '),
  }));
  return rows.length > 0 && barTable('Time and money by fixer', rows);
};

export const charts = (report: Report): Html[] => {
  const shown = present([severityChart(report), cycleChart(report), stageChart(report), agentChart(report)]);
  return shown.length === 0 ? [] : [html`<div class="charts">${shown}</div>`];
};
