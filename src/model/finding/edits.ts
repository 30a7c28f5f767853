/** Edits of files, as tools and people write them down. */
import { z } from 'zod';

/** As an `endColumn`: up to the end of the line, its line break excluded. */
export const endOfLine = 2_147_483_647;

/**
 * Where an edit applies: UTF-16 offsets into the file's text (after a BOM); 1-based lines and columns, end exclusive,
 * where a column counts
 * UTF-16 units, code points or bytes of UTF-8; or whole lines, the last one included. Of whole lines the content is
 * replaced, with the line
 * breaks of the file; an empty text removes them with their line break.
 */
export const EditRange = z.discriminatedUnion('by', [
  z.object({ by: z.literal('offset'), start: z.int().min(0), end: z.int().min(0) }),
  z.object({
    by: z.literal('position'),
    startLine: z.int().min(1),
    startColumn: z.int().min(1),
    endLine: z.int().min(1),
    endColumn: z.int().min(1),
    unit: z.enum(['utf16', 'codePoint', 'utf8']),
  }),
  z.object({ by: z.literal('lines'), startLine: z.int().min(1), endLine: z.int().min(1) }),
]);
export type EditRange = z.infer<typeof EditRange>;

/** One replacement in one file. All edits of a finding are applied together or not at all. */
export const TextEdit = z.object({ file: z.string(), range: EditRange, text: z.string() });
export type TextEdit = z.infer<typeof TextEdit>;
