/** Patches that only work something out which nobody uses. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines, type CodeLine } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';

const declared = pattern(
  '',
  /^(?:(?:const|let|var|val|final|local|auto|static|int|long|double|float|char|bool|String|size_t|unsigned)\s+)*/,
  anyOf(/\*?/, /\$/),
  /([A-Za-z_]\w*)\s*(?::[^=\n]{1,60})?:?=(?![=>])/,
);

const escaped = (name: string): string => name.replaceAll('$', String.raw`\$`);

/** How often a text speaks of a name; a field of that name is something else. */
const saidIn = (text: string, name: string): number =>
  text.split(new RegExp(String.raw`(?<![\w$.])${escaped(name)}(?![\w$]|\s*\??:(?!=))`)).length - 1;

/** All that they work out is used by themselves alone. */
const isUnused = (lines: readonly CodeLine[], whole: string): boolean => {
  const all = lines.map(({ text }) => ({ text, name: declared.exec(text)?.[1] }));
  if (all.some(({ name }) => name === undefined)) return false;
  const own = all.map(({ text }) => text).join('\n');
  return all.every(({ name = '' }) => saidIn(whole, name) === saidIn(own, name));
};

const isIdle = ({ before, after }: SourceChange): boolean => {
  if (before === null || after === null || codeLines(before).length > 0) return false;
  const lines = codeLines(after);
  // Outside of all functions, others may use it.
  const isInner = ({ line }: { line: number }): boolean => /^\s/.test(after.state.lines[line - 1] ?? '');
  return lines.length > 0 && lines.every(isInner) && isUnused(lines, after.state.text);
};

export const unusedValues = (changes: readonly SourceChange[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || !changes.every(isIdle)) return [];
  const line = codeLines(first.after)[0]?.line ?? 1;
  return [{ rule: 'only-touched', path: first.path, line, about: 'works something out that nobody uses' }];
};
