/** Gives the changes of published versions to the gates that read, and counts which they refuse. */
import type { ReadingGate, Remark } from '../../src/model/remark.ts';
import type { Inspector } from '../../src/ports/inspector.ts';
import { changeBetween, hasTests, textsIn } from './change.ts';

export type Refused = { change: string; remarks: Remark[] };

export type Measured = { changes: number; withTests: number; refused: Refused[] };

/** Those that judge what is done to tests and to code. Settings are left out, as manifests are. */
const looked: ReadonlySet<ReadingGate> = new Set<ReadingGate>([
  'tests',
  'suppressions',
  'types',
  'errors',
  'deletions',
  'special-cases',
  'sniffing',
  'dead-code',
  'beside-the-point',
  'unreadable',
]);

/** Versions of one package, each with the one before it; folders by version. */
export const measureChanges = async (
  name: string,
  pairs: readonly (readonly [string, string])[],
  folders: ReadonlyMap<string, string>,
  inspector: Pick<Inspector, 'inspect'>,
): Promise<Measured> => {
  const measured: Measured = { changes: 0, withTests: 0, refused: [] };
  for (const [from, to] of pairs) {
    const [old, now] = [folders.get(from), folders.get(to)];
    if (old === undefined || now === undefined) continue;
    const [before, after] = [textsIn(old), textsIn(now)];
    // A version that does not publish its tests any more took none away.
    if (!hasTests(before) || !hasTests(after)) continue;
    const patch = changeBetween(name, to, before, after);
    if (patch === null) continue;
    measured.changes += 1;
    if (patch.files.some(({ path }) => hasTests(new Map([[path, '']])))) measured.withTests += 1;
    const remarks = (await inspector.inspect(patch)).filter(
      ({ gate, noteOnly }) => noteOnly !== true && looked.has(gate),
    );
    if (remarks.length > 0) measured.refused.push({ change: `${name} ${from} → ${to}`, remarks });
  }
  return measured;
};
