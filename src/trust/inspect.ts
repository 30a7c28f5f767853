/** Reads a patch and remarks on what it does to tests, checks and behaviour (7.1). Pure: whoever parses is given. */
import type { Remark } from '../model/remark.ts';
import type { Patch } from '../model/patch.ts';
import { inspectDurable } from './durable/durable.ts';
import { inspectScope } from './scope/beside-the-point.ts';
import { type Parse, type ReadPatch, readPatch } from './read-patch.ts';
import { inspectReversion } from './reversion/inspect-reversion.ts';
import { inspectSettings } from './settings/settings.ts';
import { inspectHiddenCharacters } from './text/hidden-characters.ts';
import { inspectSuppressions } from './text/suppressions.ts';
import { inspectSource } from './source/inspect-source.ts';
import { inspectTests } from './tests/inspect-tests.ts';

/** Reads one patch for one kind of thing. */
export type Inspection = (patch: ReadPatch) => Remark[];

/** One entry for each kind of thing that is looked for. */
const inspections: readonly Inspection[] = [
  inspectScope,
  inspectSuppressions,
  inspectHiddenCharacters,
  inspectSettings,
  inspectReversion,
  inspectSource,
  inspectTests,
  inspectDurable,
];

export const inspectPatch = (patch: Patch, parse: Parse): Remark[] => {
  const read = readPatch(patch, parse);
  return inspections.flatMap((inspection) => inspection(read));
};
