/**
 * Open files that we were started with ourselves: a program in a cage could reach through them whatever they lead to.
 */
import { openSync, readdirSync, readFileSync } from 'node:fs';

/** As the kernel writes the flags of an open file: it is closed when another program is started. */
const closeOnExec = 0o2000000;

/** More are not looked at: each costs an entry in a list. */
const highestNumber = 65_536;

/**
 * Numbers above standard error that every program we start would get. Those that Node opens itself are not among them.
 */
export const inheritedNumbers = (folder = '/proc/self'): number[] =>
  numbersIn(folder).filter((number) => number > 2 && number <= highestNumber && isPassedOn(folder, number));

const numbersIn = (folder: string): number[] => {
  try {
    return readdirSync(`${folder}/fd`).map(Number);
  } catch {
    return [];
  }
};

const isPassedOn = (folder: string, number: number): boolean => {
  try {
    const [, flags = '0'] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${folder}/fdinfo/${number}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
};

let covered: (number | 'ignore')[] | undefined;

/** What stands for them in the list of a program's open files, from number 3 on: an empty file in place of each. */
export const coverInherited = (): readonly (number | 'ignore')[] => (covered ??= coverOf(inheritedNumbers()));

const coverOf = (numbers: readonly number[]): (number | 'ignore')[] => {
  if (numbers.length === 0) return [];
  const empty = openSync('/dev/null', 'r');
  const inherited = new Set(numbers);
  return Array.from({ length: Math.max(...numbers) - 2 }, (_, index) => (inherited.has(index + 3) ? empty : 'ignore'));
};
