/** The cases of the campaign, with the limits that their counts of runs are held to. */

export type Case = {
  name: string;
  /** Findings. */
  n: number;
  fixer: 'machine' | 'agent';
  /** Fixes that fail by themselves. */
  bad?: number;
  /** Pairs of fixes that only fail together: one of them stays. */
  pair?: number;
  /** Pairs of fixes that only pass together: they count as one commit, or not at all. */
  half?: number;
  /** Two halves are one call of the agent, which does both. */
  oneCall?: boolean;
  /** Share of runs that fail for no reason. */
  flaky?: number;
  /** Runs of the commands, in the median: so many, so many for each finding, or no more than proving each alone. */
  limit?: { runs: number } | { perFinding: number } | 'each';
};

export const cases: readonly Case[] = [
  { name: '200-0', n: 200, fixer: 'machine', limit: { runs: 2 } },
  { name: '200-1', n: 200, fixer: 'machine', bad: 1, limit: { runs: 14 } },
  { name: '200-5', n: 200, fixer: 'machine', bad: 5, limit: { runs: 55 } },
  { name: '1000-10', n: 1_000, fixer: 'machine', bad: 10, limit: { runs: 130 } },
  { name: 'pairs', n: 200, fixer: 'machine', bad: 1, pair: 2 },
  { name: 'halves', n: 200, fixer: 'machine', half: 2 },
  { name: 'halves-bad', n: 200, fixer: 'machine', bad: 2, half: 2 },
  { name: 'one-call', n: 200, fixer: 'agent', bad: 5, half: 3, oneCall: true },
  { name: 'flaky', n: 200, fixer: 'machine', bad: 3, flaky: 0.02 },
  { name: 'agent-5', n: 200, fixer: 'agent', bad: 10, limit: { perFinding: 0.45 } },
  { name: 'agent-10', n: 200, fixer: 'agent', bad: 20, limit: { perFinding: 0.7 } },
  { name: 'agent-30', n: 200, fixer: 'agent', bad: 60, limit: 'each' },
];
