/** Numbers and names of a report in words. */
import type { Report } from '../../model/report.ts';
import type { SetupNote } from '../../model/verification.ts';
import { duration, count } from './amounts.ts';

const statuses: Readonly<Record<Exclude<Report['status'], null>, string>> = {
  clean: 'clean',
  leftovers: 'leftovers',
  failed: 'failed',
  cancelled: 'cancelled',
  waiting: 'waiting for answers',
};
export const runStatus = (status: Report['status']): string => (status === null ? 'not finished' : statuses[status]);

type Ending = Pick<Report, 'status' | 'coverage' | 'command' | 'stopReason'> & { plan: object | null };

/**
 * How a run ended. Nothing is called clean while changes were not reviewed (2.8); what was not to be fixed is not left
 * over.
 */
export const outcomeOf = ({ status, coverage, command, plan, stopReason }: Ending): string => {
  if (status === 'leftovers' && stopReason === null && command === 'plan' && plan !== null) return 'planned';
  if (status === 'leftovers' && stopReason === null && command === 'clarify') return 'ready to plan';
  const isIncomplete = coverage !== null && !coverage.complete;
  if (isIncomplete && (status === 'clean' || (status === 'leftovers' && command === 'review')))
    return 'not everything was reviewed';
  return status === 'leftovers' && stopReason === null && command === 'review' ? 'findings' : runStatus(status);
};

/** Whether fixes were asked for, not only findings or a plan. */
export const wantsFixes = ({ command }: Pick<Report, 'command'>): boolean => command === 'run' || command === 'fix';

/** The verdict is shown where it is not what the findings say already. */
export const foundWords = (verdict: string, findings: number): string => {
  const found = findings === 0 ? 'no findings' : count(findings, 'finding');
  return verdict === (findings === 0 ? 'PASSED' : 'NEEDS_WORK') ? found : `${verdict}, ${found}`;
};

/** What a reviewer found, in words. */
export const reviewerLine = ({
  name,
  round,
  verdict: said,
  findings,
  message,
}: Report['reviewers'][number]): string => {
  const again = round > 1 ? `, round ${round}` : '';
  if (said === 'error') return `Reviewer ${name}${again} failed: ${message ?? 'no message'}`;
  if (said === 'skipped') return `Reviewer ${name}${again} skipped${message === undefined ? '' : `: ${message}`}`;
  return `Reviewer ${name}${again}: ${foundWords(said, findings)}`;
};

const makers = { agent: 'by an agent', computed: 'computed', file: 'as given' } as const;
export const planLine = ({ by, steps }: NonNullable<Report['plan']>): string =>
  `${count(steps, 'step')}, ${makers[by]}`;

/** Stages in which agents were called, in their order. */
export const stagesCalled = ({ stages }: Pick<Report, 'stages'>): { name: string; stage: Report['stages']['fix'] }[] =>
  Object.entries(stages).flatMap(([name, stage]) => (stage.calls > 0 ? [{ name, stage }] : []));

export const totalsLine = ({ total, fixed, notRechecked, blocked, dismissed, open }: Report['totals']): string =>
  [
    count(total, 'finding'),
    `${fixed} fixed`,
    ...(notRechecked > 0 ? [`${fixed === 1 ? '' : `${notRechecked} of them `}not re-checked`] : []),
    `${blocked} blocked`,
    ...(dismissed > 0 ? [`${dismissed} dismissed`] : []),
    ...(open > 0 ? [`${open} still open`] : []),
  ].join(', ');

/** Where nothing was to be fixed, what is left says nothing. */
export const foundLine = (report: Pick<Report, 'command' | 'totals'>): string => {
  if (wantsFixes(report)) return totalsLine(report.totals);
  const { total, dismissed } = report.totals;
  return [count(total, 'finding'), ...(dismissed > 0 ? [`${dismissed} dismissed`] : [])].join(', ');
};

/** Only where it is not that of the checkout. */
export const configurationFrom = ({ configuration }: Pick<Report, 'configuration'>): string | null => {
  if (!configuration || configuration.commit === null) return null;
  return `${configuration.ref ?? configuration.commit} (${configuration.commit.slice(0, 12)})`;
};

/** How dependencies got to where a tree was verified, and when they will be made again. */
export const setupWords = ({ reused, keyedBy, why, durationMs }: SetupNote): string => {
  const ran = reused ? 'used again' : `ran (${duration(durationMs)})`;
  const until =
    keyedBy === 'manifests'
      ? 'kept until a lock file or manifest changes'
      : `runs again for every change: ${why ?? 'it may read any file'}`;
  return `${ran}; ${until}`;
};

/** What it took to prove fixes together, and what it would have taken one by one. */
export const groupWords = (groups: NonNullable<Report['verification']['groups']>): string => {
  const { proven, runs, alone } = groups;
  const saved = alone > runs ? ` instead of ${alone}` : '';
  return `${count(proven, 'fix', 'fixes')} proven by ${count(runs, 'run')} of the verification commands${saved}`;
};
