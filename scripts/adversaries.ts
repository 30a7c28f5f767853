/**
 * `npm run adversaries -- --seed 1 --count 300`: fixers and reviewers that go in circles, move problems about, grow the
 * list, undo each other or write code without end, each through the built command line (7.6, 7.7).
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProgram } from './build/copy.ts';
import { kinds } from './adversaries/scenario.ts';
import { runTrial, type Trial } from './adversaries/trial.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    jobs: { type: 'string', default: '2' },
  },
});
const [first, count, jobs] = [Number(values.seed), Number(values.count), Number(values.jobs)];

const runAll = async (program: string): Promise<Trial[]> => {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const trials: Trial[] = [];
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const trial = await runTrial(program, seed);
      trials.push(trial);
      if (trial.problems.length > 0) complain(trial);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return trials;
};

const complain = ({ seed, scenario, problems, folder }: Trial): void =>
  console.error(`seed ${seed} (${scenario.kind}): ${problems.join('; ')}; look in ${folder}`);

const tell = (trials: readonly Trial[]): void => {
  for (const kind of kinds) {
    const own = trials.filter(({ scenario }) => scenario.kind === kind);
    if (own.length === 0) continue;
    const ends = Map.groupBy(own, ({ report }) => report?.stopReason ?? 'its end');
    const words = [...ends].map(([reason, list]) => `${reason} ${list.length}`).toSorted();
    const back = own.filter(({ report }) => report?.restored).length;
    const slowest = Math.max(...own.map(({ seconds }) => seconds));
    console.log(
      `${kind.padEnd(30)} ${own.length} runs: ${words.join(', ')}; went back ${back}; ${slowest.toFixed(1)} s at most`,
    );
  }
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-adversaries-')));
try {
  const began = performance.now();
  const trials = await runAll(copyOfProgram(folder).bin);
  const wrong = trials.filter(({ problems }) => problems.length > 0).length;
  const total = (key: 'before' | 'after'): number =>
    trials.reduce((sum, { measured }) => sum + (measured?.[key] ?? 0), 0);
  tell(trials);
  console.log(
    `seed ${first}, ${trials.length} adversaries, ${wrong} wrong; ${total('before')} problems before, ` +
      `${total('after')} after; ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
