/**
 * The report as one page that needs nothing else: charts, every finding with every attempt, its change and its
 * evidence. It comes in pieces, since it can be long.
 */
import type { Report } from '../../model/report.ts';
import { createAnchors } from './anchors.ts';
import { createCallOf } from './calls.ts';
import { patterns } from './chart/bars.ts';
import { charts } from './chart/charts.ts';
import { createDiffs, type PatchOf } from './diff/diff.ts';
import { findingDetail, type Page } from './finding/finding.ts';
import { type Group, groupsOf, lookOf } from './groups.ts';
import { html, type Html } from './markup.ts';
import { attention } from './page/attention.ts';
import { bodyStart, findingsStart, groupStart, mainStart, pageEnd, pageStart, sectionEnd } from './page/frame.ts';
import { contents, head } from './page/head.ts';
import { overview, stepsToTry } from './page/overview.ts';
import { toolbar } from './page/toolbar.ts';
import { section, type Section, sectionMarkup } from './pieces.ts';
import { runSections } from './run/sections.ts';
import { createSeen } from './seen.ts';

async function* group({ outcome, findings }: Group, page: Page): AsyncGenerator<Html> {
  const { title } = lookOf(outcome, page.report);
  yield groupStart;
  yield html`<h3 id="group-${outcome}">${title} <span class="quiet">${findings.length}</span></h3>`;
  for (const finding of findings) yield await findingDetail(finding, page);
  yield sectionEnd;
}

async function* findings(page: Page): AsyncGenerator<Html> {
  const groups = groupsOf(page.report);
  yield findingsStart;
  yield html`<h2 id="findings-title">Findings</h2>
    ${toolbar(groups, page.report)}`;
  if (groups.length === 0) yield html`<p>No findings.</p>`;
  for (const each of groups) yield* group(each, page);
  yield sectionEnd;
}

/** What stands before the findings, and behind them. */
const around = (report: Report, { anchors }: Page): { first: Section[]; last: Section[] } => ({
  first: [attention(report, anchors), stepsToTry(report), section('glance', 'At a glance', charts(report))],
  last: runSections(report, anchors),
});

const pageOf = (report: Report, patchOf: PatchOf): Page => {
  const seen = createSeen();
  const anchors = createAnchors(report.findings);
  return { report, anchors, seen, callOf: createCallOf(report), diffs: createDiffs(patchOf, seen) };
};

async function* parts(page: Page): AsyncGenerator<Html> {
  const { report } = page;
  const { first, last } = around(report, page);
  yield pageStart;
  yield head(report);
  yield bodyStart;
  yield html`${patterns} ${overview(report)} ${contents(first, last)}`;
  yield mainStart;
  yield* first.map(sectionMarkup);
  yield* findings(page);
  yield* last.map(sectionMarkup);
  yield pageEnd;
}

export async function* htmlReport(report: Report, patchOf: PatchOf): AsyncGenerator<string> {
  for await (const part of parts(pageOf(report, patchOf))) yield part.toString();
}
