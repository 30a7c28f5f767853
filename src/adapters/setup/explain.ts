/** Says of set-up commands how long what they make can be used, without running any of them. */
import { managedBy } from './managers.ts';
import { needsReading, whyWholeTree } from './whole-tree.ts';

export type Committed = {
  /** Paths of all tracked files. */
  paths: () => Promise<string[]>;
  text: (path: string) => Promise<string | null>;
};

/** Why they run again for every change; null when they run again only where a manifest or lock file changes. */
export const whyAtEveryChange = async (
  commands: readonly (string | readonly string[])[],
  committed: Committed,
): Promise<string | null> => {
  const managed = managedBy(commands);
  if (managed === null) return 'set-up is more than the installation of a package manager';
  for (const path of (await committed.paths()).filter((each) => needsReading(each, managed))) {
    const why = whyWholeTree(path, (await committed.text(path)) ?? '', managed);
    if (why !== null) return why;
  }
  return null;
};
