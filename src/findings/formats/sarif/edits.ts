/**
 * A machine-made fix of a result as edits. One replacement that cannot be expressed exactly gives up the whole fix, and
 * says so.
 */
import { type EditRange, type TextEdit, endOfLine } from '../../../model/finding/edits.ts';
import { firstIssue } from '../../../plain/shape.ts';
import type { RunContext } from './run-context.ts';
import { Fix, type Region } from './schema.ts';
import { locate } from './uri.ts';

class NotExact extends Error {}

const whole = (value: number | null | undefined, fallback: number, least: number): number => {
  const number = value ?? fallback;
  if (!Number.isSafeInteger(number) || number < least) throw new NotExact(`${number} is not a position`);
  return number;
};

const byPosition = (region: Region, unit: 'utf16' | 'codePoint'): EditRange => {
  const startLine = whole(region.startLine, 1, 1);
  const startColumn = whole(region.startColumn, 1, 1);
  const endLine = whole(region.endLine, startLine, startLine);
  const endColumn = whole(region.endColumn, endOfLine, endLine === startLine ? startColumn : 1);
  return { by: 'position', startLine, startColumn, endLine, endColumn, unit };
};

const rangeOf = (region: Region, run: RunContext): EditRange => {
  if (typeof region.startLine === 'number') return byPosition(region, run.unit);
  if (typeof region.charOffset === 'number' && region.charOffset >= 0) {
    // Our offsets count UTF-16 units; counting code points needs the file's text, which is not here.
    if (run.unit === 'codePoint') throw new NotExact('it is given as an offset in code points');
    const start = whole(region.charOffset, 0, 0);
    return { by: 'offset', start, end: start + whole(region.charLength, 0, 0) };
  }
  throw new NotExact(typeof region.byteOffset === 'number' ? 'it is given as an offset in bytes' : 'it names no place');
};

const editsOf = (fix: Fix, run: RunContext): TextEdit[] =>
  (fix.artifactChanges ?? []).flatMap((change) => {
    const { file, problem } = locate(change.artifactLocation, run);
    if (file === undefined) throw new NotExact(problem ?? 'it names no file');
    return change.replacements.map(({ deletedRegion, insertedContent }) => {
      const content = insertedContent?.text;
      if (typeof content !== 'string' && insertedContent?.binary) throw new NotExact('it inserts binary content');
      return { file, range: rangeOf(deletedRegion, run), text: content ?? '' };
    });
  });

/** The first fix: the others are alternatives to it. */
export const fixOf = (
  fixes: readonly unknown[] | null | undefined,
  run: RunContext,
  say: (message: string) => void,
): { edits: TextEdit[]; fix: Fix | null } => {
  if (!fixes || fixes.length === 0) return { edits: [], fix: null };
  const parsed = Fix.safeParse(fixes[0]);
  if (!parsed.success) {
    say(`its fix cannot be read: ${firstIssue(parsed.error)}`);
    return { edits: [], fix: null };
  }
  try {
    return { edits: editsOf(parsed.data, run), fix: parsed.data };
  } catch (error) {
    if (!(error instanceof NotExact)) throw error;
    say(`its fix cannot be applied: ${error.message}`);
    return { edits: [], fix: parsed.data };
  }
};
