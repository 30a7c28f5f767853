/**
 * Conditions that leave a test out where it cannot run: on a system that is not the usual one, or where something is
 * missing. What is always so, what a variable switches, or what the code itself answers, is no such condition.
 */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import { splitAt, unwrapped } from '../../text/scan.ts';

/** What a name stands for; null where nobody knows. */
export type LookUp = (name: string) => string | null;

const either = /\|\||\bor\b/y;
const both = /&&|\band\b/y;
const deepest = 6;

const unusual = /win32|windows|win_platform|cygwin|msys|mingw|aix|sunos|solaris|freebsd|openbsd|\bmiri\b|wasm/i;
const usual = /linux|darwin|macos|\bmac\b|\bunix\b|posix/i;
const system = pattern(
  'i',
  anyOf(/platform|GOOS|os\.name|os\.type|\bOS\b|RUBY_PLATFORM|PHP_OS|target_os|target_family|\bcfg\b/),
);
const switched = /\benv(?:iron)?\b|getenv|argv|random|\bDate\b|\bnow\b|\bCI\b/i;
const unlike = /!==?|\bnot\s+in\b|~=|!~|<>/;

const globals = pattern(
  '',
  /^/,
  anyOf(
    /Object|Symbol|Array|ArrayBuffer|Reflect|Intl|Buffer|process|global|globalThis|window|String|Function|Math/,
    /Number|Promise|BigInt|Map|Set|WeakMap|WeakRef|Proxy|URL|Error|RegExp|SharedArrayBuffer|Uint8Array|os|socket/,
    /DataView|Float16Array|AbortController|Iterator|signal|fcntl|Process|fs/,
  ),
  /(?:\s*\.\s*\w+)*$/,
);
const asking = /^(?:has|have|supports?|can|is)(?:[A-Z_]\w*)?$/;
const askingCall = pattern(
  '',
  /^/,
  anyOf(
    /(?:has|have|supports?|can)[A-Z_]?\w*\s*\(\s*\)/,
    /require\(\s*["'](?:has|supports|is)-[\w./-]+["']\s*\)(?:\(\s*\))?/,
    /hasattr\((?:os|sys|socket|signal|select|ssl|time)\s*,[^)]*\)/,
    /shutil\.which\([^)]*\)/,
    /["'][\w.]+["']\s+in\s+[\w.]*prototype/,
  ),
  /$/,
);
const nodeAge = /\b(?:version\w*|VERSION\w*|node\w*|major)\b/i;

const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? Number.NaN);

