/** Under which names tools write the parts of a problem in JSON. */
import type { Path } from '../../../plain/plain-data.ts';

export const lists = ['diagnostics', 'Issues', 'issues', 'warnings'] as const;

/** Of an alert of GitHub's code scanning. */
const alert = (...path: readonly string[]): Path => ['most_recent_instance', ...path];

export const paths: readonly Path[] = [
  ['file'],
  ['filename'],
  ['filepath'],
  ['filePath'],
  ['file_path'],
  ['Filename'],
  ['File'],
  ['range', 'filename'],
  alert('location', 'path'),
];
export const messages: readonly Path[] = [
  ['message'],
  ['reason'],
  ['details'],
  ['Message'],
  ['Description'],
  alert('message', 'text'),
];
export const linesAt: readonly Path[] = [
  ['line'],
  ['line_from'],
  ['StartLine'],
  alert('location', 'start_line'),
  ['range', 'start', 'line'],
  ['Location', 'Start', 'LineNumber'],
];
export const columns: readonly Path[] = [
  ['column'],
  ['character'],
  ['StartColumn'],
  ['range', 'start', 'column'],
  ['Location', 'Start', 'ColumnNumber'],
];
export const rules: readonly Path[] = [
  ['rule_id'],
  ['ruleId'],
  ['RuleID'],
  ['Rule', 'Id'],
  ['rule', 'id'],
  ['rule', 'name'],
  ['code'],
  ['kind'],
  ['check_name'],
];
export const severities: readonly Path[] = [
  ['level'],
  ['severity'],
  ['Level'],
  ['rule', 'security_severity_level'],
  ['rule', 'severity'],
  ['confidence'],
];
