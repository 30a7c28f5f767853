/** What a handler of errors keeps watch over, and whether that was there before without it. */
import { pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Fact, FreshFact } from '../facts.ts';
import { argumentsOf, calleeOf } from './inert.ts';
import { pairFunctions } from '../functions.ts';
import { calls, functions, throws } from '../kinds.ts';

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

/** Methods that all sorts of things have: only together with whose they are do they say something. */
const everyday = new Set(
  (
    'call apply bind push pop shift get set has add join split slice map filter forEach reduce toString valueOf test ' +
    'exec match replace keys values items append update emit on once then close read write cb callback next done'
  ).split(' '),
);

/** `fs.readFileSync` is known by its last name, `symbol.call` by both. */
const namesOf = (callee: string): string[] => {
  const parts = wordsOf(callee);
  const last = parts.at(-1);
  if (last === undefined) return [];
  return everyday.has(last) && parts.length > 1 ? [parts.slice(-2).join('.')] : [last];
};

const handling = /^(?:catch|then|ok|unwrap\w*|suppress|recover|filter_map|isInstance)$/;

/** `text.then(parse)`: functions that are called by somebody else, as soon as there is something. */
const handedOn = (call: SyntaxNode): string[] =>
  /\.(?:then|thenApply|thenCompose|andThen|and_then|map|flatMap)$/.test(calleeOf(call))
    ? argumentsOf(call)
        .filter(({ kind }) => kind.endsWith('identifier'))
        .map(({ text }) => text)
    : [];

/** Names of the functions that are called there, or, where none is, all names. */
const namesIn = (node: SyntaxNode): string[] => {
  if (node.end - node.start > longest) return [];
  const called: string[] = [];
  for (const inner of nodesOf(node))
    if (calls.has(inner.kind)) called.push(...namesOf(calleeOf(inner)), ...handedOn(inner));
  const own = called.filter((name) => !handling.test(name));
  return own.length > 0 ? own : wordsOf(node.text);
};

/** What there was before a patch, and what it brings itself that fails. */
export type OldCode = {
  names: ReadonlySet<string>;
  /** What had a handler that says nothing either. */
  handled: string;
  throwers: ReadonlySet<string>;
  /** Functions that were there, and files. */
  units: ReadonlySet<string>;
  files: ReadonlySet<string>;
  removed: string;
};

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

const pairsIn = (text: string): string[] => text.slice(0, longest).match(/[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*/g) ?? [];

const throwing = /\b(?:throw|raise|panic!?|bail!|Err)\b/;

/** All names in lines which the patch takes away, and in functions that it changes. */
export const oldCode = (changes: readonly SourceChange[]): OldCode => {
  const removed = changes.flatMap(({ before }) => codeLines(before).map(({ text }) => text));
  const { kept, added } = pairFunctions(changes);
  const texts = [...removed, ...kept.map(({ before }) => before.unit.node.text)];
  const own = added.filter(({ unit }) => throwing.test(unit.node.text.slice(0, longest)));
  return {
    names: new Set(texts.flatMap((text) => [...wordsOf(text), ...pairsIn(text)])),
    handled: handledIn(changes.map(({ before }) => before?.state.text ?? '').join('\n')),
    units: new Set(kept.map(({ after }) => after.name)),
    files: new Set(changes.filter(({ before }) => before !== null).map(({ path }) => path)),
    removed: squeezed(removed.join('\n')),
    throwers: new Set(own.map(({ name }) => name.slice(name.lastIndexOf('.') + 1))),
  };
};

/** A function that runs whatever it is given. */
const isWrapper = (name: string): boolean =>
  /^(?:fn|func|f|callback|cb|action|operation|op|task|thunk|block|run|body)$/.test(name);

/** Most of its words were there: it is the old code, put a little differently. */
const isMostly = (guarded: SyntaxNode, before: ReadonlySet<string>): boolean => {
  if (!/clause$|^except_group|^try_/.test(guarded.kind) && !guarded.kind.endsWith('block')) return false;
  const all = new Set(wordsOf(guarded.text));
  return all.size > 2 && [...all].filter((word) => before.has(word)).length * 3 >= all.size * 2;
};

/** It throws what its own handler catches. */
const isOwnError = (guarded: SyntaxNode): boolean => {
  if (!guarded.kind.endsWith('block')) return false;
  for (const inner of nodesOf(guarded, ({ kind }) => !functions.has(kind))) if (throws.has(inner.kind)) return true;
  return false;
};

const handled = pattern(
  'g',
  /\btry\s*\{([^{}]{0,600})\}\s*catch\s*(?:\([^)]{0,60}\))?\s*/,
  /\{\s*(?:\/\/[^\n]{0,200}\s*)?(?:return\b[^(){};]{0,40};?\s*)?\}/,
);

/** What had a handler before that says nothing either. */
const handledIn = (text: string): string =>
  [...text.slice(0, 400_000).matchAll(handled)].map(([, body = '']) => body).join('\n');

/** The same call had such a handler elsewhere in the code: it is how this code does it. */
const isCustom = (names: readonly string[], { handled: custom }: OldCode): boolean =>
  names.some((name) => custom.includes(`${name}(`));

/** Something that is called there stood in lines that are gone, word by word. */
const isTakenOver = (guarded: SyntaxNode, { removed }: OldCode): boolean => {
  for (const inner of nodesOf(guarded))
    if (calls.has(inner.kind) && inner.end - inner.start < 300 && removed.includes(squeezed(inner.text))) return true;
  return false;
};

/** Where a question for an error was there before, its function was. */
const isOldQuestion = ({ node, unit }: Fact, { units }: OldCode): boolean =>
  node.kind !== 'if_statement' || unit === '' || units.has(unit);

export const guardsOldCode = (fact: FreshFact, old: OldCode): boolean => {
  const guarded = guardedBy(fact.node);
  const names = namesIn(guarded);
  if (!old.files.has(fact.path)) return isTakenOver(guarded, old) || isOwnError(guarded) || names.some(isWrapper);
  if (!isOldQuestion(fact, old)) return false;
  if (names.length === 0 || isOwnError(guarded) || names.some((name) => old.throwers.has(name))) return true;
  if (isCustom(names, old)) return false;
  return names.some((name) => old.names.has(name) || isWrapper(name)) || isMostly(guarded, old.names);
};
