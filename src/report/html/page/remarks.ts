/** What the run has to say of itself, the first of each kind: the others stand in their section. */
import type { Report } from '../../../model/report.ts';
import { printable, shorten } from '../../../plain/printable.ts';
import { nobodyWords } from '../../../views/recheck.ts';
import { html, type Html, type Part } from '../markup.ts';
import { words } from '../pieces.ts';

const mostRemarks = 3;

const longest = 200;

export const shortened = (text: string): string => shorten(printable(text), longest);

export const more = (n: number, where: string): Html => html`<a href="#${where}">${n} more</a>`;

const some = (items: readonly Html[], where: string): Html[] =>
  items.length <= mostRemarks ? [...items] : [...items.slice(0, mostRemarks), more(items.length - mostRemarks, where)];

/** Of all that could not be filed, each reason once. */
const unfiled = ({ findings }: Report): string[] => [...new Set(findings.flatMap(({ issue }) => issue?.error ?? []))];

export const remarks = (report: Report): Part[] => {
  const { recheck, problems, warnings } = report;
  return [
    ...some(
      (recheck?.nobody ?? []).map((each) => html`Nobody looks again at ${words(nobodyWords(each))}`),
      'recheck',
    ),
    ...some(
      problems.map(({ place, message }) => html`Could not be read: ${words(shortened(`${place}: ${message}`))}`),
      'problems',
    ),
    ...some(
      warnings.map((text) => html`Warning: ${words(shortened(text))}`),
      'warnings',
    ),
    ...some(
      unfiled(report).map((text) => html`An issue was not sent: ${words(shortened(text))}`),
      'findings',
    ),
  ];
};
