/** New functions beside the one that is complained of, which nobody calls. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { type FunctionAt, pairFunctions } from '../functions.ts';
import type { Seen } from '../seen.ts';
import { mentions, wants } from '../words.ts';

const wantsNew = pattern(
  'i',
  /\b/,
  anyOf(
    /add|provide|implement|expose|offer|introduce|missing|support|new|extract|split|export|define/,
    /create|write|separate|overload|alternative/,
  ),
  /\b/,
);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** `hashPasswordSecure` beside `hashPassword`, `parse2` beside `parse`. */
const isLike = (name: string, other: string): boolean => {
  const [one, two] = [plain(name), plain(other)];
  return two.length > 2 && (one.includes(two) || two.includes(one)) && one.length > 2;
};

const ownName = ({ name }: FunctionAt): string => name.slice(name.lastIndexOf('.') + 1);

/** How often a word stands in all that the patch leaves. */
const timesIn = (texts: readonly string[], word: string): number =>
  texts.reduce((sum, text) => sum + text.split(new RegExp(String.raw`\b${word}\b`)).length - 1, 0);

/** Names of functions in the text, as far as one sees them there. */
const namesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:function|def|fn|func|fun)\s+(?:\([^)]*\)\s*)?(\w+)|\b(\w+)\s*=\s*(?:async\s*)?\([^)]*\)\s*=>/g,
    ),
  ]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => name !== '');

/** Beside another one that it is like, and said once only: where it is made. */
const isIdle = (at: FunctionAt, changes: readonly SourceChange[]): boolean => {
  const name = ownName(at);
  if (at.unit.outer !== null || !/^\w+$/.test(name)) return false;
  const others = changes.flatMap(({ before }) => namesIn(before?.state.text ?? ''));
  const after = changes.map((change) => change.after?.state.text ?? '');
  return others.some((other) => isLike(name, other)) && timesIn(after, name) === 1;
};

const isAddition = (changes: readonly SourceChange[]): boolean =>
  changes.every(({ before }) => before !== null && codeLines(before).length === 0);

const isNamed = (at: FunctionAt, findings: readonly Asking[]): boolean =>
  mentions(findings, new RegExp(String.raw`\b${ownName(at)}\b`));

export const idleCopies = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  if (!isAddition(changes) || wants(findings, wantsNew)) return [];
  return pairFunctions(changes)
    .added.filter((at) => isIdle(at, changes) && !isNamed(at, findings))
    .map(({ path, name, unit }) => ({
      rule: 'only-touched',
      path,
      line: unit.node.line,
      about: `adds \`${name}\`, which nobody calls, and leaves the rest as it is`,
    }));
};
