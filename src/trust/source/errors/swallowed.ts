/** Shapes in which an error is swallowed, by the syntax of each language. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Fact, factAt } from '../facts.ts';
import { argumentsOf, calleeOf, isInert, isInertHandler } from './inert.ts';
import { catches, functions, loops, returns } from '../kinds.ts';
import type { Place } from '../places.ts';

const namedChildren = (node: SyntaxNode): SyntaxNode[] => node.children.filter(({ isNamed }) => isNamed);

const bodyOf = (clause: SyntaxNode): SyntaxNode | null =>
  clause.field('body') ?? namedChildren(clause).findLast(({ kind }) => kind.endsWith('block')) ?? null;

const errorNameOf = (clause: SyntaxNode): string | null => {
  const head = clause.text.slice(0, 300);
  return (
    /^catch\s*\(\s*(?:final\s+)?(?:[\w.<>]+(?:\s*\|\s*[\w.]+)*\s+)?(\w+)/.exec(head)?.[1] ??
    /^except[^:\n]*\bas\s+(\w+)/.exec(head)?.[1] ??
    null
  );
};

/** Errors that are a signal rather than a fault. */
const signals = pattern(
  '',
  /^except\*?\s*\(?\s*/,
  String.raw`(?:[\w.]*`,
  anyOf(
    /ImportError|ModuleNotFoundError|StopIteration|StopAsyncIteration|GeneratorExit/,
    /KeyboardInterrupt|BrokenPipeError|CancelledError|Empty/,
  ),
  String.raw`\b[\s,]*)+`,
  /\)?\s*(?:as \w+)?:/,
);

/** A question whose answer is no when something fails: `isValid`, `exists`, `has_key`. */
const questions = /(?:^|\.)(?:is|has|can|exists|supports|try|valid|matches|looks)(?:_|[A-Z]|$)/;

const isAnswer = ({ node, unit }: Place): boolean =>
  unit !== null &&
  questions.test(unit.name) &&
  (/\breturn (?:false|False)\b/.test(node.text.slice(0, 300)) ||
    (/\{\s*\}$/.test(node.text) && /\breturn (?:false|False);?\s*\}?\s*$/.test(unit.node.text)));

/** A loop that tries until it succeeds. */
const isRetry = (clause: SyntaxNode): boolean => {
  if (!/\bcontinue\b/.test(clause.text.slice(0, 300))) return false;
  let at: SyntaxNode | null = clause.parent;
  for (let steps = 0; at !== null && steps < 6 && !functions.has(at.kind); steps += 1) {
    if (loops.has(at.kind))
      return /^(?:for\s*\(\s*;\s*;|while\s*\(?\s*(?:true|True|1)\b|loop\b|for\s*\{)/.test(at.text.slice(0, 40));
    at = at.parent;
  }
  return false;
};

const caught = (place: Place): string | null => {
  const { node } = place;
  if (!catches.has(node.kind) || signals.test(node.text.slice(0, 300)) || isAnswer(place) || isRetry(node)) return null;
  const body = bodyOf(node);
  return body !== null && isInert(body, errorNameOf(node)) ? 'catches an error and says nothing about it' : null;
};

const handlers = /\.(?:catch|exceptionally|onErrorResume|onErrorReturn|catchError|otherwise)$/;

const dropsPromise = (callee: string, [first, second]: readonly SyntaxNode[]): boolean =>
  (handlers.test(callee) && first !== undefined && isInertHandler(first)) ||
  (callee.endsWith('.then') && second !== undefined && isInertHandler(second));

/** Handlers of last resort: `process.on('uncaughtException', () => {})`. */
const dropsAll = (callee: string, [first, second]: readonly SyntaxNode[]): boolean => {
  if (first === undefined) return false;
  if (/^(?:process|window|self|globalThis)\.(?:on|once|addEventListener)$/.test(callee))
    return (
      /unhandledRejection|uncaughtException|^.error/.test(first.text) && second !== undefined && isInertHandler(second)
    );
  return /setDefaultUncaughtExceptionHandler$|set_hook$/.test(callee) && /\{\s*\}/.test(first.text);
};

/** `stream.on('error', () => {})` */
const dropsEvent = (callee: string, [first, second]: readonly SyntaxNode[]): boolean =>
  /\.(?:on|once|addListener|addEventListener|prependListener)$/.test(callee) &&
  !/^(?:process|window|self|globalThis)\./.test(callee) &&
  /^['"`](?:\w*[eE]rror|unhandledrejection)['"`]$/.test(first?.text.slice(0, 40) ?? '') &&
  second !== undefined &&
  isInertHandler(second);

const handled = ({ node }: Place): string | null => {
  if (node.kind !== 'call_expression' && node.kind !== 'method_invocation') return null;
  const callee = node.kind === 'method_invocation' ? `.${node.field('name')?.text ?? ''}` : calleeOf(node);
  const given = argumentsOf(node);
  if (dropsPromise(callee, given)) return 'drops the error of a promise';
  if (dropsEvent(callee, given)) return 'drops the event of an error';
  return dropsAll(callee, given) ? 'drops every error that nobody handles' : null;
};

const suppressed = ({ node }: Place): string | null =>
  node.kind === 'with_item' && /^(?:contextlib\.)?suppress\(/.test(node.text) ? 'suppresses an error' : null;

const returnedFinally = ({ node }: Place): string | null => {
  if (node.kind !== 'finally_clause') return null;
  for (const inner of nodesOf(node, ({ kind }) => !functions.has(kind)))
    if (returns.has(inner.kind)) return 'returns from a finally block, which drops the error';
  return null;
};

const voided = ({ node }: Place): string | null =>
  node.kind === 'unary_expression' &&
  /^void\s+[\w$.]+\(/.test(node.text) &&
  node.parent?.kind === 'expression_statement'
    ? 'marks a promise as not awaited, so that its error is lost'
    : null;

const errorName = /^(?:\w*[eE]rr(?:or)?|ex|e|failure)$/;

/** The name of the error that a condition asks for: `err != nil`, `error`, `err !== null`. */
const askedError = (condition: string): string | null => {
  const name = /^\(?\s*(\w+)\s*(?:!==?\s*(?:nil|null|undefined)\s*)?\)?$/.exec(condition)?.[1];
  return name !== undefined && errorName.test(name) ? name : null;
};

const carriedOn = ({ node }: Place): string | null => {
  if (node.kind !== 'if_statement') return null;
  const name = askedError((node.field('condition')?.text ?? '').slice(0, 100));
  const body = node.field('consequence');
  if (name === null || body === null || !isInert(body, name)) return null;
  return `carries on as if there were no error where \`${name}\` is set`;
};

const shapes = [caught, handled, suppressed, returnedFinally, voided, carriedOn];

export const swallowedError = (place: Place): Fact | null => {
  for (const shape of shapes) {
    const about = shape(place);
    if (about !== null) return factAt('error-swallowed', place, about);
  }
  return null;
};
