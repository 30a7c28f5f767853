/** What is complained of under another name: an underscore before it, and nothing else done about it. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';
import { codeLines } from '../code-lines.ts';

/** The name that a line declares, where that begins with an underscore. */
const declared = pattern(
  '',
  /^(?:(?:export|public|private|static|final|async|pub)\s+)*/,
  anyOf(/(?:let|const|var|function|def|fn|func|auto|val)\s+(?:mut\s+)?/, /[A-Z][\w<>[\]]*\s+/),
  '?',
  /(_+([A-Za-z]\w*))\s*(?::=|[=(]|:[^=]*=)/,
);

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

/** The finding is about this name, or about names that nobody uses: that holds whatever else is changed. */
const isComplainedOf = (name: string, findings: readonly Asking[]): boolean =>
  mentions(
    findings,
    /\b(?:un-?used|not used|never (?:used|read)|assigned|shadow\w*|F841|W0612|no-unused|private|public)\b/i,
  ) || mentions(findings, new RegExp(String.raw`\b${name}\b`));

export const renamedAway = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] => {
  const removed = new Set(codeLines(before).map(({ text }) => squeezed(text)));
  const isAll = codeLines(after).every(({ text }) => removed.has(squeezed(text.replaceAll(/\b_+(?=[A-Za-z])/g, ''))));
  return codeLines(after).flatMap(({ text, line }) => {
    const [, name = '', plain = ''] = declared.exec(text) ?? [];
    if (name === '' || !removed.has(squeezed(text.replace(name, plain))) || !(isAll || isComplainedOf(plain, findings)))
      return [];
    return [{ rule: 'renamed-away', path, line, about: `only renames \`${plain}\` to \`${name}\`` }];
  });
};
