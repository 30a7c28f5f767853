/** What of a report stays the same when a run is repeated. */
import type { Report } from '../../src/model/report.ts';

const times = new Set(['at', 'startedAt', 'durationMs', 'lastAt']);

/** Which fixes were proven together, and how much longer the code was by then, depends on who answered when. */
const ofGroups = new Set(['group', 'groups', 'tree', 'runs', 'growth']);

/**
 * A report without times and ids, as text. Costs are summed up in the order in which calls end, which shows in their
 * last digits.
 */
export const essence = (report: Report): string => {
  const ids = [report.run, report.head, ...report.findings.map(({ commit }) => commit)].filter(
    (id) => id !== null && id !== undefined,
  );
  return JSON.stringify(
    report,
    (key, value: unknown) => {
      if (times.has(key) || ofGroups.has(key)) return undefined;
      if ((key === 'usd' || key === 'usdPerAccepted') && typeof value === 'number') return value.toFixed(9);
      return typeof value === 'string'
        ? ids.reduce((text, id) => text.replaceAll(id, '<id>'), value).replaceAll(/tree [0-9a-f]{12}/g, 'tree')
        : value;
    },
    2,
  );
};