/** `sys.version_info < (3, 9)`: older than something that there is. */
const isOlderThan = (text: string): boolean => {
  const [, left = '', right = ''] = /^([^<>=]+)<=?\s*([^<>=]+)$/.exec(text) ?? [];
  const called = /\blt\(\s*process\.version\w*[\w.]*\s*,\s*["'][~^]?(\d+)/.exec(text)?.[1];
  if (called !== undefined) return Number(called) < 30;
  return nodeAge.test(left) && !switched.test(left) && numberIn(right) < 30;
};

const isAtLeast = (text: string): boolean => {
  const [, left = '', right = ''] = /^([^<>=]+)>=?\s*([^<>=]+)$/.exec(text) ?? [];
  return nodeAge.test(left) && !switched.test(left) && numberIn(right) < 24;
};

/** Of a condition without “and”, “or” and “not”: it holds only where something is missing, or on an unusual system. */
const isMissing = (text: string): boolean => {
  if (switched.test(text)) return false;
  if (system.test(text) || /^(?:is|on|IS_)_?win/i.test(text))
    return unusual.test(text) && !unlike.test(text) && !usual.test(text);
  if (/^(?:windows|miri)$/.test(text) || /^typeof\s+[\w.]+\s*===?\s*["']undefined["']$/.test(text)) return true;
  if (/^typeof\s+[\w.]+\s*!==?\s*["']\w+["']$/.test(text)) return !/undefined/.test(text);
  if (isOlderThan(text)) return true;
  const [, compared] = /^([\w.]+)\s*(?:===?|is)\s*(?:undefined|null|None|nil)$/.exec(text) ?? [];
  return compared !== undefined && globals.test(compared);
};

/** The other way round: it holds wherever tests are usually run. */
const isThere = (text: string): boolean => {
  if (switched.test(text)) return false;
  if (/^(?:unix|posix)$/.test(text) || /^#ifndef\s+_?WIN(?:32|64)\w*$/.test(text)) return true;
  if (system.test(text) || /^(?:is|on|IS_)_?win/i.test(text))
    return unusual.test(text) ? unlike.test(text) : usual.test(text) && !unlike.test(text);
  if (/^typeof\s+[\w.]+\s*!==?\s*["']undefined["']$/.test(text)) return true;
  if (/^typeof\s+[\w.]+\s*===?\s*["']\w+["']$/.test(text)) return !/undefined/.test(text);
  return globals.test(text) || askingCall.test(text) || isAtLeast(text);
};

const truth = /^(?:true|false|True|False|None|null|undefined|\d+|["'][\s\S]*["'])$/;

const resolvedName = (text: string, lookUp: LookUp): string | null =>
  /^[\p{L}_$][\w$]*$/u.test(text) && !globals.test(text) ? lookUp(text) : null;

/** A question whose answer is not in this file, by its name. */
const isQuestion = (text: string, lookUp: LookUp): boolean => asking.test(text) && lookUp(text) === null;

const negated = (text: string): string | null => {
  const inner = /^(?:!(?!=)|not\s+)\s*([\s\S]+)$/.exec(text)?.[1];
  return inner ?? /^not\(([\s\S]+)\)$/.exec(text)?.[1] ?? null;
};

const ternary = /^([^?]+)\?\s*([^:?]+?)\s*:\s*([^:?]+)$/;
const nothing = /^(?:false|undefined|null|void 0|\{\s*\}|it|test|describe)$/;

const chosen = (text: string, lookUp: LookUp, depth: number): boolean | null => {
  const [, test = '', yes = '', no = ''] = ternary.exec(text) ?? [];
  if (test === '' || nothing.test(yes) === nothing.test(no)) return null;
  return nothing.test(no) ? leavesOut(test, lookUp, depth + 1) : letsRun(test, lookUp, depth + 1);
};

/** Where this holds the test is left out; true where that is only where it cannot run. */
export const leavesOut = (given: string, lookUp: LookUp, depth = 0): boolean => {
  const text = unwrapped(given);
  if (depth > deepest || truth.test(text)) return false;
  const byChoice = chosen(text, lookUp, depth);
  if (byChoice !== null) return byChoice;
  const some = splitAt(text, either);
  if (some.length > 1) return some.every((part) => leavesOut(part, lookUp, depth + 1));
  const all = splitAt(text, both);
  if (all.length > 1) return all.some((part) => leavesOut(part, lookUp, depth + 1));
  const inner = negated(text);
  if (inner !== null) return letsRun(inner, lookUp, depth + 1);
  const value = resolvedName(text, lookUp);
  return value === null ? isMissing(text) : leavesOut(value, lookUp, depth + 1);
};

/** Only where this holds the test is run; true where that is wherever it can run. */
export const letsRun = (given: string, lookUp: LookUp, depth = 0): boolean => {
  const text = unwrapped(given);
  if (depth > deepest || truth.test(text)) return false;
  const some = splitAt(text, either);
  if (some.length > 1) return some.some((part) => letsRun(part, lookUp, depth + 1));
  const all = splitAt(text, both);
  if (all.length > 1) return all.every((part) => letsRun(part, lookUp, depth + 1));
  const inner = negated(text);
  if (inner !== null) return leavesOut(inner, lookUp, depth + 1);
  const value = resolvedName(text, lookUp);
  if (value !== null) return letsRun(value, lookUp, depth + 1);
  return isThere(text) || isQuestion(text, lookUp);
};
