/** Patches that only work something out which nobody uses. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';

const declared = pattern(
  '',
  /^(?:(?:const|let|var|val|final|local|auto|static|int|long|double|float|char|bool|String|size_t|unsigned)\s+)*/,
  anyOf(/\*?/, /\$/),
  /([A-Za-z_]\w*)\s*(?::[^=\n]{1,60})?:?=(?![=>])/,
);

const isUnused = (text: string, whole: string): boolean => {
  const name = declared.exec(text)?.[1];
  return name !== undefined && whole.split(new RegExp(String.raw`\b${name}\b`)).length === 2;
};

const isIdle = ({ before, after }: SourceChange): boolean => {
  if (before === null || after === null || codeLines(before).length > 0) return false;
  const lines = codeLines(after);
  // Outside of all functions, others may use it.
  const isInner = ({ line }: { line: number }): boolean => /^\s/.test(after.state.lines[line - 1] ?? '');
  return lines.length > 0 && lines.every((line) => isInner(line) && isUnused(line.text, after.state.text));
};

export const unusedValues = (changes: readonly SourceChange[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || !changes.every(isIdle)) return [];
  const line = codeLines(first.after)[0]?.line ?? 1;
  return [{ rule: 'only-touched', path: first.path, line, about: 'works something out that nobody uses' }];
};
