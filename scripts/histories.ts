/**
 * Runs a campaign of generated histories over the decisions of the loop: node scripts/histories.ts --seed S --count N
 * [--pairs].
 */
import { parseArgs } from 'node:util';
import { type Campaign, CampaignError, median, runCampaign } from '../test/support/loop/campaign.ts';
import { eventTypes } from '../test/support/loop/coverage.ts';
import { facets } from '../test/support/loop/facets.ts';
import { coverageGaps, reachablePairs, unmetFacets, unreachable } from '../test/support/loop/unreachable.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '100000' },
    pairs: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);
if (!Number.isInteger(seed) || seed < 0 || !Number.isInteger(count) || count < 1) {
  console.error('--seed takes a whole number from 0, --count one from 1');
  process.exit(64);
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, times]) => `  ${key}: ${times}`)
    .join('\n');

const report = ({ lengths, coverage }: Campaign, seconds: number): boolean => {
  const { missed, impossible } = coverageGaps(coverage);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  console.log(`seed ${seed}, ${count} histories, ${total} events, ${seconds.toFixed(1)} s`);
  console.log(`length: median ${median(lengths)}, mean ${(total / count).toFixed(1)}, max ${lengths.at(-1)}`);
  console.log(
    `event types: ${coverage.types.size} of ${eventTypes.length} (attempt.output and attempt.activity are never stored)`,
  );
  const unmet = unmetFacets(coverage);
  console.log(
    `pairs of event and status: ${reachablePairs.length - missed.length} of ${reachablePairs.length} that can be reached`,
  );
  console.log(`facets: ${facets.length - unmet.length} of ${facets.length}`);
  console.log(`pairs of an event and the next: ${coverage.successors.size}`);
  if (values.pairs) {
    console.log(
      `events:\n${list(coverage.types)}\nevent and status:\n${list(coverage.withStatus)}\nfacets:\n${list(coverage.facets)}\nsuccessors:\n${list(coverage.successors)}`,
    );
    for (const entry of unreachable)
      console.log(`unreachable: ${entry.types.join(', ')} × ${entry.statuses.join(', ')}: ${entry.because}`);
  }
  for (const gap of [...missed, ...unmet]) console.error(`not reached: ${gap}`);
  for (const pair of impossible) console.error(`reached, though it was thought impossible: ${pair}`);
  if (median(lengths) < 30) console.error('the median length is below 30 events');
  return missed.length + unmet.length === 0 && impossible.length === 0 && median(lengths) >= 30;
};

const began = performance.now();
try {
  const complete = report(runCampaign(seed, count), (performance.now() - began) / 1_000);
  process.exitCode = complete ? 0 : 1;
} catch (error) {
  if (!(error instanceof CampaignError)) throw error;
  for (const { seq, run: _, at: __, ...event } of error.events) console.error(`${seq} ${JSON.stringify(event)}`);
  console.error(`${error.message}\nagain: node scripts/histories.ts --seed ${error.seed} --count 1`);
  process.exitCode = 1;
}
