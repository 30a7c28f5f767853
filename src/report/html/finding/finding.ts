/** One finding on the page: a line that says how it stands, and behind it everything that was done about it. */
import type { ReportFinding } from '../../../model/finding/reported.ts';
import type { Report } from '../../../model/report.ts';
import { shorten } from '../../../plain/printable.ts';
import { count } from '../../../views/words/amounts.ts';
import { placeThenAndNow } from '../../../views/words/places.ts';
import type { Anchors } from '../anchors.ts';
import { lookOf, type Outcome, outcomeOfFinding } from '../groups.ts';
import { html, type Html, link, nothing } from '../markup.ts';
import { badge, code, facts, list, words } from '../pieces.ts';
import { attemptDetail, type Shared } from './attempt.ts';
import { proofLine } from './proof.ts';

export type Page = Shared & { report: Report; anchors: Anchors };

const tones: Readonly<Record<Outcome, string>> = {
  left: 'bad',
  unchecked: 'doubt',
  proven: 'good',
  dismissed: 'plain',
};

/** More is shown below. */
const longest = 280;

const marks = (finding: ReportFinding, report: Report): Html => {
  const outcome = outcomeOfFinding(finding);
  const { mark, short } = lookOf(outcome, report);
  const isFlagged = finding.attempts.some(({ flag }) => flag !== undefined);
  return html`<span class="marks"
    >${badge(finding.severity, `severity ${finding.severity}`)} ${isFlagged && badge('! flagged', 'doubt')}
    ${badge(`${mark} ${short}`, tones[outcome])}</span
  >`;
};

const summary = (finding: ReportFinding, report: Report): Html => {
  const { reason, rule, category, reviewer, attempts } = finding;
  return html`<summary>
    <span class="head"
      ><span class="code">${words(finding.code)}</span>
      <h4>${words(shorten(finding.title, longest))}</h4>
      ${marks(finding, report)}</span
    >${facts([
      code(placeThenAndNow(finding)),
      words(rule ?? category),
      words(reviewer),
      attempts.length > 0 && count(attempts.length, 'attempt'),
    ])}${reason !== undefined && html`<span class="reason">${words(shorten(reason, longest))}</span>`}
  </summary>`;
};

/** Tools often give one sentence, which became the title already. */
const description = ({ title, description: text }: ReportFinding): Html =>
  ['', title, `${title}.`].includes(text) ? nothing : html`<p class="text">${words(text)}</p>`;

const mergedFrom = ({ merged = [] }: ReportFinding): Html =>
  merged.length === 0
    ? nothing
    : html`<p>Merged from ${count(merged.length, 'report')}:</p>
        ${list(
          merged.map(
            ({ reviewer, title, line }) =>
              html`${words(reviewer)}${line !== undefined && `, line ${line}`}: ${words(title)}`,
          ),
          'bullets',
        )}`;

const whole = (text: string): Html => (text.length > longest ? html`<p class="said">${words(text)}</p>` : nothing);

const removal = ({ removedBy }: ReportFinding): Html =>
  removedBy === undefined
    ? nothing
    : html`<p>The lines that it was about were removed by the fix of ${words(removedBy.codes)}.</p>`;

/** Each time that it was reported again after a fix. */
const reopenings = ({ reopened = [] }: ReportFinding): Html =>
  list(
    reopened.map(
      ({ round, by, commit }) =>
        html`${badge('! reported again', 'doubt')} in round ${round} by
        ${words(by.join(', '))}${commit !== undefined && html`, after the fix in ${code(commit.slice(0, 12))}`}`,
    ),
  );

/** Where it went as a leftover. */
const issueOf = ({ issue }: ReportFinding): Html => {
  if (issue === undefined) return nothing;
  const where = issue.url === null ? 'none yet' : link(issue.url, issue.url);
  const trouble = issue.error !== null && html`not sent: ${words(issue.error)}`;
  return html`<p><b>Issue:</b> ${where} ${trouble}</p>`;
};

const origin = ({ category, rule, level, commit }: ReportFinding): Html =>
  facts([
    words(rule === undefined || rule === category ? category : `${category}, rule ${rule}`),
    level,
    commit !== undefined && html`commit ${code(commit.slice(0, 12))}`,
  ]);

const about = (finding: ReportFinding): Html => {
  const { title, reason = '', suggestion, proof = [], status } = finding;
  return html`${whole(title)} ${whole(reason)} ${description(finding)}
  ${suggestion !== undefined && html`<p class="text"><b>Suggestion:</b> ${words(suggestion)}</p>`}
  ${status === 'fixed' && proofLine(proof)} ${issueOf(finding)} ${removal(finding)} ${reopenings(finding)}
  ${mergedFrom(finding)} ${origin(finding)}`;
};

const attemptsOf = async ({ attempts }: ReportFinding, anchor: string, page: Page): Promise<Html[]> => {
  const shown: Html[] = [];
  for (const attempt of attempts) shown.push(await attemptDetail(attempt, anchor, page, attempt === attempts.at(-1)));
  return shown;
};

export const findingDetail = async (finding: ReportFinding, page: Page): Promise<Html> => {
  const anchor = page.anchors(finding.code);
  const attempts = await attemptsOf(finding, anchor, page);
  const none = attempts.length === 0 && html`<p class="quiet">No attempt was made.</p>`;
  return html`<article
    id="${anchor}"
    class="finding"
    data-outcome="${outcomeOfFinding(finding)}"
    data-severity="${finding.severity}"
  >
    <details>
      ${summary(finding, page.report)}
      <div class="body">${about(finding)}${attempts}${none}</div>
    </details>
    <a class="here" href="#${anchor}" title="Link to this finding" aria-label="Link to ${finding.code}">#</a>
  </article> `;
};
