/**
 * Text of others in an issue is data: readable, and nothing that a forge, its people or its bots would act upon. What
 * could be acted upon is taken apart visibly, since bots look at the raw text, also inside of code.
 */
import { cutText } from '../../plain/clean-text.ts';

// oxlint-disable-next-line no-control-regex -- what terminals obey is told by such characters
const terminalCodes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-_])/g;
/** Control, bidirectional, invisible and tag characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{DI}]/gu;

const actedUpon: readonly [RegExp, string][] = [
  [/@(?=[\p{L}\p{N}_-])/gu, '@ '],
  // #1, org/repo#2, GH-3, !4, &5
  [/#(?=\d)/g, ' no. '],
  [/\bGH-(?=\d)/gi, 'GH '],
  [/([!&])(?=\d)/g, '$1 '],
  // https://forge/org/repo/issues/1
  [/(\/(?:issues|pulls?|merge_requests|work_items|commits?|discussions|epics)\/)(?=\w)/gi, '$1 '],
  // What some bots keep their state in
  [/<!--/g, '< !--'],
  // Commands to bots stand at the beginning of a line.
  [/^(\s*)\/(?=\w)/, '$1/ '],
];

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029\v\f]/;

const harmlessLine = (line: string): string =>
  actedUpon.reduce((text, [what, by]) => text.replace(what, by), line.replaceAll('\t', '  ').replaceAll(invisible, ''));

/** The lines of a text, at most so long in all; what is cut says so. */
const harmlessLines = (text: string, most: number): string[] => {
  const seen = text.toWellFormed().replaceAll(terminalCodes, '');
  const isCut = seen.length > most;
  const lines = (isCut ? cutText(seen, most) : seen).split(lineBreak).map(harmlessLine);
  return isCut ? [...lines, `… (cut after ${most} characters)`] : lines;
};

/** The same as one line. */
export const harmless = (text: string, most: number): string =>
  harmlessLines(text, most)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

const escapeMarkdown = (line: string): string =>
  line
    .replaceAll(/[&<>]/g, (character) => entities.get(character) ?? character)
    .replaceAll(/[\\`*_{}[\]|~$]/g, String.raw`\$&`)
    // What begins a list, a heading or a rule does so at the beginning of a line only.
    .replace(/^([-+#=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

/** One line of prose. */
export const prose = (text: string, most: number): string => escapeMarkdown(harmless(text, most));

/** Several lines of prose, as a quotation: no line of it begins with a word of theirs. */
export const quotation = (text: string, most: number): string =>
  harmlessLines(text.trim(), most)
    .map((line) => `> ${escapeMarkdown(line.trim())}`.trimEnd())
    .join('\n');

const fenceFor = (text: string, least: number): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return '`'.repeat(Math.max(least, longest + 1));
};

export const codeSpan = (text: string, most: number): string => {
  const clean = harmless(text, most);
  if (clean === '') return '';
  const fence = fenceFor(clean, 1);
  const pad = clean.startsWith('`') || clean.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
};

/** A block of code inside a quotation, for the same reason. */
export const codeBlock = (text: string, most: number): string => {
  const lines = harmlessLines(text.trimEnd(), most);
  const fence = fenceFor(lines.join('\n'), 3);
  return [`${fence}text`, ...lines, fence].map((line) => `> ${line}`.trimEnd()).join('\n');
};
