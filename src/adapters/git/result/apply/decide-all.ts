/** Decides about every touched file of the user before any of them is written. */
import { mkdtempSync } from 'node:fs';
import { ownFolder } from '../../../files/own-folder.ts';
import type { Control } from '../../control/control.ts';
import { readable } from '../../door/bytes.ts';
import { removeAt } from '../../workspace/remove.ts';
import type { Conflict, Decision, Step } from './apply-plan.ts';
import { readVersions, type Version } from './apply-versions.ts';

/** `opened`: paths that the run removes. `scratch`: a folder that goes when all is decided. */
export type Deciding = { scratch: string; opened: ReadonlySet<string> };

export type Decisions = { steps: Step[]; conflicts: Conflict[]; skipped: string[] };

const sorted = (decisions: readonly Decision[]): Decisions => ({
  steps: decisions.flatMap((decision) => ('step' in decision ? [decision.step] : [])),
  conflicts: decisions.flatMap((decision) => ('conflict' in decision ? [decision.conflict] : [])),
  skipped: decisions.flatMap((decision) => ('skip' in decision ? [readable(decision.skip)] : [])),
});

export const decideAll = async (
  control: Control,
  { from, to }: { from: string; to: string },
  decide: (version: Version, deciding: Deciding) => Promise<Decision>,
): Promise<Decisions> => {
  ownFolder(control.paths.folder, control.paths.apply);
  const scratch = mkdtempSync(`${control.paths.apply}/scratch-`);
  try {
    const versions = await readVersions(control, from, to, scratch);
    const opened = new Set(versions.flatMap(({ path, head }) => (head.type === 'absent' ? [path] : [])));
    const decisions: Decision[] = [];
    for (const version of versions) decisions.push(await decide(version, { scratch, opened }));
    return sorted(decisions);
  } finally {
    removeAt(scratch, '');
  }
};
