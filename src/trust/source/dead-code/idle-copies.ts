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
  if (two.length === 2) return new RegExp(`^${other}(?=[A-Z_])`).test(name);
  return two.length > 2 && (one.includes(two) || two.includes(one)) && one.length > 2;
};

const ownName = ({ name }: FunctionAt): string => name.slice(name.lastIndexOf('.') + 1);

/** How often a word stands in all that the patch leaves. */
const timesIn = (texts: readonly string[], word: string): number =>
  texts.reduce((sum, text) => sum + text.split(new RegExp(String.raw`\b${word}\b`)).length - 1, 0);

const functionNames = pattern(
  'g',
  anyOf(
    /\b(?:function|def|fn|func|fun)\s+(?:\([^)]*\)\s*)?(\w+)/,
    /\b(\w+)\s*=\s*(?:async\s*)?\([^)]*\)(?::[^=\n]{1,60})?\s*=>/,
  ),
);

/** Names of functions in the text, as far as one sees them there. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(functionNames)].map(([, one, other]) => one ?? other ?? '').filter((name) => name !== '');

/** Nobody outside of its file can call it. */
const isPrivate = ({ name, unit: { node } }: FunctionAt): boolean => {
  const head = node.text.slice(0, 200);
  if (/^(?:arrow_function|function_expression|function_declaration)$/.test(node.kind) && !/^func\b/.test(head))
    return (
      !name.includes('.') &&
      ![node.parent, node.parent?.parent, node.parent?.parent?.parent].some(
        (outer) => outer?.kind === 'export_statement' || /exports\b/.test(outer?.text.slice(0, 40) ?? ''),
      )
    );
  if (node.kind === 'function_declaration') return /^[a-z_]/.test(name);
  if (node.kind === 'function_item') return !head.startsWith('pub');
  return name.startsWith('_') || /\bprivate\b/.test(head.split('(')[0] ?? '');
};

/** Said once only, where it is made: nobody can call it, or it stands beside another one that it is like. */
const isIdle = (at: FunctionAt, changes: readonly SourceChange[]): boolean => {
  const name = ownName(at);
  if (at.unit.outer !== null || !/^\w+$/.test(name)) return false;
  const others = changes.flatMap(({ before }) => namesIn(before?.state.text ?? ''));
  const after = changes.map((change) => change.after?.state.text ?? '');
  return (isPrivate(at) || others.some((other) => isLike(name, other))) && timesIn(after, name) === 1;
};

const plainHead = /^(?:static\s[^;=]*?\b(\w+)\s*\([^;]*\{?|(?:function\s+)?([\w-]+)\s*\(\)\s*\{?.*)$/;

/** Of C and of shells: a function that only its own file could call, and that nothing calls. */
const plainIdle = (changes: readonly SourceChange[], findings: readonly Asking[], tests: string): Seen[] =>
  changes
    .filter(({ path }) => /\.(?:c|cc|cpp|sh|bash|zsh|ksh)$/.test(path))
    .flatMap(({ path, after }) =>
      codeLines(after).flatMap(({ text, line }): Seen[] => {
        const [, native, shell] = plainHead.exec(text.slice(0, 300)) ?? [];
        const name = native ?? shell;
        if (name === undefined || !/^\w+$/.test(name) || mentions(findings, new RegExp(String.raw`\b${name}\b`)))
          return [];
        const texts = [tests, ...changes.map((change) => change.after?.state.text ?? '')];
        return timesIn(texts, name) === 1 ? [{ rule: 'only-touched', path, line, about: uncalled(name) }] : [];
      }),
    );

const rubyHead =
  /^(?:(?:public|private|protected|static|final|override|suspend)\s+)*(?:def|fun|function)\s+(?:self\.)?(\w+)/;

/** Of other languages without a grammar: a function that is called like one that was there, and that nothing calls. */
const namesakes = (changes: readonly SourceChange[], findings: readonly Asking[], tests: string): Seen[] =>
  changes
    .filter(({ path }) => /\.(?:rb|php|kts?|swift|scala|lua)$/.test(path))
    .flatMap(({ path, before, after }) =>
      codeLines(after).flatMap(({ text, line }): Seen[] => {
        const name = rubyHead.exec(text.slice(0, 300))?.[1];
        if (name === undefined || mentions(findings, new RegExp(String.raw`\b${name}\b`))) return [];
        const isOther = namesIn(before?.state.text ?? '').some((other) => isLike(name, other));
        const texts = [tests, ...changes.map((change) => change.after?.state.text ?? '')];
        return isOther && timesIn(texts, name) === 1
          ? [{ rule: 'only-touched', path, line, about: uncalled(name) }]
          : [];
      }),
    );

const uncalled = (name: string): string => `adds \`${name}\`, which nobody calls, and leaves the rest as it is`;

const isAddition = (changes: readonly SourceChange[]): boolean =>
  changes.every(({ before }) => before !== null && codeLines(before).length === 0);

const isNamed = (at: FunctionAt, findings: readonly Asking[]): boolean =>
  mentions(findings, new RegExp(String.raw`\b${ownName(at)}\b`));

export const idleCopies = (changes: readonly SourceChange[], findings: readonly Asking[], tests: string): Seen[] => {
  if (!isAddition(changes) || wants(findings, wantsNew)) return [];
  const idle = pairFunctions(changes)
    .added.filter((at) => isIdle(at, changes) && !isNamed(at, findings))
    .map(({ path, name, unit }) => ({
      rule: 'only-touched',
      path,
      line: unit.node.line,
      about: uncalled(name),
    }));
  return [...idle, ...plainIdle(changes, findings, tests), ...namesakes(changes, findings, tests)];
};
