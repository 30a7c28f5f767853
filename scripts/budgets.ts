/**
 * `npm run budgets -- --seed 1 --count 120`: agents that say nothing, too little or nonsense about what they use, killed
 * and resumed: no limit is exceeded by more than calls under way used beyond what was set aside for them.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Campaign, runCampaign } from './budgets/campaign.ts';
import { copyOfProgram } from './build/copy.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '120' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** One run of a campaign, alone. */
    only: { type: 'string' },
  },
});

const figures = ({ runs, calls, killed, stopped, over, troubles }: Campaign): string =>
  `${runs} runs, ${calls} calls, ${killed} kills, ${stopped} runs stopped for their budget, ${over} of them over it by calls under way; ${troubles.length} runs with a limit that was not kept (0)`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-budgets-')));
console.log(`seed ${values.seed}, ${values.count} runs, in ${folder}`);
const began = performance.now();
const campaign = await runCampaign({
  program: copyOfProgram(folder).command,
  folder,
  seed: Number(values.seed),
  count: Number(values.count),
  jobs: Number(values.jobs),
  ...(values.only !== undefined && { only: Number(values.only) }),
  onTrial: (soFar) => {
    if (soFar.runs % 20 === 0) console.log(figures(soFar));
  },
});
for (const { n, plan, problems, folder: at } of campaign.troubles)
  console.error(
    `\nrun ${n}: ${plan}\n  ${problems.join('\n  ')}\n  Look at it in ${at}\n  Try it again: npm run budgets -- --seed ${values.seed} --only ${n}`,
  );
console.log(`\nseed ${values.seed}: ${figures(campaign)}; ${Math.round((performance.now() - began) / 1000)} s`);
if (campaign.troubles.length > 0) process.exitCode = 1;
else rmSync(folder, { recursive: true, force: true });
