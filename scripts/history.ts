/**
 * `npm run gates -- --history`: changes between published versions of packages that publish their tests, as honest
 * patches: at most 2 % of them may be refused. `--packages a,b` only takes these, `--most N` so many changes of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeInspector } from '../src/adapters/inspector/inspector.ts';
import { type Measured, measureChanges } from './history/measure.ts';
import { candidatesFor, fetchVersions, someOf, studied, versionsOf } from './history/packages.ts';

const { values } = parseArgs({
  strict: false,
  options: { packages: { type: 'string' }, most: { type: 'string', default: '30' } },
});

const wanted = typeof values.packages === 'string' ? values.packages.split(',') : studied;
const most = Number(values.most);
const mostRefused = 0.02;

const inspector = makeInspector();
const room = mkdtempSync(join(tmpdir(), 'fixpoint-history-'));
const total: Measured = { changes: 0, withTests: 0, refused: [] };
try {
  for (const name of wanted) {
    const versions = versionsOf(name, room);
    const steps = someOf(versions.slice(1), most).map((version) => ({
      version,
      candidates: candidatesFor(version, versions),
    }));
    const wantedVersions = new Set(steps.flatMap(({ version, candidates }) => [version, ...candidates]));
    const folders = fetchVersions(name, [...wantedVersions], room);
    const { changes, withTests, refused } = await measureChanges(name, steps, folders, inspector);
    console.log(`${name.padEnd(24)} ${changes} changes, ${withTests} with tests, ${refused.length} refused`);
    for (const { change, remarks } of refused) {
      console.log(`  ${change}`);
      for (const { gate, rule, file, line, message } of remarks.slice(0, 6))
        console.log(`    ${gate}/${rule} ${file}:${line ?? ''} ${message}`);
      if (remarks.length > 6) console.log(`    and ${remarks.length - 6} more`);
    }
    total.changes += changes;
    total.withTests += withTests;
    total.refused.push(...refused);
    rmSync(join(room, name), { recursive: true, force: true });
  }
} finally {
  await inspector.close();
  rmSync(room, { recursive: true, force: true });
}

const rules = Map.groupBy(
  total.refused.flatMap(({ change, remarks }) =>
    [...new Set(remarks.map(({ gate, rule }) => `${gate}/${rule}`))].map((rule) => ({ rule, change })),
  ),
  ({ rule }) => rule,
);
console.log('\nrefused by rule');
for (const [rule, changes] of [...rules].toSorted(([, a], [, b]) => b.length - a.length))
  console.log(`  ${rule.padEnd(40)} ${changes.length}`);
const share = total.refused.length / Math.max(1, total.changes);
console.log(
  `\n${wanted.length} packages, ${total.changes} changes, ${total.withTests} with tests: ${total.refused.length} refused, ${(100 * share).toFixed(1)} % (at most ${100 * mostRefused})`,
);
process.exitCode = share <= mostRefused ? 0 : 1;
