/** Whether what is gone is what a finding is about, and whether its work is done elsewhere now. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { nodesOf } from '../../syntax/node.ts';
import type { ReadPatch } from '../../read-patch.ts';
import type { SourceChange } from '../change.ts';
import type { FunctionAt } from '../functions.ts';
import { mentions } from '../words.ts';

const isAt = ({ file, line }: Asking, { path, unit: { node } }: FunctionAt): boolean =>
  file === path && (line === undefined || (line >= node.line - 3 && line <= node.endLine + 3));

/** A finding points at it or names it. */
export const isConcerned = (lost: FunctionAt, findings: readonly Asking[]): boolean => {
  const own = lost.name.slice(lost.name.lastIndexOf('.') + 1).replaceAll(/\W/g, '');
  return findings.some((finding) => isAt(finding, lost)) || mentions(findings, new RegExp(String.raw`\b${own}\b`));
};

const common = pattern(
  '',
  /^/,
  anyOf(
    /return|const|let|var|function|def|self|this|public|static|final|string|number|int|void|new/,
    /for|if|else|func|fn/,
  ),
  /$/,
);

const wordsOf = (text: string): string[] =>
  [...new Set(text.slice(0, 20_000).match(/[A-Za-z_]\w{2,}|\d{2,}/g))].filter((word) => !common.test(word));

/** Most of its words are still said, in what the patch adds. */
export const isSaidElsewhere = ({ unit }: FunctionAt, added: readonly string[]): boolean => {
  const said = new Set(added.flatMap(wordsOf));
  const own = wordsOf(unit.node.text);
  return own.filter((word) => said.has(word)).length * 2 >= own.length;
};

/** What it does step by step, whatever things are called. */
const shapeOf = ({ body }: FunctionAt): string =>
  body === null || body.end - body.start > 20_000 ? '' : [...nodesOf(body)].map(({ kind }) => kind).join(' ');

/** One function does the same now for several things that each had their own. */
export const isDoneBy = (others: readonly FunctionAt[], lost: FunctionAt): boolean => {
  const shape = shapeOf(lost);
  return shape.split(' ').length > 12 && others.some((other) => shapeOf(other) === shape);
};

/** All lines that the patch adds. */
export const addedLines = (changes: readonly SourceChange[]): string[] =>
  changes.flatMap(({ after }) => [...(after?.changed ?? [])].map((line) => after?.state.lines[line - 1] ?? ''));

const stemOf = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\..*$/, '');

/** What people and pipelines start by hand, which code does not speak of. */
const tools = /(?:^|\/)(?:scripts?|ci|tools?|checks?|bin)\//;

/** A file that is gone is missed where a finding is about it, or where what is left still speaks of it. */
export const isMissedFile = (
  { path, after }: SourceChange,
  all: readonly SourceChange[],
  { files, findings }: Pick<ReadPatch, 'files' | 'findings'>,
): boolean => {
  if (after !== null || findings.some(({ file }) => file === path) || tools.test(path)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  // Something that an editor left behind, such as `;` or `~`: all code “speaks” of it.
  if (!/\w{2}/.test(name)) return false;
  if (files.some((file) => file.before?.text.includes(name) === true)) return true;
  const stem = stemOf(path).replaceAll(/[^\w-]/g, '');
  if (stem.length < 2) return false;
  const word = new RegExp(String.raw`(?<![\w-])${stem}(?![\w-])`);
  const imported = pattern(
    '',
    anyOf(String.raw`\/${stem}(?:\.\w+)?["'\`]`, String.raw`^\s*(?:import|from|use|mod|include)\b.*\b${stem}\b`),
  );
  return (
    mentions(findings, word) ||
    all.some((change) => change.after?.state.lines.some((line) => imported.test(line.slice(0, 300))) === true)
  );
};
