/** ruff's JSON, as a document or in lines, with the fixes that it calls safe. */
import { z } from 'zod';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonLinesTool, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import type { Told } from '../shared/told.ts';

const Location = z.object({ row: z.int().min(1), column: z.int().min(1) });

const Entry = z.object({
  code: z.string().nullish(),
  name: z.string().nullish(),
  message: z.string(),
  filename: z.string(),
  severity: z.string().nullish(),
  location: Location.nullish(),
  end_location: Location.nullish(),
  /** Of a notebook: its lines are counted in the cell, so that no edit can be made of them. */
  cell: z.number().nullish(),
  url: z.string().nullish(),
  fix: z
    .object({
      applicability: z.string().nullish(),
      message: z.string().nullish(),
      edits: z.array(z.object({ content: z.string(), location: Location, end_location: Location })),
    })
    .nullish()
    .catch(null),
});
type Entry = z.infer<typeof Entry>;

const editsOf = ({ fix, cell }: Entry, file: string): TextEdit[] => {
  if (!fix || fix.applicability !== 'safe' || (cell !== null && cell !== undefined)) return [];
  return fix.edits.map(({ content, location, end_location: end }) => ({
    file,
    range: {
      by: 'position',
      startLine: location.row,
      startColumn: location.column,
      endLine: end.row,
      endColumn: end.column,
      unit: 'codePoint',
    },
    text: content,
  }));
};

const told = (entry: Entry): Told => ({
  message: entry.message,
  path: entry.filename,
  severity: toolSeverity(entry.severity),
  rule: entry.code ?? entry.name,
  line: entry.location?.row,
  endLine: entry.end_location?.row,
  column: entry.location?.column,
  endColumn: entry.end_location?.column,
  more: [entry.url],
  suggestion: entry.fix?.message,
  edits: (file) => editsOf(entry, file),
});

const isEntry = (value: unknown): boolean => isListOf([value], 'filename', 'location', 'noqa_row');

export const ruff = jsonTool({
  name: 'ruff',
  title: 'ruff JSON (ruff check --output-format json)',
  reviewer: 'ruff',
  recognises: (value) => isListOf(value, 'filename', 'location', 'noqa_row') || isEntry(value),
  entries: (value) => (Array.isArray(value) ? listed(value) : [{ place: 'entry', value }]),
  shape: Entry,
  told,
});

export const ruffLines = jsonLinesTool({
  name: 'ruff-lines',
  title: 'ruff JSON lines (ruff check --output-format json-lines)',
  reviewer: 'ruff',
  isEntry: (value) => isEntry(value) && typeof own(value, 'filename') === 'string',
  shape: Entry,
  told,
});
