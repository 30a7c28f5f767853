/** Gives the changes of published versions to the gates that read, and counts which they refuse. */
import type { ReadingGate, Remark } from '../../src/model/remark.ts';
import type { Inspector } from '../../src/ports/inspector.ts';
import { changeBetween, closest, hasTests, type Texts, textsIn } from './change.ts';

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

/** A version, and those that it may have come after. */
export type Step = { version: string; candidates: readonly string[] };

/** What a version changes over the one that it is closest to; null where nothing is left that a gate could look at. */
const changeOf = (name: string, { version, candidates }: Step, folders: ReadonlyMap<string, string>) => {
  const read = new Map<Texts, string>();
  for (const each of candidates) {
    const folder = folders.get(each);
    if (folder !== undefined) read.set(textsIn(folder), each);
  }
  const own = folders.get(version);
  const after = own === undefined ? null : textsIn(own);
  const before = after === null ? undefined : closest([...read.keys()], after);
  // A version that does not publish its tests any more took none away.
  if (after === null || before === undefined || !hasTests(before) || !hasTests(after)) return null;
  const patch = changeBetween(name, version, before, after);
  return patch === null ? null : { change: `${name} ${read.get(before)} → ${version}`, patch };
};

/** Versions of one package, each with the one before it; folders by version. */
export const measureChanges = async (
  name: string,
  steps: readonly Step[],
  folders: ReadonlyMap<string, string>,
  inspector: Pick<Inspector, 'inspect'>,
): Promise<Measured> => {
  const measured: Measured = { changes: 0, withTests: 0, refused: [] };
  for (const step of steps) {
    const found = changeOf(name, step, folders);
    if (found === null) continue;
    const { change, patch } = found;
    measured.changes += 1;
    if (patch.files.some(({ path }) => hasTests(new Map([[path, '']])))) measured.withTests += 1;
    const remarks = (await inspector.inspect(patch)).filter(
      ({ gate, noteOnly }) => noteOnly !== true && looked.has(gate),
    );
    if (remarks.length > 0) measured.refused.push({ change, remarks });
  }
  return measured;
};
