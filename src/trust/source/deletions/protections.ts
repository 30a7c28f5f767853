/** What keeps code safe, taken away by a patch that adds nothing: only a finding about that very thing asks for it. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const things = anyOf(
  /lock|mutex|semaphore|synchroni|atomic/,
  /valid|verif|authori|authenticat|permission|sanit|escape|csrf/,
  /fsync|flush|rollback|commit/,
);

const protecting = pattern('i', /\b\w*?/, `(${things})`, /\w*\s*[.(]/);

/** Lines that a patch takes away which adds none: what they did is not done any more. */
export const protectionsLost = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  if (changes.some(({ after }) => codeLines(after).length > 0)) return [];
  return changes.flatMap(({ path, before }) =>
    codeLines(before)
      .filter(({ text }) => {
        const word = protecting.exec(text)?.[1];
        return word !== undefined && !mentions(findings, new RegExp(word, 'i'));
      })
      .slice(0, 1)
      .map(({ line, text }) => ({
        rule: 'code-deleted',
        path,
        line,
        about: `takes \`${text.slice(0, 60)}\` away and puts nothing in its place`,
        before: true,
      })),
  );
};
