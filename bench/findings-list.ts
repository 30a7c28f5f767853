/** Lists of findings as tools and agents write them, the same in every run. */
import { Severity } from '../src/model/finding.ts';
import type { Reported } from '../src/findings/merge/merge.ts';

export type Random = (below: number) => number;

export const randomFrom = (seed: number): Random => {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const pick = <T>(random: Random, from: readonly T[]): T => {
  const picked = from[random(from.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
};

const vocabulary =
  'the a of in to is not and when for value values error check missing returned before after null promise awaited handler stream closed buffer index range user input query request response header token secret leaked logged cache key expired lock held thread race condition loop condition always true false never reached branch dead code unused variable import export default module path joined traversal escaped html attribute injection sql statement built string concatenated timeout retried twice connection pool exhausted file descriptor left open memory grows bound limit exceeded integer overflow division zero type assertion unsafe cast any implicit conversion comparison loose equality shadowed outer name duplicated logic function too long complex nested callback parameter mutated state shared global test asserts nothing flaky sleep hard coded credential weak hash random seed predictable locale date parsed zone offset wrong'.split(
    ' ',
  );

const templates = [
  "'%' is assigned a value but never used.",
  "'%' is not defined.",
  'Unexpected var, use let or const instead of % here.',
  'Missing return type on function %.',
  'Promise returned by % is not awaited',
  'Function % has a complexity of #. Maximum allowed is 20.',
  'This line has a length of #. Maximum allowed is 120.',
  'Possible null dereference of %',
  "Property '%' does not exist on type '%'.",
  'SQL statement in % is built from user input',
];

const syllables =
  'get set user order item list map parse read write fetch count total index node token next prev state view'.split(
    ' ',
  );
const name = (random: Random): string =>
  Array.from({ length: 1 + random(3) }, (_, n) => {
    const word = pick(random, syllables);
    return n === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1);
  }).join('');

/** What a linter says: a few sentences with many names. */
export const fromTemplate = (random: Random): string =>
  pick(random, templates)
    .replaceAll('%', () => name(random))
    .replace('#', () => String(20 + random(200)));

/** What an agent says: a sentence of its own. */
export const inWords = (random: Random): string =>
  Array.from({ length: 4 + random(6) }, () => pick(random, vocabulary)).join(' ');

export const finding = (random: Random, more: Partial<Reported>): Reported => ({
  severity: pick(random, Severity.options),
  category: 'quality',
  title: '',
  description: 'What is wrong, and why it matters.',
  file: 'src/app.ts',
  line: 1,
  reviewer: pick(random, ['eslint', 'types', 'security']),
  level: 'blocking',
  ...more,
});

/** So many findings in each file, on random lines of it, in no order. */
export const spread = (count: number, perFile: number): Reported[] => {
  const random = randomFrom(count + perFile);
  const files = count / perFile;
  const turns = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n -= 1) {
    const other = random(n + 1);
    [turns[n], turns[other]] = [turns[other] ?? 0, turns[n] ?? 0];
  }
  return turns.map((turn) => {
    const file = turn % files;
    const fromTool = random(3) > 0;
    return finding(random, {
      file: `src/module-${file % 83}/part-${file % 11}/file-${file}.ts`,
      line: 1 + random(perFile < 100 ? 400 : 4_000),
      title: fromTool ? fromTemplate(random) : inWords(random),
      ...(fromTool && { rule: `rule-${random(60)}`, column: 1 + random(80) }),
    });
  });
};
