/** What happens in one run: a program of several problems, how it is verified, and what the agent does at each attempt. */
import type { Random } from '../crash/random.ts';
import { type Attempted, attemptAt, pickFrom, type Seen, testsOf } from './attempt.ts';
import type { Language } from './language.ts';
import type { Problem } from './problem.ts';

export type PlannedFinding = { code: string; problem: Problem; seen: Seen; attempts: readonly Attempted[] };

export type Plan = {
  language: Language;
  caged: boolean;
  together: 'auto' | 'each' | '1';
  concurrency: number;
  cycles: number;
  findings: readonly PlannedFinding[];
};

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: random(1 << 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

/** A test that fails may be the only one that does, where nobody tells which of them it is. */
const isAlone = (random: Random, { tells }: Language): boolean => tells === false && random(3) === 0;

const seens = ({ tells }: Language): readonly Seen[] =>
  tells === false ? ['unseen', 'unseen', 'reproduction'] : ['unseen', 'unseen', 'red', 'reproduction'];

export const planOf = (random: Random, language: Language): Plan => {
  const alone = isAlone(random, language);
  const count = alone ? 1 : 2 + random(Math.min(4, language.problems.length - 1));
  const problems = shuffled(random, language.problems).slice(0, count);
  const cycles = 2 + random(2);
  const targets = random(4) === 0;
  const others = (): Seen => (targets ? 'target' : pickFrom(random, seens(language)));
  const seenOf = (): Seen => (alone ? 'red' : others());
  return {
    language,
    caged: random(6) === 0,
    together: pickFrom(random, ['auto', 'auto', 'each', 'each', '1']),
    concurrency: 1 + random(4),
    cycles,
    findings: problems.map((problem, n) => {
      const seen = seenOf();
      const attempts = Array.from({ length: cycles }, () => attemptAt(random, { language, problem, seen }));
      return { code: `F${n + 1}`, problem, seen, attempts };
    }),
  };
};

/** The repository that the run begins with. */
export const filesOf = ({ language, findings }: Plan): Record<string, string> => {
  const files: Record<string, string> = { ...language.files };
  for (const { problem, seen } of findings) {
    const path = language.testPath(problem);
    files[language.sourcePath(problem)] = problem.code;
    files[path] = language.testText(problem, testsOf({ problem, seen }), path);
    const check = language.checkPath(problem);
    if (seen === 'target' || seen === 'reproduction') files[check] = language.testText(problem, [problem.shows], check);
  }
  return files;
};

const showAttempt = ({ name, trouble }: Attempted): string => (trouble ? `${name} (${trouble.name})` : name);

export const showPlan = ({ language, caged, together, concurrency, findings }: Plan): string =>
  [
    `${language.name}${caged ? ', in the cage' : ''}, together ${together}, ${concurrency} at a time`,
    ...findings.map(
      ({ code, problem, seen, attempts }) =>
        `${code} ${problem.name} (${seen}): ${attempts.map(showAttempt).join(', then ')}`,
    ),
  ].join('; ');
