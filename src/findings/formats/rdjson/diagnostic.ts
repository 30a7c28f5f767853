/** One diagnostic of reviewdog's format as a finding. */
import type { DraftFinding, Severity } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { toColumns } from '../../read/columns.ts';
import { toLineRange } from '../../read/lines.ts';
import { toRepoPath } from '../../read/paths.ts';
import { toSeverity } from '../../read/severity.ts';
import { findingText, oneLine, titleOf } from '../../read/text.ts';
import type { Collected, FormatContext } from '../format.ts';
import { asArray, isObject, own, type Say } from '../../../plain/shape.ts';
import { columnUnitOf, positionOf } from './range.ts';
import { suggestionsOf } from './suggestions.ts';
import { cutEnd } from '../../../plain/cut.ts';

/** What a document says for all diagnostics that do not say it themselves. */
export type Defaults = { severity?: unknown; source?: unknown };

const numbered: readonly (Severity | undefined)[] = [undefined, 'high', 'medium', 'info'];

/** Undefined where none is given. */
const severityIn = (value: unknown, say: Say): Severity | undefined => {
  if (value === undefined || value === null || value === 0 || value === '' || value === 'UNKNOWN_SEVERITY')
    return undefined;
  const severity = typeof value === 'number' ? numbered[value] : toSeverity(typeof value === 'string' ? value : '');
  if (!severity) say(`unknown severity ${cutEnd(JSON.stringify(value), 80)}; taken as medium`);
  return severity ?? 'medium';
};

const textIn = (value: unknown, ...keys: readonly string[]): string => {
  const text = keys.map((key) => own(value, key)).find((each) => typeof each === 'string');
  return typeof text === 'string' ? findingText(text) : '';
};

/** The lines and columns of a location; said, and left out, where they make no sense. */
const placeOf = (location: unknown, say: Say): Pick<DraftFinding, 'line' | 'endLine' | 'column' | 'endColumn'> => {
  const range = own(location, 'range');
  const [start, end] = [positionOf(own(range, 'start')), positionOf(own(range, 'end'))];
  if (start === null || end === null) {
    say('its range is not one of lines and columns; taken as one without');
    return {};
  }
  const lines = toLineRange(start.line, end.line);
  return { ...lines, ...toColumns(lines, start.column, end.column) };
};

const related = (value: unknown): string[] =>
  [...asArray(own(value, 'related_locations')), ...asArray(own(value, 'relatedLocations'))].map((each) => {
    const location = own(each, 'location');
    const start = positionOf(own(own(location, 'range'), 'start'));
    const file = oneLine(textIn(location, 'path')) || 'somewhere';
    const where = start?.line === undefined ? file : `${file}:${start.line}`;
    return `Related: ${where}${textIn(each, 'message') && `: ${textIn(each, 'message')}`}`;
  });

const ruleOf = (value: unknown): { rule: string; url: string } => {
  const code = own(value, 'code');
  return { rule: oneLine(typeof code === 'string' ? code : textIn(code, 'value')), url: oneLine(textIn(code, 'url')) };
};

export const readDiagnostic = (
  value: unknown,
  place: string,
  defaults: Defaults,
  context: FormatContext,
  into: Collected,
): void => {
  const say: Say = (message) => void into.problems.push({ place, message });
  if (!isObject(value)) return say('not a diagnostic: it is no object');
  const message = textIn(value, 'message') || textIn(value, 'original_output', 'originalOutput');
  if (!message) return say('not a diagnostic: it has no "message"');
  const location = own(value, 'location');
  const stated = own(location, 'path') ?? '';
  if (typeof stated !== 'string') return say('not a diagnostic: its "path" is not text');
  const path = toRepoPath(stated, context);
  if (path.problem) return say(`left out: ${path.problem}`);
  const { rule, url } = ruleOf(value);
  const reviewer = textIn(own(value, 'source') ?? defaults.source, 'name');
  const { edits, suggestion } = suggestionsOf(own(value, 'suggestions'), path.file, columnUnitOf(reviewer), say);
  into.findings.push({
    severity: severityIn(own(value, 'severity'), say) ?? severityIn(defaults.severity, say) ?? 'medium',
    category: rule || 'general',
    title: titleOf(message),
    description: findingText(
      [message, ...related(value), ...(url ? [`More about ${rule || 'it'}: ${url}`] : [])].join('\n\n'),
    ),
    ...given({ suggestion: suggestion || undefined }),
    ...(path.file !== undefined && { file: path.file, ...placeOf(location, say) }),
    ...given({ rule: rule || undefined }),
    ...(edits.length > 0 && { edits }),
    ...(!context.fromTool && reviewer && { reviewer }),
  });
};
