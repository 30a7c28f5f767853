/** A list of findings as terminal text, with what was merged, dismissed and not read. */
import { type Finding, reviewersOf } from '../../model/finding.ts';
import type { ListedFinding, Listing } from '../../model/listing.ts';
import { present } from '../../plain/present.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { place } from '../../views/words/places.ts';
import { type Paint, painter, type Style } from './paint.ts';
import { widthOf } from './width.ts';
import { count } from '../../views/words/amounts.ts';

const severityStyle: Readonly<Record<Finding['severity'], Style>> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'gray',
};

const codeOf = ({ code }: ListedFinding): string => printable(code);
const whereOf = (finding: Finding): string => printable(place(finding));
const titleOf = ({ title }: { title: string }): string => shorten(printable(title), 100);

const rowsOf = (findings: readonly ListedFinding[], paint: Paint): string[] => {
  const codes = widthOf(findings.map(codeOf));
  const places = widthOf(findings.map(whereOf));
  return findings.map((finding) => {
    const level = paint(severityStyle[finding.severity], finding.severity.padEnd(8));
    const start = `${level}  ${codeOf(finding).padEnd(codes)}  ${whereOf(finding).padEnd(places)}`;
    const facts = factsOf(finding);
    return `  ${start}  ${titleOf(finding)}${facts.length === 0 ? '' : ` ${paint('dim', `(${facts.join('; ')})`)}`}`;
  });
};

const factsOf = (finding: ListedFinding): string[] => {
  const { merged, baselineState } = finding;
  const by = [finding.rule ?? '', ...reviewersOf(finding)].filter((name) => name !== '' && name !== 'import');
  return present([
    by.length > 0 && by.map(printable).join(', '),
    merged && `${merged.length} reports`,
    baselineState !== undefined && baselineState,
  ]);
};

const mergedLines = (findings: readonly ListedFinding[]): string[] =>
  findings.flatMap(({ code, merged = [] }) =>
    merged.length === 0
      ? []
      : [
          `  ${printable(code)}:`,
          ...merged.map((report) => {
            const { reviewer, line } = report;
            return `    ${printable(reviewer)}${line === undefined ? '' : `, line ${line}`}: ${titleOf(report)}`;
          }),
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
  const paint = painter(color);
  const open = listing.findings.filter(({ status }) => status === 'open');
  const dismissed = listing.findings.filter(({ status }) => status === 'dismissed');
  const lines = [
    ...rowsOf(open, paint),
    ...section('Merged from:', mergedLines(open)),
    ...section('Dismissed:', dismissed.map(dismissedLine)),
    ...section(
      'Gone since the baseline:',
      listing.absent.map((each) => `  ${whereOf(each)}  ${titleOf(each)}`),
    ),
    ...section('Read:', sourceLines(listing)),
    ...section('Remarks:', listing.problems.map(remarkLine)),
    ...listing.warnings.map((warning) => `${paint('yellow', 'Warning:')} ${printable(warning)}`),
    '',
    summary(listing),
  ];
  return `${lines.join('\n').replace(/^\n+/, '')}\n`;
};

const dismissedLine = (finding: ListedFinding): string =>
  `  ${codeOf(finding)}  ${whereOf(finding)}  ${titleOf(finding)}: ${printable(finding.reason ?? '')}`;

const remarkLine = ({ place: where, message }: Listing['problems'][number]): string =>
  `  ${printable(where)}: ${printable(message)}`;
