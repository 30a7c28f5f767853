/** Findings in the state of a run: taken up, closed, tried. Part of the fold. */
import type { Attempt } from '../../model/attempt.ts';
import type { RunEventOf } from '../../model/event.ts';
import { given } from '../../plain/given.ts';
import { shareOf } from './calls.ts';
import { startPlaces } from './places.ts';
import type { FindingState, RunState } from './state.ts';
import { countImported, updateToolCounts } from './tool-counts.ts';
import { type AnsweredUnit, factsOf, shownOf } from './unit.ts';

export const admit = (state: RunState, event: RunEventOf<'findings.admitted'>): void => {
  state.reviews.admitted = true;
  for (const problem of event.problems) state.remarks.problems.push(problem);
  startPlaces(state);
  for (const finding of event.findings)
    state.findings.set(finding.id, { finding, status: 'open', attempts: [], reportedAt: state.code.placesAt });
  countImported(state, event);
};

export const close = (state: RunState, event: RunEventOf<'finding.closed'>): void => {
  const finding = state.findings.get(event.id);
  if (!finding) return;
  finding.status = event.status;
  finding.cause = event.cause;
  finding.reason = event.reason;
};

export const fixTogether = (state: RunState, event: RunEventOf<'finding.fixed'>): void => {
  const finding = state.findings.get(event.id);
  if (!finding) return;
  finding.status = 'fixed';
  finding.commit = event.commit;
  finding.together = event.unit;
  finding.reason = event.reason;
};

export const judge = (state: RunState, event: RunEventOf<'attempt.judged'>): void => {
  const unit = state.fixing.units.get(event.unit);
  if (!unit?.answer) return;
  for (const [id, verdict] of Object.entries(event.results)) {
    const finding = state.findings.get(id);
    if (!finding) continue;
    finding.attempts.push(attemptOf(unit, finding, id, verdict));
    if (verdict.result === 'accepted') {
      finding.status = 'fixed';
      if (unit.commit) finding.commit = unit.commit.commit;
      // Another fix of the same step may have taken it along meanwhile: then it stays fixed, whatever became of this.
    } else if (finding.status !== 'fixed') {
      const claim = unit.answer.claims[id]?.claim;
      const isPutOff = verdict.result === 'not-answered' || (claim === 'deferred' && verdict.gate !== 'justification');
      finding.status = isPutOff ? 'deferred' : 'open';
      if (verdict.reason !== undefined) finding.reason = verdict.reason;
    }
  }
  if (unit.commit && Object.values(event.results).some(({ result }) => result === 'accepted')) {
    state.code.commits.push(unit.commit);
    updateToolCounts(state, unit);
  }
  const { commit } = unit;
  state.fixing.units.set(event.unit, { ...factsOf(unit), ...shownOf(unit), ...given({ commit }), phase: 'judged' });
};

const attemptOf = (
  { answer, check, cycle }: AnsweredUnit,
  finding: FindingState,
  id: string,
  verdict: RunEventOf<'attempt.judged'>['results'][string],
): Attempt => {
  const { claim = 'none', explanation, confidence } = answer.claims[id] ?? {};
  return {
    n: finding.attempts.length + 1,
    at: answer.at,
    cycle,
    agent: answer.agent,
    claim,
    ...verdict,
    ...given({ explanation, confidence }),
    files: answer.snapshot?.files ?? [],
    ...given({ patch: answer.snapshot?.patch, verification: check }),
    usage: shareOf(answer.usage, Object.keys(answer.claims).length),
    ...given({ denials: answer.denials }),
    durationMs: answer.durationMs,
  };
};
