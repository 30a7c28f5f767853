/** The top of the page: the headline, how the run ended, and the facts about it. */
import type { Report } from '../../../model/report.ts';
import { cost, duration } from '../../../views/words/amounts.ts';
import { configurationFrom, outcomeOf } from '../../../views/words/runs.ts';
import { nextSteps } from '../../next-steps.ts';
import { outcomeChart } from '../chart/charts.ts';
import { html, type Html, type Part } from '../markup.ts';
import { code, section, type Section, time } from '../pieces.ts';
import { headline } from './headline.ts';

const codeOrNull = (text: string | null): Html | null => (text === null ? null : code(text));

const rowsOf = (report: Report): [string, Part][] => [
  ['Outcome', outcomeOf(report)],
  ['Started', time(report.startedAt)],
  ['Duration', duration(report.durationMs)],
  ['Cost', cost(report) || null],
  ['Fixes applied', report.fixesApplied ? 'yes' : 'no'],
  ['Branch', codeOrNull(report.branch)],
  ['Head', codeOrNull(report.head?.slice(0, 12) ?? null)],
  ['Start', code(report.start.slice(0, 12))],
  ['Compared with', codeOrNull(report.base?.slice(0, 12) ?? null)],
  ['Configuration from', codeOrNull(configurationFrom(report))],
  ['Patch', codeOrNull(report.patch)],
];

export const overview = (report: Report): Html => {
  const rows = rowsOf(report).filter(([, value]) => value !== null);
  return html`<header>
    <p class="run">Fixpoint <span>${report.command}</span> <code>${report.run}</code></p>
    <h1>${headline(report)}</h1>
    ${outcomeChart(report)}
    <dl class="grid">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header> `;
};

export const stepsToTry = (report: Report): Section => {
  const steps = nextSteps(report).map(
    ({ command, why }) =>
      html`<li>
        ${why}
        <pre class="command">${command}</pre>
      </li>`,
  );
  return section('next', 'What to try next', [
    steps.length > 0 &&
      html`<ul class="steps">
        ${steps}
      </ul>`,
  ]);
};
