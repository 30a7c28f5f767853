/** Paths of a workspace that never become part of a snapshot: what set-up made. */

export type Kept = ReadonlySet<string>;

/** Whether a kept path lies somewhere below this folder. */
export const leadsToKept = (kept: Kept, folder: string): boolean => {
  for (const path of kept) if (path.startsWith(`${folder}/`)) return true;
  return false;
};
