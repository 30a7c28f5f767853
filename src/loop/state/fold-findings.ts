/** Findings in the state of a run: taken up, closed, tried. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import { reviewersOf } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { attemptOf } from './attempt-of.ts';
import { startPlaces } from './places.ts';
import { currentRound, isOpen, type RunState } from './state.ts';
import { countImported, updateToolCounts } from './tool-counts.ts';
import { countFixes, kindOfFix } from './failure-rates.ts';
import { factsOf, provenBy, shownOf } from './unit.ts';

export const admit = (state: RunState, event: RunEventOf<'findings.admitted'>): void => {
  state.reviews.admitted = true;
  for (const problem of event.problems) state.remarks.problems.push(problem);
  startPlaces(state);
  for (const finding of event.findings)
    state.findings.set(finding.id, { finding, status: 'open', attempts: [], reportedAt: state.code.placesAt });
  currentRound(state)?.found.push(...event.findings.map(({ id }) => id));
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

/** Where and how it is reported now counts; what was tried before stays with it. */
export const reopen = (state: RunState, { id, round, finding }: RunEventOf<'finding.reopened'>): void => {
  const before = state.findings.get(id);
  if (!before) return;
  startPlaces(state);
  currentRound(state)?.reopened.push(id);
  const { attempts, commit, reopened = [] } = before;
  const times = [...reopened, { round, by: reviewersOf(finding), was: before.finding, ...given({ commit }) }];
  state.findings.set(id, { finding, status: 'open', attempts, reportedAt: state.code.placesAt, reopened: times });
};

export const judge = (state: RunState, event: RunEventOf<'attempt.judged'>): void => {
  const unit = state.fixing.units.get(event.unit);
  if (!unit?.answer) return;
  countFixes(state, kindOfFix(state, unit), event);
  for (const [id, verdict] of Object.entries(event.results)) {
    const finding = state.findings.get(id);
    if (!finding) continue;
    finding.attempts.push(attemptOf(state, unit, finding, verdict));
    if (verdict.result === 'accepted') {
      finding.status = 'fixed';
      if (unit.commit) finding.commit = unit.commit.commit;
      delete finding.cause;
      // Another fix may have taken it along meanwhile, or its file: then it stays closed, whatever became of this.
    } else if (isOpen(finding)) {
      const claim = unit.answer.claims[id]?.claim;
      const isPutOff = verdict.result === 'not-answered' || (claim === 'deferred' && verdict.gate !== 'justification');
      finding.status = isPutOff ? 'deferred' : 'open';
      if (verdict.reason !== undefined) finding.reason = verdict.reason;
    }
  }
  if (unit.commit && Object.values(event.results).some(({ result }) => result === 'accepted'))
    updateToolCounts(state, unit);
  const { commit } = unit;
  const { working, units } = state.fixing;
  working.delete(event.unit);
  units.set(event.unit, {
    ...factsOf(unit),
    ...shownOf(unit),
    ...provenBy(unit),
    ...given({ commit }),
    phase: 'judged',
  });
};
