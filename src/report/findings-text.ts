/** A list of findings as terminal text, with what was merged, dismissed and not read. */
import { styleText } from 'node:util';
import { type Finding, reviewersOf } from '../model/finding.ts';
import type { ListedFinding, Listing } from '../model/listing.ts';
import { present } from '../plain/present.ts';
import { printable, shorten } from '../plain/printable.ts';
import { place } from '../views/words/places.ts';
import { count } from '../views/words/amounts.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const severityStyle: Readonly<Record<Finding['severity'], Style>> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'gray',
};

const widest = 40;

const rowsOf = (findings: readonly ListedFinding[], paint: Paint): string[] => {
  const rows = findings.map((finding) => ({
    finding,
    code: printable(finding.code),
    where: printable(place(finding)),
  }));
  const width = (key: 'code' | 'where'): number =>
    rows.reduce((most, row) => Math.min(widest, Math.max(most, row[key].length)), 0);
  const [codes, places] = [width('code'), width('where')];
  return rows.map(({ finding, code, where }) => {
    const { severity, merged, baselineState } = finding;
    const by = reviewersOf(finding).map(printable).join(', ');
    const facts = present([by, merged && `${merged.length} reports`, baselineState !== undefined && baselineState]);
    const level = paint(severityStyle[severity], severity.padEnd(8));
    const start = `${level}  ${code.padEnd(codes)}  ${where.padEnd(places)}`;
    return `  ${start}  ${shorten(printable(finding.title), 100)} ${paint('dim', `(${facts.join('; ')})`)}`;
  });
};

const mergedLines = (findings: readonly ListedFinding[]): string[] =>
  findings.flatMap(({ code, merged = [] }) =>
    merged.length === 0
      ? []
      : [
          `  ${printable(code)}:`,
          ...merged.map(
            ({ reviewer, title, line }) =>
              `    ${printable(reviewer)}${line === undefined ? '' : `, line ${line}`}: ` +
              shorten(printable(title), 100),
          ),
        ],
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

const sourceLines = ({ sources }: Listing): string[] =>
  sources.map(({ name, format, reports, verdict }) => {
    const facts = present([count(reports, 'report'), verdict !== undefined && verdict]);
    return `  ${printable(name)}  ${format}, ${facts.join(', ')}`;
  });

const summary = ({ findings, absent, reports, leftOut, problems }: Listing): string => {
  const dismissed = findings.filter(({ status }) => status === 'dismissed').length;
  return present([
    `${count(findings.length, 'finding')} from ${count(reports, 'report')}`,
    dismissed > 0 && `${dismissed} dismissed`,
    absent.length > 0 && `${absent.length} of the baseline gone`,
    leftOut > 0 && `${leftOut} left out by --only`,
    problems.length > 0 && `${count(problems.length, 'remark')} about what was read`,
  ]).join(', ');
};

export const findingsText = (listing: Listing, { color }: { color: boolean }): string => {
  const paint: Paint = color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
  const open = listing.findings.filter(({ status }) => status === 'open');
  const dismissed = listing.findings.filter(({ status }) => status === 'dismissed');
  return `${[
    ...rowsOf(open, paint),
    ...section('Merged from:', mergedLines(open)),
    ...section(
      'Dismissed:',
      dismissed.map(
        (each) =>
          `  ${printable(each.code)}  ${printable(place(each))}  ${shorten(printable(each.title), 100)}: ` +
          printable(each.reason ?? ''),
      ),
    ),
    ...section(
      'Gone since the baseline:',
      listing.absent.map((each) => `  ${printable(place(each))}  ${shorten(printable(each.title), 100)}`),
    ),
    ...section('Read:', sourceLines(listing)),
    ...section(
      'Remarks:',
      listing.problems.map(({ place: where, message }) => `  ${printable(where)}: ${printable(message)}`),
    ),
    ...listing.warnings.map((warning) => `${paint('yellow', 'Warning:')} ${printable(warning)}`),
    '',
    summary(listing),
  ]
    .join('\n')
    .replace(/^\n+/, '')}\n`;
};
