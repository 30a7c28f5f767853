/**
 * Reads mutated inputs and demands that each is read or refused: node scripts/fuzz.ts --seed S --count N. With
 * --streams,
 * mutated event streams of agents in place of files with findings.
 */
import { parseArgs } from 'node:util';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { caseOf } from '../test/support/fuzz/case.ts';
import { type Campaign, FuzzError, runCampaign } from '../test/support/fuzz/campaign.ts';
import { runStreams, type Streamed, streamOf } from '../test/support/fuzz/streams.ts';

type Task = { seed: number; count: number; streams: boolean; at: Int32Array };
type Outcome = { campaign: Campaign } | { streamed: Streamed } | { failed: { seed: number; message: string } };

/** What an input may take. */
const limitMs = 1_000;

/** An input that is not done after so long never will be. */
const stuckMs = 20_000;

const work = async ({ seed, count, streams, at }: Task): Promise<Outcome> => {
  const options = { limitMs, progress: (each: number) => void Atomics.store(at, 0, each) };
  try {
    if (streams) return { streamed: await runStreams(seed, count, options) };
    return { campaign: await runCampaign(seed, count, options) };
  } catch (error) {
    if (!(error instanceof FuzzError)) throw error;
    return { failed: { seed: error.seed, message: error.message } };
  }
};

/** In a thread of its own, so that a hang can be told from work. */
const watched = (seed: number, count: number, streams: boolean): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const at = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL(import.meta.url), { workerData: { seed, count, streams, at } satisfies Task });
    let [last, since] = [-1, Date.now()];
    const watch = setInterval(() => {
      const now = Atomics.load(at, 0);
      if (now !== last) [last, since] = [now, Date.now()];
      else if (Date.now() - since > stuckMs)
        finish({ failed: { seed: now, message: `input ${now}: still not read after ${stuckMs / 1_000} s` } });
    }, 500);
    const finish = (outcome: Outcome): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve(outcome);
    };
    worker.once('message', finish);
    worker.once('error', reject);
  });

const reportStreams = (streamed: Streamed): void => {
  for (const [kind, { outcomes, slowestMs, slowest }] of [...streamed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const counts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
    console.log(`${kind}: ${counts}; slowest ${slowestMs.toFixed(1)} ms (input ${slowest})`);
  }
};

const report = (campaign: Campaign): void => {
  for (const [format, { read, refused, findings, slowest }] of [...campaign].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(
      `${format}: ${read} read (${findings} findings), ${refused} refused; slowest ${slowest.ms.toFixed(1)} ms (input ${slowest.seed}, ${slowest.length} characters)`,
    );
  }
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      count: { type: 'string', default: '200000' },
      show: { type: 'boolean', default: false },
      streams: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const count = Number(values.count);
  if (!Number.isInteger(seed) || seed < 0 || !Number.isInteger(count) || count < 1) {
    console.error('--seed takes a whole number from 0, --count one from 1');
    process.exit(64);
  }
  const { show, streams } = values;
  if (show) console.log(streams ? streamOf(seed) : caseOf(seed));
  const began = performance.now();
  const outcome = await watched(seed, count, streams);
  if ('failed' in outcome) {
    const { message, seed: failed } = outcome.failed;
    console.error(
      `${message}\nagain: node scripts/fuzz.ts --seed ${failed} --count 1 --show${streams ? ' --streams' : ''}`,
    );
    process.exitCode = 1;
    return;
  }
  console.log(`seed ${seed}, ${count} inputs, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  if ('streamed' in outcome) reportStreams(outcome.streamed);
  else report(outcome.campaign);
};

const answer = (outcome: Outcome, port: MessagePort | null): void => port?.postMessage(outcome, []);

if (isMainThread) await main();
else answer(await work(workerData), parentPort);
