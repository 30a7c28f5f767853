/** Where in the code a finding is; it moves with the code (requirement 1.10). */
import { z } from 'zod';
import { given } from '../plain/given.ts';
import type { Finding } from './finding.ts';

const lines = { line: z.int().min(1).optional(), endLine: z.int().min(1).optional() };

export const Place = z.object({ file: z.string().optional(), ...lines });
export type Place = z.infer<typeof Place>;

export const MovedPlace = Place.extend({
  column: z.int().min(1).optional().describe('Not there when the line was rewritten'),
  endColumn: z.int().min(1).optional(),
  merged: z.array(z.object(lines)).optional().describe('Of the reports that it was merged from, in their order'),
  fate: z
    .enum(['kept', 'changed', 'gone'])
    .describe('Whether its lines are as they were, were rewritten, or are gone: then this is where they were'),
});
export type MovedPlace = z.infer<typeof MovedPlace>;

/** What of a finding moves. */
export type Placed = Pick<Finding, 'id' | 'file' | 'line' | 'endLine' | 'column' | 'endColumn' | 'merged'>;

export const placeOf = ({ file, line, endLine }: Pick<Placed, 'file' | 'line' | 'endLine'>): Place => ({
  ...given({ file, line, endLine }),
});

/** As people write it behind a file: `:3`, `:3-7`, or nothing. */
export const lineSuffix = ({ line, endLine }: Pick<Place, 'line' | 'endLine'>): string => {
  if (line === undefined) return '';
  return endLine === undefined || endLine === line ? `:${line}` : `:${line}-${endLine}`;
};

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.file === b.file && a.line === b.line && a.endLine === b.endLine;

/** The finding at its new place. */
export const moveTo = (finding: Finding, { merged, ...moved }: MovedPlace): Finding => {
  const { fate: _, ...place } = moved;
  const { file: _file, line: _line, endLine: _endLine, column: _column, endColumn: _endColumn, ...rest } = finding;
  const reports = finding.merged?.map((report, index) => {
    const { line: _l, endLine: _e, ...said } = report;
    return { ...said, ...merged?.[index] };
  });
  return { ...rest, ...place, ...given({ merged: reports }) };
};
