/** Whether a run against an adversary ended as it has to: in time, no worse than it began, for the right reason. */
import type { Report } from '../../src/model/report.ts';
import type { Scenario } from './scenario.ts';

/** What tools say of the start and of what was handed over: how many problems there are. */
export type Measured = { before: number; after: number; commits: readonly string[] };

export const problemsOf = (scenario: Scenario, report: Report, measured: Measured): string[] => [
  ...ending(scenario, report),
  ...worse(measured),
  ...unaccounted(report),
  ...limits(scenario, report),
  ...notHandedOver(report, measured),
];

const ending = ({ ends }: Scenario, { stopReason, status, message }: Report): string[] => {
  if (!ends.includes(stopReason)) return [`it stops for ${stopReason}, and should for ${ends.join(' or ')}`];
  if (stopReason !== null && (status !== 'leftovers' || message === null)) return [`it stops, and is ${status}`];
  return [];
};

const worse = ({ before, after }: Measured): string[] =>
  after > before ? [`it ends with ${after} problems, and began with ${before}`] : [];

const unaccounted = ({ findings, totals }: Report): string[] => [
  ...findings
    .filter(({ status, reason }) => status === 'open' || status === 'deferred' || (status !== 'fixed' && !reason))
    .map(({ code, status }) => `${code} ends ${status}, without a reason`),
  ...(totals.total === totals.fixed + totals.blocked + totals.dismissed ? [] : ['the totals do not add up']),
];

/** One look beyond the rounds for what was reported again, and one by tools at the result. */
const limits = ({ rounds, cycles }: Scenario, { trajectory, cycles: gone, findings }: Report): string[] => [
  ...(trajectory.length > rounds + 2 ? [`${trajectory.length} rounds, ${rounds} are allowed`] : []),
  ...(gone.length > cycles * trajectory.length ? [`${gone.length} cycles in ${trajectory.length} rounds`] : []),
  ...findings.filter(({ attempts }) => attempts.length > 3).map(({ code }) => `${code} was tried too often`),
];

const notHandedOver = ({ findings, restored }: Report, { commits }: Measured): string[] => [
  ...findings
    .filter(({ status, commit }) => status === 'fixed' && !commits.includes(commit ?? ''))
    .map(({ code }) => `${code} is fixed by a commit that is not handed over`),
  ...(restored === null || commits.length === 0 || commits.includes(restored.head)
    ? []
    : ['another head is handed over than the one that was gone back to']),
];
