/** Test integrity (7.1): whether the tests say as much after a patch as before it. */
import type { Remark } from '../../model/remark.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import type { Unit } from './model.ts';
import { bentRemarks } from './compare/bent.ts';
import { compareUnits } from './compare/compare-units.ts';
import { inspectData } from './compare/data-files.ts';
import { equalityRemarks } from './compare/equality.ts';
import { makeJudge } from './compare/judge.ts';
import { mockRemarks } from './compare/mocks.ts';
import { notedAway, withoutReworked } from './compare/rework.ts';
import { hiddenFiles } from './compare/weakness/hidden-files.ts';
import { trialRemarks } from './compare/weakness/trials.ts';
import { settleHelpers } from './read/helpers.ts';
import { changedLines } from './plain/changed-lines.ts';
import { type ReadState, readState } from './read/read-state.ts';

type Both = { before: ReadState | null; after: ReadState | null };

const readBoth = (file: ReadFile): Both => {
  const before = file.before === null ? null : readState(file.before, null);
  return { before, after: file.after === null ? null : readState(file.after, file.before) };
};

const isChanged = ({ before, after, isOpaque }: ReadFile): boolean =>
  isOpaque !== true && (before?.text !== after?.text || before?.path !== after?.path);

/** The units of all files in one state, with what helpers do for those who call them. */
const settled = (states: readonly (ReadState | null)[]): Unit[] => {
  const units = states.flatMap((state) => state?.units ?? []);
  settleHelpers(units);
  return units;
};

export const inspectTests = (patch: ReadPatch): Remark[] => {
  const changed = patch.files.filter(isChanged);
  const read = changed.map(readBoth);
  const before = settled(read.map((each) => each.before));
  const after = settled(read.map((each) => each.after));
  const renamed = new Map(changed.map(({ path, was }) => [was ?? path, path]));
  const judge = makeJudge(patch, new Set(before.map(({ name }) => name)));
  const sources = new Map(changed.map(({ path, after: state }) => [path, state?.text ?? '']));
  const found = [
    ...withoutReworked(
      [
        ...compareUnits({ before, after, pathNow: (path) => renamed.get(path) ?? path }, judge),
        ...mockRemarks(after, before, sources, judge),
      ],
      { before, after },
      judge,
    ),
    ...notedAway(inspectData(changed, judge), judge),
    ...trialRemarks(changed, judge),
    ...hiddenFiles(patch, judge),
    ...notedAway(equalityRemarks(changed, patch.findings), judge),
    ...changedLines(changed, judge),
  ];
  return found.some(({ noteOnly }) => noteOnly !== true) ? found : [...found, ...bentRemarks(changed, judge)];
};
