/** Text from outside, made harmless inside Markdown: it can open no tag, table cell, link or code. */
import { printable, printableLines } from '../../plain/printable.ts';

const html = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** One line of plain text, also inside a table cell. */
export const inline = (text: string): string =>
  printable(text)
    .replaceAll(/[&<>]/g, (character) => html.get(character) ?? character)
    .replaceAll(/[\\`*_[\]|~$]/g, String.raw`\$&`)
    // What starts a list, a heading or a rule only does so at the start of a line.
    .replace(/^(?:[-+#=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}&#8203;` : `\\${start}`))
    // A zero-width joiner after the sign keeps a stranger's text from calling people.
    .replaceAll('@', '&#64;&zwj;');

const longestRun = (text: string, pattern: RegExp): number =>
  (text.match(pattern) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

/** A code span, also inside a table cell, where a pipe would end the cell even in code. */
export const code = (text: string): string => {
  const clean = printable(text).replaceAll('|', String.raw`\|`);
  if (clean === '') return '';
  const fence = '`'.repeat(longestRun(clean, /`+/g) + 1);
  const pad = clean.startsWith('`') || clean.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
};

/** A fenced block that its content cannot close. */
export const block = (text: string, language = 'text'): string => {
  const clean = printableLines(text).trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(clean, /`+/g) + 1));
  return `${fence}${language}\n${clean}\n${fence}`;
};

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
