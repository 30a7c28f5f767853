/** What a handler of errors keeps watch over, and whether that was there before without it. */
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { calleeOf } from './inert.ts';
import { calls } from '../kinds.ts';

const words = /[A-Za-z_$][\w$]*/g;

/** Beyond this, a text says nothing about one handler. */
const longest = 20_000;

/** Keywords and functions of every language, which say nothing about one piece of code. */
const common = new Set(
  [
    'if else for while return try catch except finally with as let const var new await async function fn def',
    'self this in not and or None null nil true false Ok Err Some match range len str int',
  ].flatMap((line) => line.split(' ')),
);

const wordsOf = (text: string): string[] =>
  (text.slice(0, longest).match(words) ?? []).filter((word) => !common.has(word));

const guardedBy = (handler: SyntaxNode): SyntaxNode => {
  const { parent } = handler;
  if (/clause$|^except_group/.test(handler.kind) && parent !== null) return parent.field('body') ?? parent;
  if (handler.kind === 'with_item') return parent?.parent?.field('body') ?? handler;
  if (handler.kind === 'match_arm') return parent?.parent?.field('value') ?? handler;
  return handler;
};

/** Names of the functions that are called there, or, where none is, all names. */
const namesIn = (node: SyntaxNode): string[] => {
  if (node.end - node.start > longest) return [];
  const called: string[] = [];
  for (const inner of nodesOf(node)) if (calls.has(inner.kind)) called.push(...wordsOf(calleeOf(inner)).slice(-1));
  const own = called.filter(
    (name) => !/^(?:catch|then|ok|unwrap\w*|suppress|recover|filter_map|isInstance)$/.test(name),
  );
  return own.length > 0 ? own : wordsOf(node.text);
};

/** All names that were in lines which the patch takes away, and in functions that it changes. */
export const namesBefore = (changes: readonly SourceChange[]): ReadonlySet<string> => {
  const removed = changes.flatMap(({ before }) => codeLines(before).flatMap(({ text }) => wordsOf(text)));
  const units = changes.flatMap(({ before }) =>
    (before?.places() ?? [])
      .filter(({ node, unit }) => unit?.node === node && unit.isFunction)
      .flatMap(({ node }) => wordsOf(node.text)),
  );
  return new Set([...removed, ...units]);
};

/** A function that runs whatever it is given. */
const isWrapper = (name: string): boolean =>
  /^(?:fn|func|f|callback|cb|action|operation|op|task|thunk|block|run|call|body)$/.test(name);

/** Most of its words were there: it is the old code, put a little differently. */
const isMostly = (guarded: SyntaxNode, before: ReadonlySet<string>): boolean => {
  if (!/clause$|^except_group|^try_/.test(guarded.kind) && !guarded.kind.endsWith('block')) return false;
  const all = new Set(wordsOf(guarded.text));
  return all.size > 2 && [...all].filter((word) => before.has(word)).length * 3 >= all.size * 2;
};

export const guardsOldCode = (handler: SyntaxNode, before: ReadonlySet<string>): boolean => {
  const guarded = guardedBy(handler);
  const names = namesIn(guarded);
  return names.length === 0 || names.some((name) => before.has(name) || isWrapper(name)) || isMostly(guarded, before);
};
