/** Explains a finding: what became of each attempt at it, gate by gate. */
import type { Attempt } from '../../model/attempt.ts';
import type { ExplainedAttempt, ExplainedGate, Explanation } from '../../model/finding/explanation.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import { given } from '../../plain/given.ts';
import { count } from '../../views/words/amounts.ts';
import { questionOf } from '../../views/words/gates.ts';
import { attemptResult, proofWords } from '../../views/words/judgements.ts';
import { evidenceOf } from './evidence.ts';
import type { Noticed } from './opinion-lines.ts';
import { lookAtAttempt, lookAtFinding, type Traces } from './look.ts';

/** The gates there are, in their order. */
export type GateOrder = readonly { name: string; about: 'fixes' | 'excuses' }[];

/** What is known of an attempt beside what the report has. */
export type Behind = Traces & Noticed;

type Question = { run: string; finding: ReportFinding; order: GateOrder; behind: (attempt: Attempt) => Behind };

export const explain = ({ run, finding, order, behind }: Question): Explanation => {
  const { attempts, ...rest } = finding;
  return {
    run,
    finding: rest,
    summary: summaryOf(finding),
    attempts: attempts.map((attempt) => explainAttempt(finding.code, attempt, order, behind(attempt))),
    look: lookAtFinding(run, finding),
  };
};

const summaryOf = (finding: ReportFinding): string => {
  const { status, reason, attempts, commit, proof = [] } = finding;
  const tries = attempts.length === 0 ? 'no agent was asked' : count(attempts.length, 'attempt');
  const accepted = attempts.findLast(({ result }) => result === 'accepted');
  if (status === 'fixed') {
    const where = commit === undefined ? '' : ` in ${commit.slice(0, 12)}`;
    const how = accepted === undefined ? (reason ?? tries) : `attempt ${accepted.n} of ${attempts.length} was accepted`;
    return `fixed${where}: ${how}; ${proofWords(proof, true)}`;
  }
  const last = attempts.at(-1);
  const why = reason ?? (last === undefined ? 'nobody has got to it yet' : `the last was ${attemptResult(last)}`);
  return reason?.includes(tries) === true ? `${status}: ${why}` : `${status} (${tries}): ${why}`;
};

const explainAttempt = (code: string, attempt: Attempt, order: GateOrder, behind: Behind): ExplainedAttempt => {
  const { n, cycle, agent, claim, result, gate, reason, explanation, files, group, proof, flag } = attempt;
  return {
    n,
    cycle,
    agent,
    claim,
    result,
    files,
    ...given({ gate, reason, explanation, group, proof, flag }),
    gates: gatesOf(attempt, order, behind),
    look: lookAtAttempt(code, attempt, behind),
  };
};

/** Those that judged, and those that did not get to it. None where no gate had anything to judge. */
const gatesOf = (attempt: Attempt, order: GateOrder, noticed: Noticed): ExplainedGate[] => {
  const { gates: trail = [] } = attempt;
  if (trail.length === 0) return [];
  const judged = new Set(trail.map(({ gate }) => gate));
  const about = order.find(({ name }) => judged.has(name))?.about ?? 'fixes';
  const unasked = order.filter((each) => each.about === about && !judged.has(each.name));
  return [
    ...trail.map((each) => ({
      gate: each.gate,
      ...given({ asks: questionOf(each.gate) }),
      result: each.result,
      ...evidenceOf(each, attempt, noticed),
    })),
    ...unasked.map(({ name }) => ({
      gate: name,
      ...given({ asks: questionOf(name) }),
      result: 'not asked' as const,
      evidence: [],
    })),
  ];
};
