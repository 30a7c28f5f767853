/** What each fixer has taken, from the attempts: a call that several findings share counts once, its cost in shares. */
import type { ReportFinding } from '../../../model/finding/reported.ts';

export type Spent = { agent: string; calls: number; durationMs: number; usd: number };

/** The one that took longest first. */
export const spentBy = (findings: readonly Pick<ReportFinding, 'attempts'>[]): Spent[] => {
  const byAgent = new Map<string, Spent>();
  const calls = new Set<string>();
  for (const { agent, at, patch, durationMs, usd = 0 } of findings.flatMap(({ attempts }) => attempts)) {
    const spent = byAgent.get(agent) ?? { agent, calls: 0, durationMs: 0, usd: 0 };
    const call = JSON.stringify([agent, at, patch]);
    if (!calls.has(call)) {
      spent.calls += 1;
      spent.durationMs += durationMs;
    }
    calls.add(call);
    spent.usd += usd;
    byAgent.set(agent, spent);
  }
  return [...byAgent.values()].toSorted((a, b) => b.durationMs - a.durationMs);
};
