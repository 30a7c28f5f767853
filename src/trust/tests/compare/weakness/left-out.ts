/** Whether a new mark or condition leaves a test out only where it cannot run. */
import { valueOf } from '../../read/names.ts';
import type { Guard, Mark, Unit } from '../../model.ts';
import { argumentsIn, splitAt } from '../../text/scan.ts';
import { canonical } from '../../text/tokens.ts';
import { leavesOut, letsRun, type LookUp } from './capability.ts';

const unquoted = (text: string): string => /^(["'])([\s\S]*)\1$/.exec(text.trim())?.[2] ?? text.trim();

/** What stands in the brackets behind a word of a mark: its first argument. */
const argumentOf = (text: string, word: RegExp): string | null => {
  const found = word.exec(text);
  if (found === null) return null;
  const rest = text.slice(found.index + found[0].length);
  const [first] = argumentsIn(rest.replace(/\)\s*\]?\s*$/, ''));
  return first === undefined ? null : unquoted(first);
};

/** Each way to say it, and which of both it says. */
const ways: readonly { word: RegExp; says: 'out' | 'in' }[] = [
  { word: /\b(?:skipif|skipIf|skip_if)\s*\(/, says: 'out' },
  { word: /\b(?:skipUnless|runIf|skip_unless)\s*\(/, says: 'in' },
  { word: /#!?\[cfg_attr\(/, says: 'out' },
  { word: /#!?\[cfg\(/, says: 'in' },
];

const optionOf = (text: string): string | null => {
  if (!/^\{[\s\S]*\}$/.test(text.trim())) return null;
  const skip = argumentsIn(text.trim().slice(1, -1))
    .map((part) => /^["']?(?:skip|todo)["']?\s*:\s*([\s\S]+)$/.exec(part)?.[1])
    .find(Boolean);
  return skip ?? null;
};

/** `skip 'reason' if Gem.win_platform?` */
const behind = (text: string): { test: string; says: 'out' | 'in' } | null => {
  const [, word, test] = /^\s*(?:skip|pending|return|next)\b[\s\S]*?\s(if|unless)\s+([\s\S]+)$/.exec(text) ?? [];
  return test === undefined ? null : { test: test.replace(/\?$/, ''), says: word === 'if' ? 'out' : 'in' };
};

const annotated = (text: string): boolean => {
  if (/^@DisabledOnOs\b/.test(text)) return /WINDOWS|AIX|SOLARIS/.test(text) && !/LINUX|MAC/.test(text);
  if (/^@EnabledOnOs\b/.test(text)) return /LINUX/.test(text) && /MAC/.test(text);
  return /^@DisabledOnJre\([^)]*JAVA_(?:8|9|10|11)\b/.test(text);
};

/** `COND ? it.skip : it`, as it stands behind the name of a test. */
const byAlias = (text: string, lookUp: LookUp): boolean => {
  const [, test = '', yes = '', no = ''] =
    /(?:^| )\(?([^?]+)\?\s*([\w.[\]'"]+)\s*:\s*([\w.[\]'"]+?)\)?$/.exec(text) ?? [];
  if (test === '') return false;
  return /skip|todo/.test(yes) ? leavesOut(test, lookUp) : /skip|todo/.test(no) && letsRun(test, lookUp);
};

const byCondition = ({ kind, text }: Guard, lookUp: LookUp): boolean =>
  kind === 'exit' ? leavesOut(text, lookUp) : kind === 'condition' && letsRun(text, lookUp);

const parts = (option: string): string[] => splitAt(option, /\|\|/y).map(canonical);

/** The conditions by which marks left a test out, one by one. */
export const conditionsIn = (marks: readonly Mark[]): ReadonlySet<string> =>
  new Set(marks.flatMap(({ text }) => parts(optionOf(text) ?? '')));

/** Known before, or about a part of something that was asked for before. */
const isKnown = (part: string, known: ReadonlySet<string>): boolean =>
  known.has(part) || known.has(/^(! [\w$]+) \. [\w$]+$/.exec(part)?.[1] ?? '');

/** Only what is new has to be such that the test cannot run. */
const byOption = (option: string, lookUp: LookUp, known: ReadonlySet<string>): boolean => {
  const fresh = parts(option).filter((part) => !isKnown(part, known));
  return fresh.length === 0 || leavesOut(fresh.join(' || '), lookUp);
};

/** What a mark says by itself. */
const bySelf = (text: string, lookUp: LookUp, known: ReadonlySet<string>): boolean => {
  const option = optionOf(text);
  if (option !== null) return byOption(option, lookUp, known);
  for (const { word, says } of ways) {
    const test = argumentOf(text, word);
    if (test !== null) return says === 'out' ? leavesOut(test, lookUp) : letsRun(test, lookUp);
  }
  const modifier = behind(text);
  if (modifier !== null)
    return modifier.says === 'out' ? leavesOut(modifier.test, lookUp) : letsRun(modifier.test, lookUp);
  return annotated(text) || byAlias(text, lookUp);
};

const lookUpIn =
  (unit: Unit): LookUp =>
  (name) =>
    valueOf(name, unit);

/** A test that says by its name for which system it is runs only there. */
const isNamedFor = ({ name }: Unit, text: string): boolean => {
  const [system] = /win32|windows|darwin|macos|linux/i.exec(text) ?? [];
  if (system === undefined) return false;
  return name.toLowerCase().includes(system.toLowerCase().replace('win32', 'windows'));
};

export const isLeftOutBy = (mark: Mark, unit: Unit, known: ReadonlySet<string> = new Set()): boolean => {
  const lookUp = lookUpIn(unit);
  return (
    isNamedFor(unit, mark.text) ||
    bySelf(mark.text, lookUp, known) ||
    (mark.when ?? []).some((guard) => byCondition(guard, lookUp))
  );
};

/** It asks for something that may be so or not, other than what somebody sets for it. */
const isOpen = (text: string): boolean =>
  !/\benv\b|environ|getenv/i.test(text) &&
  /[A-Za-z_$]{2}/.test(text.replaceAll(/(["'`])[^"'`]*\1|\b(?:true|false|null|undefined|None|nil)\b/gi, ''));

/** Where a test is left out in some cases only, whichever these are. */
const isConditional = ({ kind, text }: Guard): boolean => /^(?:condition|exit)$/.test(kind) && isOpen(text);

const hasCondition = ({ text, when = [] }: Mark): boolean => {
  const option = optionOf(text);
  if (option !== null) return isOpen(option);
  return when.some(isConditional) || (/\w\s*\?\s*[\w.]+\s*:/.test(text) && isOpen(text.replace(/\?[^?]*$/, '')));
};

export const isGuardedBy = (guard: Guard, unit: Unit): boolean =>
  isNamedFor(unit, guard.text) || byCondition(guard, lookUpIn(unit));

/** In a patch that brings much else, any condition will do. */
type Weight = { isRich: boolean };

export const isNotedMark = (mark: Mark, unit: Unit, { isRich }: Weight, known: ReadonlySet<string>): boolean =>
  isLeftOutBy(mark, unit, known) || (isRich && hasCondition(mark));

export const isNotedGuard = (guard: Guard, unit: Unit, { isRich }: Weight): boolean =>
  isGuardedBy(guard, unit) || (isRich && isConditional(guard));
