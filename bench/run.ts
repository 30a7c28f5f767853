/** `npm run bench [-- NAME…]`: prints every figure with its limit, and fails when one is over it. */
import { cpus, loadavg } from 'node:os';
import { agentCall } from './agent-call.ts';
import { cleanRoom } from './clean-room.ts';
import { eslint } from './eslint.ts';
import { clump, clumpNames, consolidation, consolidationGrowth } from './findings-consolidate.ts';
import { sarifMemory, sarifSpeed } from './findings-sarif.ts';
import { findingsIdentity, findingsIdentityGrowth } from './findings-identity.ts';
import { gates } from './gates.ts';
import { growth, growthOfMany, memoryOfMany } from './growth.ts';
import { journalList } from './journal-list.ts';
import type { Result } from './measure.ts';
import { parallel } from './parallel.ts';
import { processes } from './processes.ts';
import { redaction } from './redaction.ts';
import { sequence } from './sequence.ts';
import { start } from './start.ts';
import { workspace } from './workspace.ts';

const benches: Record<string, () => Result | Promise<Result>> = {
  start,
  'journal-list': journalList,
  processes,
  redaction,
  gates,
  'agent-call': () => agentCall('off', 1.25),
  'agent-call-caged': () => agentCall('on', 1.6),
  'consolidate-10': () => consolidation(10, 2),
  'consolidate-1000': () => consolidation(1_000, 4),
  ...Object.fromEntries(clumpNames.map((name, n) => [`consolidate-clump-${n + 1}`, () => clump(name)])),
  'consolidate-growth': consolidationGrowth,
  'identity-100000': () => findingsIdentity(100_000, 40),
  'identity-growth': () => findingsIdentityGrowth(10_000, 100_000, 1.3),
  'workspace-200': () => workspace(200),
  'parallel-2': () => parallel(2, 0.85, 3),
  'parallel-10': () => parallel(10, 0.95, 1),
  'sequence-200': () => sequence(200, 1.8, 7),
  growth: () => growth(200, 3),
  'growth-2000': growthOfMany,
  'memory-2000': memoryOfMany,
  eslint: () => eslint(3),
  'sarif-500000': () => sarifSpeed(),
  'sarif-2gb': () => sarifMemory(),
  'clean-room': () => cleanRoom('on'),
  'clean-room-bare': () => cleanRoom('off'),
  // Last: some file systems are slow to make files for minutes after many were removed.
  'workspace-20000': () => workspace(20_000),
  'sequence-20000': () => sequence(20_000, 1.3, 3),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`there is no bench ${unknown.join(', ')}; known are ${Object.keys(benches).join(', ')}`);

console.log(
  `node ${process.version}, ${cpus().length} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
let failed = 0;
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { name: title, value, limit, atLeast = false, detail } = await bench();
  const good = atLeast ? value >= limit : value <= limit;
  if (!good) failed += 1;
  console.log(
    `${good ? 'ok  ' : 'OVER'}  ${title}: ${value.toFixed(2)} (${atLeast ? 'at least' : 'at most'} ${limit}); ${detail}`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
