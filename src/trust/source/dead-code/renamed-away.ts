/** What is complained of under another name: an underscore before it, and nothing else done about it. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
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

export const renamedAway = ({ path, before, after }: SourceChange): Seen[] => {
  const removed = new Set(codeLines(before).map(({ text }) => squeezed(text)));
  return codeLines(after).flatMap(({ text, line }) => {
    const [, name = '', plain = ''] = declared.exec(text) ?? [];
    if (name === '' || !removed.has(squeezed(text.replace(name, plain)))) return [];
    return [{ rule: 'renamed-away', path, line, about: `only renames \`${plain}\` to \`${name}\`` }];
  });
};
