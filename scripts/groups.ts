/**
 * `npm run groups -- --seeds 30`: counts how many runs of the verification commands it takes to prove many fixes, some
 * of them bad, and whether the right ones were accepted.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProgram } from './build/copy.ts';
import { runCampaign, type SeededTrial, type Summary } from './groups/campaign.ts';
import { type Case, cases } from './groups/cases.ts';
import type { Together } from './groups/place.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** How many, from that one on. */
    seeds: { type: 'string', default: '30' },
    /** Names, separated by commas. */
    cases: { type: 'string', default: 'all' },
    jobs: { type: 'string', default: '1' },
    /** As verify.together; none: the key is not given. */
    together: { type: 'string', default: 'auto' },
    /** Seeds of each case that are also run with `each`; by default three, and one of a large case. */
    each: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const chosen = values.cases === 'all' ? cases.map(({ name }) => name) : values.cases.split(',');
const unknown = chosen.filter((name) => !cases.some((each) => each.name === name));
if (unknown.length > 0)
  throw new Error(`there is no case ${unknown.join(', ')}; known are ${cases.map(({ name }) => name).join(', ')}`);

const togetherOf = (text: string): Together => {
  if (text === 'auto' || text === 'each' || text === 'none') return text;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--together is auto, each, none or a number, not ${text}`);
};

const large = 500;
const together = togetherOf(values.together);
const [first, count] = [Number(values.seed), Number(values.seeds)];

/** Without the key there is nothing to compare with. A command that fails at random misleads `each` as well. */
const alone = ({ n, flaky = 0 }: Case): number => {
  if (together === 'none' || flaky > 0) return 0;
  return values.each === undefined ? (n >= large ? 1 : 3) : Number(values.each);
};

const verdictOf = ({ isOver, wrong, unlike }: Summary): string => {
  if (wrong.length > 0 || unlike.length > 0) return 'WRONG';
  return isOver ? 'OVER ' : 'ok   ';
};

const lineOf = (summary: Summary): string => {
  const { name, runs, limit, seconds, parted, wrong, unlike } = summary;
  return [
    `${verdictOf(summary)} ${name}: ${runs.median} runs in the median, ${runs.worst} at worst`,
    limit === null ? 'no limit' : `at most ${limit}`,
    ...(runs.alone === null ? [] : [`${runs.alone} with each`]),
    `${wrong.length} wrong`,
    ...(unlike.length === 0 ? [] : [`others than with each were accepted for seeds ${unlike.join(', ')}`]),
    ...(parted === 0 ? [] : [`${parted} twos that need each other are two commits of one group`]),
    `${seconds.toFixed(1)} s a run`,
  ].join('; ');
};

const wrongLines = (name: string, { seed, together: by, problems, folder }: SeededTrial): string =>
  [
    `      seed ${seed}, ${by}: ${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; ${problems.length - 5} more` : ''}`,
    `      Look at it in ${folder}`,
    `      Try it again: npm run groups -- --cases ${name} --seed ${seed} --seeds 1 --together ${by} --each 0`,
  ].join('\n');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-groups-')));
console.log(`seed ${first}, ${count} seeds, verify.together ${together}`);
const campaign = runCampaign({
  program: copyOfProgram(folder).bin,
  cases: cases.filter(({ name }) => chosen.includes(name)),
  seeds: Array.from({ length: count }, (_, n) => first + n),
  together,
  alone,
  jobs: Number(values.jobs),
  onTrial: ({ name }, { seed, together: by, runs, flaky, seconds, problems }) => {
    if (!values.verbose) return;
    console.log(
      `      ${name}, seed ${seed}, ${by}: ${runs} runs, ${flaky} of them flaky, ${seconds.toFixed(1)} s, ${problems.length} problems`,
    );
  },
});
let isGood = true;
let hasProbes = false;
for await (const summary of campaign) {
  console.log(lineOf(summary));
  for (const trial of summary.wrong.slice(0, 3)) console.error(wrongLines(summary.name, trial));
  isGood &&= verdictOf(summary).trim() === 'ok';
  hasProbes ||= summary.probes > 0;
}
if (hasProbes)
  console.log('Not counted: without a cage, the command is run once more, on files that were broken on purpose.');
rmSync(folder, { recursive: true, force: true });
process.exitCode = isGood ? 0 : 1;
