/**
 * A JSON list of problems, each with its file, line and message under names that many tools share: hadolint,
 * actionlint, SwiftLint, solhint, deno lint, gosec, Brakeman, cfn-lint, Psalm, TFLint, Gitleaks, GitHub code scanning.
 */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { getIn, type Path } from '../../../plain/plain-data.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { columns, linesAt, lists, messages, paths, rules, severities } from '../shared/names-in-json.ts';
import { fromZero } from '../shared/told.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const textAt = (entry: unknown, all: readonly Path[]): string | undefined =>
  all.map((path) => getIn(entry, path)).find(isText);

/** gosec writes `"10"` and `"10-12"`. */
const numbersAt = (entry: unknown, all: readonly Path[]): (number | undefined)[] => {
  const value = all.map((path) => getIn(entry, path)).find((each) => each !== undefined && each !== null);
  const written = typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
  return written.split('-').map((each) => (/^\d{1,9}$/.test(each) ? Number(each) : undefined));
};

const isEntry = (value: unknown): boolean =>
  textAt(value, paths) !== undefined &&
  textAt(value, messages) !== undefined &&
  numbersAt(value, linesAt)[0] !== undefined;

/** solhint says at the end how many there are. */
const isNote = (value: unknown): boolean => textAt(value, paths) === undefined;

const entriesIn = (value: unknown): { at: string; list: unknown } => {
  const key = isObject(value) ? lists.find((each) => asArray(own(value, each)).length > 0) : undefined;
  return key === undefined ? { at: '', list: value } : { at: key, list: own(value, key) };
};

const local = (path: string): string => (path.startsWith('file:///') ? fileURLToPath(path, { windows: false }) : path);

const isClosed = (entry: unknown): boolean =>
  ['dismissed', 'fixed'].some((state) => state === own(entry, 'state')) &&
  own(entry, 'most_recent_instance') !== undefined;

const columnOf = (entry: unknown): number | undefined => {
  const zero = getIn(entry, ['range', 'start', 'col']);
  return typeof zero === 'number' ? fromZero(zero) : numbersAt(entry, columns)[0];
};

export const list = jsonTool({
  name: 'list',
  title: 'JSON list of file, line and message (hadolint, actionlint, SwiftLint, solhint, deno, gosec, TFLint, …)',
  recognises: (value) => asArray(entriesIn(value).list).some(isEntry),
  entries: (value) => listed(entriesIn(value).list, entriesIn(value).at),
  shape: z
    .record(z.string(), z.unknown())
    .refine((entry) => isNote(entry) || isEntry(entry), 'it needs a file, a line and a message'),
  told: (entry) => {
    if (isNote(entry) || isClosed(entry)) return null;
    const [line, endLine] = numbersAt(entry, linesAt);
    return {
      message: textAt(entry, messages) ?? '',
      path: local(textAt(entry, paths) ?? ''),
      severity: toolSeverity(textAt(entry, severities)),
      rule: textAt(entry, rules),
      line,
      endLine,
      column: columnOf(entry),
      suggestion: textAt(entry, [['hint']]),
    };
  },
});
