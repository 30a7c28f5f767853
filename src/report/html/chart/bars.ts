/** Bars as inline SVG. What they show stands beside them in words: they are for the eye alone. */
import { html, type Html } from '../markup.ts';

/** `kind`: a class of the style, which gives it colour and pattern. */
export type Segment = { kind: string; n: number };

const percent = (part: number, whole: number): string => (whole === 0 ? '0%' : `${((100 * part) / whole).toFixed(2)}%`);

const fillOf = (kind: string): Html =>
  kind === 'unchecked' ? html`fill="url(#hatch)" class="unchecked"` : html`class="${kind}"`;

/** One bar of several segments; `whole` is as long as there is room. */
export const stackedBar = (segments: readonly Segment[], whole: number): Html => {
  let from = 0;
  const rects = segments.map(({ kind, n }) => {
    const rect = html`<rect x="${percent(from, whole)}" width="${percent(n, whole)}" height="100%" ${fillOf(kind)} />`;
    from += n;
    return n === 0 ? '' : rect;
  });
  return html`<svg class="bar" width="100%" height="14" aria-hidden="true">${rects}</svg>`;
};

/** How far a score is, with a line where it has to be. */
export const scoreBar = (score: number, threshold: number): Html =>
  html`<svg class="bar small" width="140" height="10" aria-hidden="true">
    <rect width="${percent(score, 100)}" height="100%" class="${score >= threshold ? 'proven' : 'left'}" />
    <line x1="${percent(threshold, 100)}" x2="${percent(threshold, 100)}" y2="100%" />
  </svg>`;

/** What a segment's colour and pattern stand for. */
export const swatch = (kind: string): Html =>
  html`<svg class="swatch" width="12" height="12" aria-hidden="true">
    <rect width="100%" height="100%" ${fillOf(kind)} />
  </svg>`;

/** Once on the page: the pattern that tells segments apart where colours do not. */
export const patterns = html`<svg class="patterns" width="0" height="0" aria-hidden="true">
  <defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" class="hatch-ground" />
      <rect width="3" height="6" class="hatch-line" />
    </pattern>
  </defs>
</svg>`;

export type BarRow = { name: string; segments: readonly Segment[]; words: string };

/** Bars under each other, to one scale, each with its name and its numbers in words. */
export const barTable = (caption: string, rows: readonly BarRow[]): Html => {
  const whole = Math.max(...rows.map(({ segments }) => segments.reduce((sum, { n }) => sum + n, 0)));
  const lines = rows.map(
    ({ name, segments, words }) =>
      html`<tr>
        <th scope="row"><bdi>${name}</bdi></th>
        <td class="bars">${stackedBar(segments, whole)}</td>
        <td>${words}</td>
      </tr>`,
  );
  return html`<figure class="chart">
    <table>
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </figure>`;
};
