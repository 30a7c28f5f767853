/** Folds the state of a run into its report. */
import type { RunEventOf } from '../model/event.ts';
import type { Report } from '../model/report.ts';
import { leftoversIn } from './report-leftovers.ts';
import { roundsIn } from './report-rounds.ts';
import { fixersIn } from './report-fixers.ts';
import { coverageOfRun } from './decide/coverage.ts';
import { given } from '../plain/given.ts';
import { between, reportCycle } from './report-cycles.ts';
import { wasRechecked } from './decide/gates/proof.ts';
import type { RunState } from './state/state.ts';
import { reportFinding } from './report-finding.ts';
import { stagesOf, tokensIn } from './report-stages.ts';
import { verificationIn, recheckOf } from './report-checks.ts';

export const buildReport = (state: RunState): Report => {
  const { run, remarks, money, time } = state;
  const { finished } = state.end;
  return {
    run: run.id,
    command: run.started.command,
    status: statusOf(state),
    stopReason: finished?.stopReason ?? null,
    message: finished?.message ?? null,
    ...startIn(run.started),
    ...resultIn(state),
    fixesApplied: state.code.commits.length > 0,
    totals: totalsOf(state),
    findings: [...state.findings.values()].map((finding) => reportFinding(finding, state)),
    cycles: state.fixing.cycles.map((cycle) => reportCycle(cycle, state)),
    ...roundsIn(state),
    reviewers: reviewersIn(state),
    coverage: coverageOfRun(state),
    questions: questionsIn(state),
    plan: planOf(state),
    verification: verificationIn(state),
    recheck: recheckOf(state),
    leftovers: leftoversIn(state),
    problems: remarks.problems,
    warnings: remarks.warnings,
    stages: stagesOf(state),
    fixers: fixersIn(state),
    usd: money.used.usd ?? null,
    tokens: tokensIn(money.used),
    startedAt: time.startedAt,
    durationMs: between(time.startedAt, time.lastAt),
  };
};

/** Null while it is under way. */
export const statusOf = ({ end, people }: RunState): Report['status'] =>
  end.finished?.status ?? (people.waitingFor ? 'waiting' : null);

const startIn = ({
  root,
  start,
  base,
  configuration,
}: RunEventOf<'run.started'>): Pick<Report, 'root' | 'start' | 'base' | 'configuration'> => ({
  root,
  start: start.commit,
  base: base?.commit ?? null,
  ...(configuration && {
    configuration: { ...configuration, ref: configuration.ref ?? null, commit: configuration.commit ?? null },
  }),
});

/** Where no branch is made, commits stay in the run's own repository: the user has none of them. */
const resultIn = ({ end: { handedOver }, config }: RunState): Pick<Report, 'branch' | 'head' | 'patch'> => ({
  branch: handedOver?.branch ?? null,
  head: config.commit.per === 'none' ? null : (handedOver?.head ?? null),
  patch: handedOver?.patch ?? null,
});

const reviewersIn = ({ reviews }: RunState): Report['reviewers'] =>
  reviews.rounds
    .flatMap(({ reviews }) => [...reviews.values()])
    .map(({ reviewer, round, verdict, findings, summary, message, durationMs }) => ({
      name: reviewer,
      round,
      verdict,
      findings: findings.length,
      ...given({ summary, message }),
      durationMs,
    }));

const planOf = ({ fixing: { plan } }: RunState): Report['plan'] =>
  plan ? { by: plan.by, steps: plan.steps.length, corrections: plan.corrections, file: plan.file ?? null } : null;

const questionsIn = ({ people, findings }: RunState): Report['questions'] =>
  [...people.questions.values()].map(({ id, finding, question, context, answer }) => ({
    id,
    code: findings.get(finding)?.finding.code ?? finding,
    question,
    ...given({ context }),
    answer: answer ?? null,
  }));

/** Made whenever events are stored: one look at each finding. */
export const totalsOf = (state: RunState): Report['totals'] => {
  const totals = { total: state.findings.size, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 0, open: 0 };
  for (const finding of state.findings.values()) {
    totals[finding.status === 'deferred' ? 'open' : finding.status] += 1;
    if (finding.status === 'fixed' && !wasRechecked(state, finding)) totals.notRechecked += 1;
  }
  return totals;
};
