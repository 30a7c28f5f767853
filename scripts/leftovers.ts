/**
 * A campaign against the outbox: `node scripts/leftovers.ts --seed 1 --findings 1000 [--to gitlab]`. Needs a build.
 * Prints its seed and what it has counted, and ends with 1 when an issue is lost, doubled or wrong.
 */
import { parseArgs } from 'node:util';
import { startGitHub } from '../test/fakes/tracker/github.ts';
import { startGitLab } from '../test/fakes/tracker/gitlab.ts';
import { runCampaign, soundFigures } from '../test/support/leftovers/campaign.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    findings: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '0.05' },
    kills: { type: 'string', default: '10' },
    to: { type: 'string', default: 'github' },
  },
});

const to = values.to === 'gitlab' ? 'gitlab' : 'github';
const started = Date.now();
const figures = await runCampaign({
  seed: Number(values.seed),
  findings: Number(values.findings),
  faults: Number(values.faults),
  kills: Number(values.kills),
  to,
  start: to === 'gitlab' ? startGitLab : startGitHub,
});
const seconds = Math.round((Date.now() - started) / 1_000);
console.log(JSON.stringify({ seed: Number(values.seed), to, seconds, ...figures }, null, 2));
const wrong = Object.entries(soundFigures(figures)).filter(([key, value]) => Reflect.get(figures, key) !== value);
for (const [key, value] of wrong) console.error(`${key} should be ${value}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
