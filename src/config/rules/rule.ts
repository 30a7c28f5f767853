/** A rule: what the schema allows but cannot work. */
import type { Path } from '../../plain/plain-data.ts';
import type { Config } from '../schema.ts';

export type Breach = { path: Path; message: string; suggestion?: string };
/** `isSet`: whether somebody chose the value of a key. `dropped`: sections that were not readable and say nothing. */
export type RuleInput = { config: Config; isSet: (path: Path) => boolean; dropped: ReadonlySet<string> };
export type Rule = (input: RuleInput) => Breach[];

/** What reviewers and agents may be called. */
export const isName = (text: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_. @/-]{0,63}$/u.test(text);

export const notAName = (path: Path): Breach => ({
  path,
  message: 'this is not a name',
  suggestion: 'use letters, digits, - and _',
});
