/**
 * `npm run soak -- --seed 1 --count 200`: random agents, right, wrong, cheating, crashing and slow, on small real
 * programs whose truth is known: nothing wrong that anything shows is committed, and what is right is.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProgram } from './build/copy.ts';
import { type Campaign, isGood, mostRefused, runCampaign } from './soak/campaign.ts';
import { languages } from './soak/languages.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Names, separated by commas. */
    languages: { type: 'string' },
    /** One run of a campaign, alone; what it left can be looked at. */
    only: { type: 'string' },
  },
});

const chosen = values.languages?.split(',');
const unknown = chosen?.filter((name) => !languages.some((each) => each.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(
    `there is no language ${unknown.join(', ')}; known are ${languages.map(({ name }) => name).join(', ')}`,
  );

const figures = ({ runs, findings, programs, right, wrongShown, wrongHidden, ...rest }: Campaign): string =>
  [
    `${runs} runs over ${programs.size} programs with ${findings} findings`,
    `committed: ${right} right, ${wrongShown} wrong that something shows (0), ${wrongHidden.length} wrong that only the hidden tests show`,
    `right ones refused: ${rest.rightRefused.length} of ${rest.rightJudged} (at most ${100 * mostRefused} %)`,
    `unaccounted: ${rest.unaccounted} (0)`,
  ].join('; ');

/** What became of each kind of attempt, and which gates had the word. */
const table = ({ rulings }: Campaign): void => {
  const names = [...new Set(rulings.map(({ kind, name }) => `${kind}: ${kind === 'right' ? 'all' : name}`))];
  for (const title of names.toSorted()) {
    const own = rulings.filter(({ kind, name }) => `${kind}: ${kind === 'right' ? 'all' : name}` === title);
    const gates = new Map<string, number>();
    for (const { result, gate } of own) {
      const by = result === 'refused' ? (gate.split(':')[0] ?? '') : result;
      gates.set(by, (gates.get(by) ?? 0) + 1);
    }
    const words = [...gates].toSorted(([, a], [, b]) => b - a).map(([gate, count]) => `${gate} ${count}`);
    console.log(`  ${title.padEnd(44)} ${String(own.length).padStart(4)}  ${words.join(', ')}`);
  }
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-soak-')));
console.log(`seed ${values.seed}, ${values.count} runs, in ${folder}`);
const began = performance.now();
const campaign = await runCampaign({
  program: copyOfProgram(folder).command,
  folder,
  languages: chosen === undefined ? languages : languages.filter(({ name }) => chosen.includes(name)),
  seed: Number(values.seed),
  count: Number(values.count),
  jobs: Number(values.jobs),
  ...(values.only !== undefined && { only: Number(values.only) }),
  onTrial: (soFar) => {
    if (soFar.runs % 20 === 0) console.log(figures(soFar));
  },
});
console.log('');
table(campaign);
for (const words of campaign.wrongHidden) console.log(`only the hidden test shows: ${words}`);
for (const { n, plan, problems, folder: at } of campaign.troubles.toSorted((a, b) => a.n - b.n))
  console.log(
    `\nrun ${n}: ${plan}\n  ${problems.join('\n  ')}\n  Look at it in ${at}\n  Try it again: npm run soak -- --seed ${values.seed}${values.languages === undefined ? '' : ` --languages ${values.languages}`} --only ${n}`,
  );
console.log(`\nseed ${values.seed}: ${figures(campaign)}; ${Math.round((performance.now() - began) / 1000)} s`);
if (!isGood(campaign)) process.exitCode = 1;
if (campaign.troubles.length === 0) rmSync(folder, { recursive: true, force: true });
else rmSync(join(folder, 'program'), { recursive: true, force: true });
