/** Which requirements no test quotes. `--strict 5.2,7.5` fails when one of those has none. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

type Requirement = { number: string; text: string };

const requirements = async (): Promise<Requirement[]> => {
  const text = await readFile(join(root, 'docs/requirements.md'), 'utf8');
  return [...text.matchAll(/^- \*\*(\d+(?:\.\d+)?)\*\* (.+)$/gm)].map(([, number = '', line = '']) => ({
    number,
    text: line,
  }));
};

/** Numbers that stand in the title of a test: `it('5.2 …` or `it('5.2, 7.5 …`. */
const quoted = async (): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for await (const file of glob(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, numbers = ''] of text.matchAll(
      /\b(?:it|test|describe)(?:\.\w+)*\(\s*['"`](?:[A-Z]\d+[,\s]+)*((?:\d+(?:\.\d+)?[,\s]+)+)/g,
    )) {
      for (const number of numbers.match(/\d+(?:\.\d+)?/g) ?? []) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  return counts;
};

const all = await requirements();
const tests = await quoted();
const missing = all.filter(({ number }) => !tests.has(number));
const at = process.argv.indexOf('--strict');
const strict = at === -1 ? [] : (process.argv[at + 1] ?? '').split(',').filter((number) => number !== '');

for (const { number, text } of missing) console.log(`${number.padEnd(5)} ${text}`);
console.log(`\n${all.length} requirements: ${all.length - missing.length} quoted by a test, ${missing.length} not.`);

const unknown = strict.filter((number) => !all.some((requirement) => requirement.number === number));
const failed = strict.filter((number) => missing.some((requirement) => requirement.number === number));
if (unknown.length > 0) console.error(`No such requirement: ${unknown.join(', ')}`);
if (failed.length > 0) console.error(`Without a test: ${failed.join(', ')}`);
process.exitCode = unknown.length + failed.length > 0 ? 1 : 0;
