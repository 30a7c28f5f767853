/**
 * `npm run fresh -- --seed 1 --count 300 --cage both`: random runs on small real projects; what they say of a tree, a
 * fresh clone must say too.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProgram } from './build/copy.ts';
import { type Cage, type Campaign, runCampaign } from './fresh/campaign.ts';
import { kinds } from './fresh/kinds.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    cage: { type: 'string', default: 'both' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Names of kinds, separated by commas. */
    kinds: { type: 'string' },
    /** One run of a campaign, alone. */
    only: { type: 'string' },
  },
});

const cageOf = (text: string): Cage => {
  if (text === 'on' || text === 'off' || text === 'both') return text;
  throw new Error(`--cage is on, off or both, not ${text}`);
};

const chosen = values.kinds?.split(',');
const unknown = chosen?.filter((name) => !kinds.some((kind) => kind.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`there is no kind ${unknown.join(', ')}; known are ${kinds.map(({ name }) => name).join(', ')}`);

const figures = ({ runs, caged, compared, clones, differences }: Campaign): string =>
  `${runs} runs (${caged} in the cage, ${runs - caged} without), ${compared.passed} proofs that passed, ${compared.failed} that failed, ${compared.heads} heads handed over, compared with ${clones} fresh clones; ${differences.length} runs with differences`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-fresh-')));
console.log(`seed ${values.seed}, ${values.count} runs, cage ${values.cage}, in ${folder}`);
const began = performance.now();
const campaign = await runCampaign({
  program: copyOfProgram(folder).command,
  folder,
  kinds: chosen === undefined ? kinds : kinds.filter(({ name }) => chosen.includes(name)),
  seed: Number(values.seed),
  count: Number(values.count),
  cage: cageOf(values.cage),
  jobs: Number(values.jobs),
  ...(values.only !== undefined && { only: Number(values.only) }),
  onTrial: (soFar) => {
    if (soFar.runs % 20 === 0) console.log(figures(soFar));
  },
});
for (const [name, why] of Object.entries(campaign.leftOut))
  console.log(`left out: ${name}, whose start does not pass here: ${why}`);
console.log(
  Object.entries(campaign.byKind)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
console.log(`${figures(campaign)}; ${Math.round((performance.now() - began) / 1000)} s`);
const again = (n: number): string =>
  [
    `npm run fresh -- --seed ${values.seed}`,
    `--cage ${values.cage}`,
    ...(values.kinds === undefined ? [] : [`--kinds '${values.kinds}'`]),
    `--only ${n}`,
  ].join(' ');
for (const { n, plan, problems, folder: at } of campaign.differences)
  console.error(`\nrun ${n}: ${plan}\n  ${problems.join('\n  ')}\n  Look at it in ${at}\n  Try it again: ${again(n)}`);
if (campaign.differences.length > 0) process.exitCode = 1;
else rmSync(folder, { recursive: true, force: true });
