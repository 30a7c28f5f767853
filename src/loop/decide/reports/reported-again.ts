/**
 * What a round of reviews leads to: new findings are taken up, what was fixed and is reported again is open again
 * (7.9), and what has another end keeps it.
 */
import { admissionEvents, type TakenUp } from '../../../findings/admit/take-up.ts';
import type { RunEvent } from '../../../model/event.ts';
import { type Finding, levelRank, type ReadProblem, severityRank } from '../../../model/finding.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { isSelected } from '../turns.ts';
import { recognised } from './recognise-fixed.ts';

/** What is open again comes first: whoever lists what a review found lists it with the rest. */
export const admission = (reported: TakenUp, state: RunState, problems: readonly ReadProblem[]): RunEvent[] => {
  const taken = withNames(reported, recognised(reported, state));
  return [...reopened(taken, state), ...admissionEvents(newOnes(taken, state), problems, state.config)];
};

const withNames = (taken: TakenUp, names: ReadonlyMap<string, string>): TakenUp => {
  const renamed = <T extends { id: string }>(entry: T): T => ({ ...entry, id: names.get(entry.id) ?? entry.id });
  return {
    ...taken,
    findings: taken.findings.map(renamed),
    dismissed: taken.dismissed.map(renamed),
    deleted: taken.deleted.map((id) => names.get(id) ?? id),
  };
};

/** By the last end that a finding has had. What does not hold, such as a line that is not there, opens nothing. */
const reopened = (taken: TakenUp, state: RunState): RunEvent[] => {
  const ends = lastEnds(state);
  const against = new Map([
    ...taken.dismissed.map(({ id, reason }): [string, string] => [id, reason]),
    ...taken.deleted.map((id): [string, string] => [id, 'its file was deleted']),
  ]);
  const back = taken.findings.flatMap((again) => {
    const before = ends.get(again.id);
    return before?.status === 'fixed' ? [{ before: before.finding, again, doubt: against.get(again.id) }] : [];
  });
  const once = new Map(back.toReversed().map((each) => [each.before.id, each]));
  return [...once.values()].map(({ before, again, doubt }): RunEvent =>
    doubt === undefined
      ? { type: 'finding.reopened', id: before.id, round: state.reviews.rounds.length, finding: merge(before, again) }
      : {
          type: 'warning',
          message: `${before.code} is fixed, and that it was reported again does not count: ${doubt}`,
        },
  );
};

/** As it is reported now, by whoever does so: they have to look again. It weighs no less than before. */
const merge = (before: Finding, again: Finding): Finding => ({
  ...again,
  id: before.id,
  code: before.code,
  severity: severityRank[before.severity] < severityRank[again.severity] ? before.severity : again.severity,
  level: levelRank[before.level] < levelRank[again.level] ? before.level : again.level,
});

/**
 * What was not worth fixing and now is, in the eyes of another reviewer, is a finding of its own; so is what looks like
 * one that is left, in another file.
 */
const newOnes = (taken: TakenUp, state: RunState): TakenUp => {
  const ends = lastEnds(state);
  const raised = new Map(
    taken.findings
      .filter((finding) => isOfItsOwn(finding, ends.get(finding.id), state))
      .map(({ id }): [string, string] => [id, `${id}-${state.reviews.rounds.length}`]),
  );
  const stays = ({ id }: { id: string }): boolean => raised.has(id) || !state.findings.has(id);
  return withNames(onlyThose(taken, stays), raised);
};

const onlyThose = (taken: TakenUp, stays: (each: { id: string }) => boolean): TakenUp => ({
  ...taken,
  findings: taken.findings.filter(stays),
  dismissed: taken.dismissed.filter(stays),
  deleted: taken.deleted.filter((id) => stays({ id })),
});

/** Places follow the code (1.10): what is left is where its file is now, and what lies elsewhere is another problem. */
const isOfItsOwn = (finding: Finding, before: FindingState | undefined, { config }: RunState): boolean => {
  if (!before || before.status === 'fixed') return false;
  const isElsewhere = before.finding.file !== undefined && before.finding.file !== finding.file;
  return isElsewhere || (before.cause === 'not-selected' && isSelected({ finding }, config));
};

/** By id: the finding itself, or the last one that is a report of it again. */
const lastEnds = ({ findings }: RunState): Map<string, FindingState> => {
  const ends = new Map<string, FindingState>();
  for (const [id, finding] of findings)
    for (let end = id.length; end > 0; end = id.lastIndexOf('-', end - 1)) ends.set(id.slice(0, end), finding);
  return ends;
};
