/** Warnings, and what is remarked about what was read, as lines of a terminal. */
import type { Report } from '../../model/report.ts';
import { printable } from '../../plain/printable.ts';
import type { Paint } from './paint.ts';

/** The loud note above says it. */
const saidAlready = /^Nothing verifies/;

/** `-` is what people type, and the whole of an input needs no place. */
const inputName = (place: string): string => place.replace(/^-(?=:|$)/, 'standard input').replace(/: input$/, '');

/** More places than this with the same remark are counted, not shown. */
const shownPlaces = 5;

const placesOf = (problems: Report['problems']): string => {
  const places = [...new Set(problems.map(({ place }) => printable(inputName(place))))];
  const more = places.length - shownPlaces;
  return [...places.slice(0, shownPlaces), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
};

/** Once for all places that it is about. */
const inputLines = ({ problems }: Report, paint: Paint): string[] =>
  [...Map.groupBy(problems, ({ message }) => message)].map(
    ([message, about]) =>
      `${paint('yellow', 'Input:')} ` +
      `${placesOf(about)}: ${printable(message)}`.replace(': Input is empty', ' is empty'),
  );

export const warningLines = (report: Report, paint: Paint): string[] => [
  ...report.warnings
    .filter((warning) => !saidAlready.test(warning))
    .map((warning) => `${paint('yellow', 'Warning:')} ${printable(warning)}`),
  ...inputLines(report, paint),
];
