/** Lines as compilers and linters print them: `file:line:col: message` and its many kin. */
import type { DraftFinding } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { present } from '../../../plain/present.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import { toRepoPath } from '../../read/paths.ts';
import { findingText, titleOf } from '../../read/text.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { type Place, isCaret, isExcerpt, isHeadline, plain, readArrow, readLine } from './line.ts';
import { readMessage } from './message.ts';
import { type Line, skipped } from '../shared/text-tool.ts';

/** `more`: lines below that belong to it. */
type Report = Place & { at: number; message: string; indent: number; more: string[] };

type Sorted = { reports: Report[]; others: Line[] };

const mostMore = 40;

/** Each line is a finding, belongs to the one above it, or is something else. */
const sort = (text: string): Sorted => {
  const lines = text.split(/\r\n|\n|\r/).map(plain);
  const reports: Report[] = [];
  const others: Sorted['others'] = [];
  let open: Report | null = null;
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const at = index + 1;
    const next = lines[index + 1] ?? '';
    const place = isHeadline(line) ? readArrow(next) : null;
    const found = place ? { ...place, message: line, indent: 0 } : readLine(line);
    const isNote: boolean = found !== null && readMessage(found.message).isNote;
    if (found && !isNote && !(open && found.indent > open.indent)) {
      open = { ...found, at, more: [] };
      reports.push(open);
    } else if (open && (isNote || isExcerpt(line) || (isCaret(next) && !isCaret(line)))) {
      if (open.more.length < mostMore && !(open.more.length === 0 && readArrow(line))) open.more.push(line);
    } else {
      open = null;
      others.push({ text: line, number: at });
    }
  }
  return { reports, others };
};

/** rustc names the lint in a note. */
const lint = /#\[(?:warn|deny|forbid)\(([\w:]{1,80})\)\]/;

const draft = (report: Report, file: string | undefined): DraftFinding => {
  const { severity, rule: own, title } = readMessage(report.message);
  const rule = own ?? lint.exec(report.more.join('\n').slice(0, 8_000))?.[1];
  const { line, endLine, column } = report;
  const words = findingText(title);
  return {
    severity: severity ?? 'medium',
    category: rule ?? 'general',
    title: titleOf(words),
    description: findingText(present([words, report.more.length > 0 && report.more.join('\n')]).join('\n\n')),
    ...given({ file }),
    ...(line > 0 && { line, ...given({ endLine, column }) }),
    ...given({ rule }),
  };
};

const read = (text: string, context: FormatContext): Collected => {
  const { reports, others } = sort(text);
  const into: Collected = { findings: [], problems: [] };
  for (const report of reports) {
    const path = toRepoPath(report.path, context);
    if (path.problem)
      into.problems.push({
        place: `line ${report.at}`,
        message: `left out: ${path.problem}: ${titleOf(findingText(report.message))}`,
      });
    else into.findings.push(draft(report, path.file));
  }
  skipped(others, into);
  return into;
};

/** Stops at the first finding. */
const recognises = (text: string): boolean => {
  let headline = false;
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = plain(match[0]);
    if ((headline && readArrow(line)) || (!isHeadline(line) && readLine(line))) return true;
    headline = isHeadline(line);
  }
  return false;
};

export const lines: TextFormat = {
  of: 'text',
  name: 'lines',
  title: 'lines of a compiler or linter (file:line:column: message)',
  mayBeEmpty: true,
  lastResort: true,
  saysNothingFound,
  recognises,
  read,
};
