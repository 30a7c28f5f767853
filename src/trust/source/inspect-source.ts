/** What a patch does to the code of the product: one gate after the other (7.1). */
import type { Remark } from '../../model/remark.ts';
import type { ReadPatch } from '../read-patch.ts';
import { notedInBroad } from './broad.ts';
import { readSource, type SourcePatch } from './change.ts';
import { deadCode } from './dead-code/dead-code.ts';
import { deletions } from './deletions/deletions.ts';
import { errors } from './errors/errors.ts';
import { sniffing } from './sniffing/sniffing.ts';
import { specialCases } from './special-cases/special-cases.ts';
import { types } from './types/types.ts';

const gates: readonly ((source: SourcePatch) => Remark[])[] = [
  types,
  errors,
  deletions,
  sniffing,
  deadCode,
  specialCases,
];

export const inspectSource = (patch: ReadPatch): Remark[] => {
  const source = readSource(patch);
  return notedInBroad(
    gates.flatMap((gate) => gate(source)),
    source,
  );
};
