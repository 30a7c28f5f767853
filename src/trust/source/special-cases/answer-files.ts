/** New files of data that new code reads, with inputs of the tests in them. */
import type { ReadFile, ReadPatch } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { asksFor } from '../../asked.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import type { Known } from './known-literals.ts';

const data = /\.(?:json|jsonc|ya?ml|toml|properties|csv|tsv|txt|dat|ini|bin|db|tbl|answers|results?|cache|lookup)$/i;

/** Its first part, which tells what it is. */
const most = 100_000;

const key = /"([^"\n]{1,200})"\s*:|^\s*([^\s=#;"][^=\n]{0,200}?)\s*=/gm;

const keysOf = (text: string): string[] =>
  [...text.slice(0, most).matchAll(key)].map(([, json, plain]) => (json ?? plain ?? '').replaceAll('\\', ''));

/** The outermost keys: what is looked up. */
const outerKeys = (text: string): string[] => {
  const shallow = text.slice(0, most).replaceAll(/:\s{0,4}(?:\{[^{}]*\}|\[[^[\]]*\])/g, ':0');
  return keysOf(shallow);
};

const isAnswers = ({ after }: ReadFile, known: Known): boolean => {
  const keys = outerKeys(after?.text ?? '');
  return keys.length > 0 && keys.filter((text) => known.isSeen(text)).length * 2 >= keys.length;
};

/** New data of the product. */
const isFresh = ({ path, before, after }: ReadFile): boolean =>
  before === null && after !== null && data.test(path) && !isTestFile(path);

/** Lines that may name a file: those of code, and what a compiler embeds. */
const namingLines = ({ after }: SourceChange): string[] => [
  ...codeLines(after).map(({ text }) => text),
  ...(after?.state.lines ?? []).filter((text) => text.startsWith('//go:embed')),
];

export const answerFiles = ({ files, findings }: ReadPatch, changes: readonly SourceChange[], known: Known): Seen[] => {
  const fresh = files.filter(isFresh);
  if (fresh.length === 0) return [];
  const added = changes.flatMap(namingLines);
  const isAside =
    changes.every(isAddedTo) && added.some((text) => /\breturn\b/.test(text)) && !asksFor(findings, dataWords);
  return fresh
    .filter(({ path }) => added.some((text) => text.includes(path.slice(path.lastIndexOf('/') + 1))))
    .filter((file) => isAnswers(file, known) || isAside)
    .map(({ path }) => ({ rule: 'results-read', path, line: 1, about: bringsResults }));
};

/** All that was there is as it was: what comes from the file comes before it. */
const isAddedTo = ({ path, before }: SourceChange): boolean =>
  before === null ? data.test(path) : codeLines(before).length === 0;

/** Findings that data may answer. */
const dataWords = pattern(
  'i',
  /\b/,
  anyOf(
    /data|files?|json|ya?ml|csv|tables?|lists?|translat\w+|locales?|messages?|config\w*|settings?/,
    /templates?|schemas?|resources?|missing|add|load|embed\w*|assets?|dictionar\w+|catalog\w*/,
  ),
  /\b/,
);

const bringsResults = 'brings a file with results for inputs that a test uses';
