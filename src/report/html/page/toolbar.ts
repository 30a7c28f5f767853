/** Filters and search for the findings; hidden where no script runs, since then nothing would answer. */
import { Severity } from '../../../model/finding.ts';
import type { Report } from '../../../model/report.ts';
import { type Group, lookOf } from '../groups.ts';
import { html, type Html, nothing } from '../markup.ts';

const choice = (name: string, value: string, words: string, n: number): Html =>
  html`<label class="choice"
    ><input type="checkbox" name="${name}" value="${value}" checked /><span>${words} <b>${n}</b></span></label
  >`;

const outcomeChoices = (groups: readonly Group[], report: Report): Html[] =>
  groups.map(({ outcome, findings }) => {
    const { mark, short } = lookOf(outcome, report);
    return choice('outcome', outcome, `${mark} ${short}`, findings.length);
  });

const severityChoices = ({ findings }: Report): Html[] => {
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  return Severity.options.flatMap((severity) => {
    const n = bySeverity.get(severity)?.length ?? 0;
    return n === 0 ? [] : [choice('severity', severity, severity, n)];
  });
};

/** A handful is read without help. */
const fewest = 3;

export const toolbar = (groups: readonly Group[], report: Report): Html =>
  report.findings.length < fewest
    ? nothing
    : html`<form id="filter" role="search" aria-label="Filter findings" hidden>
        <p>
          <label for="search">Search</label>
          <input id="search" type="search" placeholder="Code, title, file, rule, reason" autocomplete="off" />
          <output id="shown" role="status"></output>
          <button type="button" id="open-all">Open all</button>
          <button type="button" id="close-all">Close all</button>
        </p>
        <div>
          <fieldset>
            <legend>Outcome</legend>
            ${outcomeChoices(groups, report)}
          </fieldset>
          <fieldset>
            <legend>Severity</legend>
            ${severityChoices(report)}
          </fieldset>
        </div>
      </form>`;
