/** What the schema has against a value, in plain words, with what to do about it. */
import type { z } from 'zod';
import { isLaterKey, notYet } from './later.ts';
import { nearest } from '../plain/nearest.ts';
import { type Path, getIn } from '../plain/plain-data.ts';
import { keysAt } from './schema-tree.ts';
import { cutEnd } from '../plain/cut.ts';

export type Explained = { path: Path; message: string; suggestion?: string };
/** Not an error yet where another layer may have the key. */
export const missingKey = 'this key is missing';

type Issue = z.core.$ZodIssue;

const words: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'a section with keys'],
  ['record', 'a section with keys'],
]);

const show = (value: unknown): string => {
  if (value === null) return 'it has no value';
  if (Array.isArray(value)) return 'it is a list';
  if (typeof value === 'object') return 'it is a section with keys';
  const text = JSON.stringify(value) ?? typeof value;
  return `it is ${text.length > 60 ? `${cutEnd(text, 60)}…` : text}`;
};

const unknownKey = (path: Path, key: string, input: unknown): Explained => {
  const here = [...path, key];
  if (isLaterKey(here))
    return { path: here, message: `this key is ${notYet}`, suggestion: 'remove it, or use a version that has it' };
  const known = keysAt(path, getIn(input, path));
  const guess = nearest(key, known);
  return {
    path: here,
    message: 'there is no such key',
    suggestion: guess ? `did you mean ${guess}?` : `known here: ${known.join(', ')}`,
  };
};

const wrongValue = (path: Path, value: unknown, allowed: readonly unknown[]): Explained => {
  const list = allowed.map(String);
  const guess = typeof value === 'string' ? nearest(value, list) : undefined;
  const only = list.length === 1 ? `must be ${list[0]}` : `must be one of: ${list.join(', ')}`;
  return { path, message: `${only}; ${show(value)}`, ...(guess && { suggestion: `did you mean ${guess}?` }) };
};

const limit = (issue: Issue & { code: 'too_small' | 'too_big' }): string => {
  const [bound, side] = issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most'];
  const open = issue.inclusive === false;
  if (issue.origin === 'string')
    return bound === 1 && side === 'at least' ? 'must not be empty' : `must have ${side} ${String(bound)} characters`;
  if (issue.origin === 'array') return `must have ${side} ${String(bound)} ${bound === 1 ? 'entry' : 'entries'}`;
  return open
    ? `must be ${issue.code === 'too_small' ? 'more' : 'less'} than ${String(bound)}`
    : `must be ${side} ${String(bound)}`;
};

const explainOne = (issue: Exclude<Issue, { code: 'unrecognized_keys' }>, input: unknown): Explained => {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const value = getIn(input, path);
  if (value === undefined && issue.code !== 'custom') return { path, message: missingKey, suggestion: missing(issue) };
  if (issue.code === 'invalid_value') return wrongValue(path, value, issue.values);
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return { path, message: `${limit(issue)}; ${show(value)}` };
  const wanted = issue.code === 'invalid_type' ? (words.get(issue.expected) ?? issue.expected) : issue.message;
  return { path, message: `must be ${wanted}; ${show(value)}`, ...asList(issue, value) };
};

/** One value where there may be several. */
const asList = (issue: Issue, value: unknown): { suggestion?: string } =>
  issue.code === 'invalid_type' && issue.expected === 'array' && typeof value === 'string'
    ? { suggestion: `a list looks like [${JSON.stringify(value)}]` }
    : {};

const missing = (issue: Issue): string => {
  if (issue.code === 'invalid_value') return `add it; it can be: ${issue.values.map(String).join(', ')}`;
  const what = issue.code === 'invalid_type' ? (words.get(issue.expected) ?? issue.expected) : issue.message;
  return `add it; it is ${what}`;
};

/** `input`: what was checked. */
export const explain = (issues: readonly Issue[], input: unknown): Explained[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [explainOne(issue, input)];
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    return issue.keys.map((key) => unknownKey(path, key, input));
  });
