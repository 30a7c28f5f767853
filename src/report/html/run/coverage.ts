/** Which of the changes were reviewed, and which were not. */
import type { Report, ReportCoverage } from '../../../model/report.ts';
import type { NotReviewed } from '../../../model/review-scope.ts';
import { gapsOf, placeNotReviewed } from '../../../views/coverage.ts';
import { count } from '../../../views/words/amounts.ts';
import { stackedBar } from '../chart/bars.ts';
import { html, type Html, nothing } from '../markup.ts';
import { code, section, type Section, table, words } from '../pieces.ts';

/** Longer lists are cut, and say so: the JSON report has all of it. */
const mostRows = 500;

const places = (title: string, left: readonly NotReviewed[]): Html => {
  if (left.length === 0) return nothing;
  const rows = left.slice(0, mostRows).map((each) => [code(placeNotReviewed(each)), words(each.reason)]);
  const rest = left.length - rows.length;
  return html`<h3>${title}</h3>
    ${table([{ title: 'Place' }, { title: 'Why' }], rows)}${
      rest > 0 && html`<p class="cut">And ${rest} more, which the JSON report has.</p>`
    }`;
};

const barOf = ({ reviewed, hunks, base }: ReportCoverage): Html => {
  const segments = [
    { kind: 'proven', n: reviewed },
    { kind: 'left', n: hunks - reviewed },
  ];
  const words = html`<p>${reviewed} of ${count(hunks, 'change')} reviewed, compared with ${code(base)}</p>`;
  return html`<div class="whole">${stackedBar(segments, hunks)}${words}</div>`;
};

export const coverageSection = ({ coverage }: Report): Section => {
  const leftOut = (coverage?.notReviewed ?? []).filter(({ wanted }) => !wanted);
  return section('coverage', 'Coverage', [
    coverage !== null && barOf(coverage),
    coverage !== null && places('Not reviewed', gapsOf(coverage)),
    places('Left out by the configuration', leftOut),
  ]);
};
