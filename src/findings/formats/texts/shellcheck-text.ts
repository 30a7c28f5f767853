/** What shellcheck prints by default: the line, and below it what is wrong with which part of it. */
import type { Severity } from '../../../model/finding.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { plainLines } from '../shared/text-tool.ts';
import { tell } from '../shared/told.ts';

const heading = /^In (?<path>.{1,1024}) line (?<line>\d{1,9}):$/;
/** `   ^-----^ SC2086 (info): Double quote …` */
const report = /^(?<indent>\s{0,2000})(?:\^-{0,2000}\^?) (?<rule>SC\d{4}) \((?<level>\w{1,20})\): (?<message>\S.*)$/;

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['error', 'high'],
  ['warning', 'medium'],
  ['info', 'info'],
  ['style', 'low'],
]);

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  let at: { path?: string | undefined; line?: string | undefined } = {};
  for (const { text: line, number } of plainLines(text)) {
    const place = heading.exec(line)?.groups;
    if (place) at = { path: place['path'], line: place['line'] };
    const { indent, rule, level, message } = report.exec(line)?.groups ?? {};
    if (message === undefined || at.path === undefined) continue;
    const severity = severities.get(level ?? '');
    const column = (indent ?? '').length + 1;
    tell({ ...at, message, severity, rule, column }, `line ${number}`, { context, into, reviewer: 'shellcheck' });
  }
  return into;
};

export const shellcheckText: TextFormat = {
  of: 'text',
  name: 'shellcheck-text',
  title: 'what shellcheck prints by default',
  mayBeEmpty: true,
  saysNothingFound,
  recognises: (text) => /^In .{1,1024} line \d{1,9}:\r?$/m.test(text) && /\^ ?-{0,2000}\^?.{0,4}SC\d{4} \(/.test(text),
  read,
};
