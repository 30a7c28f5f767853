/** Numbers and names of a report in words. */
import type { Attempt } from '../model/attempt.ts';
import type { Proof } from '../model/proof.ts';
import { isRechecked } from '../model/run/rechecked.ts';
import type { Report, ReportFinding } from '../model/report.ts';
import type { SetupNote, Verification } from '../model/verification.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const duration = (ms: number): string => {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`;
  const whole = Math.round(ms / second) * second;
  if (whole < minute) return `${whole / second} s`;
  if (whole < hour) return `${Math.floor(whole / minute)} min ${(whole % minute) / second} s`;
  return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`;
};

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export const place = (finding: Pick<ReportFinding, 'file' | 'line' | 'endLine'>): string => {
  if (finding.file === undefined) return 'no file';
  if (finding.line === undefined) return finding.file;
  const until = finding.endLine !== undefined && finding.endLine > finding.line ? `-${finding.endLine}` : '';
  return `${finding.file}:${finding.line}${until}`;
};

/** Where it is now, and where it was reported if that is somewhere else. */
export const placeThenAndNow = (finding: Pick<ReportFinding, 'file' | 'line' | 'endLine' | 'reported'>): string => {
  const { reported } = finding;
  if (!reported) return place(finding);
  const before =
    reported.file === finding.file && reported.line !== undefined ? `line ${reported.line}` : place(reported);
  return `${place(finding)} (reported at ${before})`;
};

export const usd = (amount: number): string => `$${amount < 1 ? amount.toFixed(4) : amount.toFixed(2)}`;

/** What the run cost, or an empty text when no agent said anything about it. */
export const cost = (report: Pick<Report, 'usd' | 'tokens'>): string => {
  const tokens = report.tokens.input + report.tokens.output;
  const parts = [
    ...(report.usd === null ? [] : [usd(report.usd)]),
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString('en')} tokens`]),
  ];
  return parts.join(', ');
};

const verdicts: Readonly<Record<Verification['verdict'], string>> = {
  passed: 'passed',
  failed: 'failed',
  unproven: 'proves nothing: a command that failed before still fails',
  crashed: 'could not be carried out',
  'setup-failed': 'could not be set up',
  cancelled: 'was cancelled',
  none: 'not configured',
};
export const verdict = (value: Verification['verdict']): string => verdicts[value];

const results: Readonly<Record<Attempt['result'], string>> = {
  accepted: 'accepted',
  refused: 'refused',
  'no-change': 'no changes applied',
  'not-answered': 'no answer for this finding',
  'agent-error': 'the agent failed',
  timeout: 'the agent ran out of time',
  cancelled: 'cancelled',
  conflict: 'conflicts with another fix',
};
export const attemptResult = (attempt: Pick<Attempt, 'result' | 'gate'>): string => {
  if (attempt.gate === undefined) return results[attempt.result];
  return attempt.gate === 'challenge'
    ? `${results[attempt.result]} by the challenger`
    : `${results[attempt.result]} (${attempt.gate})`;
};

/** Which gates let an attempt pass, and which did not, by what. */
export const gateWords = (gates: NonNullable<Attempt['gates']>): string =>
  gates
    .map(({ gate, result, evidence }) => {
      const by = Object.entries(evidence).map(([kind, seen]) => `${kind}: ${seen}`);
      return `${gate} ${result}${by.length === 0 ? '' : ` (${by.join('; ')})`}`;
    })
    .join(', ');

/** What became of an attempt and why, in one line; `cut` shortens what others have written. */
export const judgement = (
  attempt: Pick<Attempt, 'result' | 'gate' | 'reason' | 'challenge' | 'proof' | 'flag'>,
  cut: (text: string) => string = (text) => text,
): string => {
  const scored =
    attempt.challenge !== undefined && attempt.gate !== 'challenge' ? `, scored ${attempt.challenge.score}` : '';
  const reason = attempt.reason === undefined || attempt.reason === '' ? '' : `: ${cut(attempt.reason)}`;
  const flag = attempt.flag === undefined ? '' : `; flagged: ${cut(attempt.flag)}`;
  const proof = attempt.proof === undefined ? '' : proofWords(attempt.proof);
  return `${attemptResult(attempt)}${proof === '' ? '' : `, ${proof}`}${scored}${reason}${flag}`;
};

const proofs: Readonly<Record<Proof, string>> = {
  tool: 'the tool no longer reports it',
  review: 'a later review no longer reports it',
  target: 'its own check passes',
  tests: 'tests pass',
};

/** What is behind a fix; empty where somebody looked again, unless `all` is asked for. */
export const proofWords = (proof: readonly Proof[], all = false): string => {
  if (proof.length === 0) return 'not proven';
  const said = proof.map((kind) => proofs[kind]).join(', ');
  if (!isRechecked(proof)) return `${said}, not re-checked`;
  return all ? said : '';
};

const statuses: Readonly<Record<Exclude<Report['status'], null>, string>> = {
  clean: 'clean',
  leftovers: 'leftovers',
  failed: 'failed',
  cancelled: 'cancelled',
  waiting: 'waiting for answers',
};
export const runStatus = (status: Report['status']): string => (status === null ? 'not finished' : statuses[status]);

type Ending = Pick<Report, 'status' | 'coverage' | 'command' | 'plan' | 'stopReason'>;

/**
 * How a run ended. Nothing is called clean while changes were not reviewed (2.8); what was not to be fixed is not left
 * over.
 */
export const outcomeOf = ({ status, coverage, command, plan, stopReason }: Ending): string => {
  if (status === 'leftovers' && stopReason === null && command === 'plan' && plan !== null) return 'planned';
  const isIncomplete = coverage !== null && !coverage.complete;
  if (isIncomplete && (status === 'clean' || (status === 'leftovers' && command === 'review')))
    return 'not everything was reviewed';
  return status === 'leftovers' && stopReason === null && command === 'review' ? 'findings' : runStatus(status);
};

/** Whether fixes were asked for, not only findings or a plan. */
export const wantsFixes = ({ command }: Pick<Report, 'command'>): boolean => command === 'run' || command === 'fix';

/** A reviewer's verdict in words. */
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
  return `Reviewer ${name}${again}: ${said}, ${count(findings, 'finding')}`;
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
