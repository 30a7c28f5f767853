/** One repository for each way of building projects, as somebody would have it: a fault, its linter, and tests. */

export type EcosystemProject = {
  name: string;
  /** Programs without which it is skipped. */
  needs: readonly string[];
  files: Readonly<Record<string, string>>;
  /** Run in the repository before its first commit, such as what writes a lock file. */
  prepare?: readonly string[];
  /** What the agent runs; machine-made fixes need none. */
  agent?: string;
  /** A folder of the repository to start in. */
  from?: string;
  /** What the user sees of what was found, a line each. */
  shows: readonly RegExp[];
  /** How many findings end fixed. */
  fixed: number;
  /** What passes in a fresh clone of the branch. */
  passes: string;
};

export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
