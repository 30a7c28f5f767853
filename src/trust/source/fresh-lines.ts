/** Lines of code that match a pattern now, where none did that reads the same or stood in the same place. */
import type { Side, SourceChange } from './change.ts';
import { codeLines, type CodeLine } from './code-lines.ts';

export type LineRule = {
  rule: string;
  /** Endings of the files that it speaks about; all where it is left out. */
  files?: RegExp;
  pattern: RegExp;
  about: string;
};

export type FreshLine = CodeLine & LineRule & { path: string };

const matching = (lines: readonly CodeLine[], { pattern }: LineRule): CodeLine[] =>
  lines.filter(({ text }) => pattern.test(text));

/** As many as there are more than before, those that read as before left out. */
const linesOf = ({ path }: SourceChange, side: Side | null, rule: LineRule): FreshLine[] =>
  matching(codeLines(side), rule).map((line) => ({ ...line, ...rule, text: line.text, path }));

const freshOf = (changes: readonly SourceChange[], rule: LineRule): FreshLine[] => {
  const own = changes.filter(({ path }) => rule.files?.test(path) ?? true);
  const before = own.flatMap((change) => linesOf(change, change.before, rule));
  const after = own.flatMap((change) => linesOf(change, change.after, rule));
  const texts = new Set(before.map(({ text }) => text));
  return after.length > before.length ? after.filter(({ text }) => !texts.has(text)) : [];
};

export const freshLines = (changes: readonly SourceChange[], rules: readonly LineRule[]): FreshLine[] =>
  rules.flatMap((rule) => freshOf(changes, rule));
