/**
 * `node scripts/crash.ts --seed 1 --kills 200`: kills runs at every event and at random moments, resumes them, and
 * compares.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProgram } from './build/copy.ts';
import { type Campaign, runCampaign } from './crash/campaign.ts';
import { parseKill, showKill } from './crash/launch.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    findings: { type: 'string', default: '20' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    sample: { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
});

const figuresText = ({
  trials,
  kills,
  covered,
  commits,
  calls,
  repeats,
}: Omit<Campaign, 'undisturbed' | 'missed' | 'failure'>): string => {
  const total = kills.before + kills.after + kills.moment + kills.all;
  return `${trials} trials, ${total} kills (${kills.before} before and ${kills.after} after a commit, ${kills.moment} at a random moment, ${kills.all} with all that it had started); ${covered} of ${commits} event boundaries; ${calls} agent calls, ${repeats} made again because their answer was not stored`;
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-crash-')));
const { seed, findings } = values;
console.log(`seed ${seed}, ${findings} findings, in ${folder}`);
const began = performance.now();
const campaign = await runCampaign({
  program: copyOfProgram(folder).bin,
  folder,
  seed: Number(seed),
  kills: Number(values.kills),
  findings: Number(findings),
  jobs: Number(values.jobs),
  sample: values.sample,
  ...(values.replay !== undefined && { replay: values.replay.split(', ').map(parseKill) }),
  onTrial: (figures) => {
    if (figures.trials % 10 === 0) console.log(figuresText(figures));
  },
});
console.log(`${figuresText(campaign)}; ${Math.round((performance.now() - began) / 1000)} s`);
if (campaign.failure) {
  const { kills, problems } = campaign.failure;
  console.error(
    `\n${problems.join('\n')}\n\nLook at it in ${campaign.failure.folder}\nTry it again: node scripts/crash.ts --seed ${seed} --findings ${findings} --replay '${kills.map(showKill).join(', ')}'`,
  );
  process.exitCode = 1;
} else {
  if (campaign.missed.length > 0 && !values.sample && values.replay === undefined) {
    console.error(`not hit: ${campaign.missed.join(', ')}`);
    process.exitCode = 1;
  }
  rmSync(folder, { recursive: true, force: true });
}
