/** Folds the state of a run into its report. */
import { provesTogether } from '../config/trust.ts';
import type { Attempt, Usage } from '../model/attempt.ts';
import type { RunEventOf } from '../model/event.ts';
import type { Report } from '../model/report.ts';
import type { ReportFinding } from '../model/finding/reported.ts';
import { leftoversIn, issueOf } from './report-leftovers.ts';
import { fixersIn } from './report-fixers.ts';
import { coverageOfRun } from './decide/coverage.ts';
import { placeOf } from '../model/place.ts';
import { given } from '../plain/given.ts';
import { isMachineMade } from '../model/run/machine-made.ts';
import { codesOfCommit } from './state/places.ts';
import { between, lastShown, reportCycle } from './report-cycles.ts';
import { proofOf, wasRechecked } from './decide/gates/proof.ts';
import type { FindingState, RunState } from './state/state.ts';

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

/** A commit as the repository of the user has it: itself, the one that stands for all, or none. */
const commitFor = ({ config, end }: RunState, commit: string | undefined): string | undefined => {
  if (commit === undefined || config.commit.per === 'finding') return commit;
  return config.commit.per === 'run' ? (end.handedOver?.head ?? undefined) : undefined;
};

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

const verificationIn = (state: RunState): Report['verification'] => ({
  configured: state.config.verify.commands.length > 0,
  baseline: state.checks.baseline ?? null,
  final:
    state.code.commits.length > 0
      ? (state.checks.verified.get(state.code.verifiedHead.tree) ?? null)
      : lastShown(state),
  ...given({ doubt: state.checks.doubt, groups: groupsIn(state) }),
});

/** By itself, every fix that came so far takes a run, a bad one another to make sure, and the start takes one. */
const groupsIn = ({ config, fixing, checks }: RunState): Report['verification']['groups'] => {
  if (!provesTogether(config) || config.verify.commands.length === 0 || fixing.groups === 0) return undefined;
  const rates = [...fixing.rates.values()];
  const proven = rates.reduce((sum, rate) => sum + rate.proven, 0);
  const bad = rates.reduce((sum, rate) => sum + rate.bad, 0);
  return {
    groups: fixing.groups,
    proven,
    runs: checks.commandRuns,
    alone: (checks.baseline ? 1 : 0) + proven + 2 * bad,
  };
};

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

type Heard = { role: keyof Report['stages']; durationMs: number };

/** Every call that was heard of; those that were put off have cost as well. */
const stagesOf = (state: RunState): Report['stages'] => {
  const fixes = [...state.fixing.units.values()].flatMap(({ answer, partOf }): Heard[] =>
    answer && partOf === undefined && !isMachineMade(answer) ? [{ role: 'fix', durationMs: answer.durationMs }] : [],
  );
  const others = [...state.agents.calls.values()].flatMap(({ subject, answer }): Heard[] =>
    answer ? [{ role: subject.role, durationMs: answer.durationMs }] : [],
  );
  const heard = Map.groupBy([...fixes, ...others], ({ role }) => role);
  const stage = (role: keyof Report['stages']): Report['stages'][typeof role] => {
    const calls = heard.get(role) ?? [];
    const used = state.money.usedBy.get(role) ?? {};
    return {
      calls: calls.length,
      usd: used.usd ?? null,
      tokens: tokensIn(used),
      durationMs: calls.reduce((total, { durationMs }) => total + durationMs, 0),
    };
  };
  return {
    review: stage('review'),
    clarify: stage('clarify'),
    plan: stage('plan'),
    fix: stage('fix'),
    challenge: stage('challenge'),
  };
};

const tokensIn = ({ inputTokens = 0, outputTokens = 0 }: Usage): Report['tokens'] => ({
  input: inputTokens,
  output: outputTokens,
});

const recheckOf = ({ checks: { recheck }, findings }: RunState): Report['recheck'] => {
  if (!recheck) return null;
  const codes = (ids: readonly string[]): string[] => ids.map((id) => findings.get(id)?.finding.code ?? id);
  return {
    tools: recheck.tools.map(({ name, command, by, problem, watches }) => ({
      name,
      command,
      by,
      ...given({ problem }),
      findings: codes(Object.keys(watches)),
    })),
    nobody: recheck.nobody.map((each) => ({ ...each, findings: codes(each.findings) })),
  };
};

/** Made whenever events are stored: one look at each finding. */
export const totalsOf = (state: RunState): Report['totals'] => {
  const totals = { total: state.findings.size, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 0, open: 0 };
  for (const finding of state.findings.values()) {
    totals[finding.status === 'deferred' ? 'open' : finding.status] += 1;
    if (finding.status === 'fixed' && !wasRechecked(state, finding)) totals.notRechecked += 1;
  }
  return totals;
};

const reportFinding = (state: FindingState, run: RunState): ReportFinding => {
  const { edits: _edits, ranIn: _ranIn, ...finding } = state.finding;
  return {
    ...finding,
    status: state.status,
    ...(state.reason !== undefined &&
      (state.status !== 'fixed' || state.together !== undefined) && { reason: state.reason }),
    ...given({ commit: commitFor(run, state.commit) }),
    ...(state.reported && { reported: placeOf(state.reported) }),
    ...(state.removedBy !== undefined && {
      removedBy: {
        ...given({ commit: commitFor(run, state.removedBy) }),
        codes: codesOfCommit(run, state.removedBy),
      },
    }),
    ...(state.reopened && {
      reopened: state.reopened.map(({ round, by, commit }) => ({
        round,
        by: [...by],
        ...given({ commit: commitFor(run, commit) }),
      })),
    }),
    ...(state.status === 'fixed' && { proof: proofOf(run, state) }),
    ...issueOf(run, state),
    attempts: state.attempts.map((attempt) => ({ ...attempt, ...costOf(attempt) })),
  };
};

const costOf = ({ usage }: Attempt): { usd?: number; tokens?: number } => ({
  ...given({ usd: usage.usd }),
  ...((usage.inputTokens !== undefined || usage.outputTokens !== undefined) && {
    tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
  }),
});
