import { expect, it } from 'vitest';
import { leavesOut, letsRun } from './capability.ts';

const names: Readonly<Record<string, string>> = {
  hasSymbols: "typeof Symbol === 'function' && typeof Symbol.iterator === 'symbol'",
  always: 'true',
  onWindows: "process.platform === 'win32'",
};
const lookUp = (name: string): string | null => names[name] ?? null;

it.each([
  ["process.platform === 'win32'", true],
  ['sys.platform == "win32"', true],
  ['runtime.GOOS == "windows"', true],
  ['onWindows', true],
  ['!hasSymbols', true],
  ["!hasSymbols || typeof Symbol.toStringTag === 'undefined'", true],
  ['sys.version_info < (3, 9)', true],
  ["hasFlags ? false : 'no flags'", true],
  ["process.platform !== 'haiku'", false],
  ['sys.platform.startswith("linux")', false],
  ['sys.platform == "win32" or sys.platform != "win32"', false],
  ['sys.version_info >= (3, 0)', false],
  ['sys.version_info < (99, 0)', false],
  ['!process.env.FULL', false],
  ['always', false],
  ['hasSymbols', false],
  ["typeof Promise === 'function'", false],
  ['count(10, 5) !== 2', false],
])('7.1 a test may be left out where it cannot run: %s', (test, isFine) =>
  expect(leavesOut(test, lookUp)).toBe(isFine),
);

it.each([
  ['hasSymbols', true],
  ['Object.getOwnPropertySymbols', true],
  ['unix', true],
  ['not(windows)', true],
  ["typeof BigInt === 'function'", true],
  ['false', false],
  ['process.env.CI', false],
  ['result.length > 0', false],
])('7.1 a check may be made where it can be made: %s', (test, isFine) => expect(letsRun(test, lookUp)).toBe(isFine));
