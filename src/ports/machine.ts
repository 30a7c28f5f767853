/** What `doctor` looks at on this machine, beside the repository and the agents. */
import type { ProcessOutcome } from './process.ts';

export type Machine = {
  node: () => { version: string; program: string };
  /** What `git --version` says, within a time limit; `folder`: a git of its checkout is not asked. */
  git: (folder: string, limitMs: number) => Promise<ProcessOutcome>;
  /** What the user should know about who commits in a repository. */
  committerNotes: (root: string) => Promise<readonly string[]>;
  /** Makes the state folder where there is none. Rejects when it cannot be written to. */
  stateFolder: () => Promise<{ folder: string; freeBytes: number }>;
  /** How much room its disk has; null where there is no such folder, or nobody can tell. */
  stateSpace: () => Promise<{ folder: string; freeBytes: number } | null>;
  /** Why set-up runs again for every change; null when it runs again only where a manifest or lock file changes. */
  whySetupRepeats: (commands: readonly (string | readonly string[])[], root: string) => Promise<string | null>;
};
