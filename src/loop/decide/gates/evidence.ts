/** What the gates judge by, as far as the events of a run have it. What is missing is gathered by performing. */
import type { Finding } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import type { ToolCounts } from '../../../model/verification.ts';
import type { Check, Evidence, EvidenceKind, Gathered } from '../../../stages/gates/gate.ts';
import { headIsVerified } from '../../state/head.ts';
import { renameCounts } from '../../state/places.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { challengeOf } from './challenge.ts';
import { claimed } from './claims.ts';
import { mayBeReviewed, proofOfChange, whyNobodyLooks } from './proof.ts';
import { separable } from './separable.ts';
import { targetsOf } from './targets.ts';
import { rulesFor, toolsOf, watchersOf } from './watching.ts';

/** An answer that is still to be judged. */
export type Attempted = { state: RunState; unit: Exclude<AnsweredUnit, { phase: 'judged' }> };

/** Undefined: not known yet. */
const sources: { [Kind in EvidenceKind]: (attempted: Attempted) => Evidence[Kind] | undefined } = {
  answer: ({ unit }) => unit.answer.claims,
  change: ({ unit }) => unit.answer.snapshot,
  piece: ({ state, unit }) => (separable(state, unit) ? undefined : (unit.answer.snapshot ?? undefined)),
  check: (attempted) => (isChecked(attempted) ? checkOf(attempted) : undefined),
  opinion: ({ state, unit }) => {
    const challenged = challengeOf(state, unit, claimed(unit));
    return challenged.status === 'done' ? challenged.challenges : undefined;
  },
  combination: (attempted) => combinationOf(attempted),
};

const lookFor = <Kind extends EvidenceKind>(kind: Kind, attempted: Attempted): Pick<Gathered, Kind> => {
  const found: Gathered = {};
  found[kind] = sources[kind](attempted);
  return found;
};

/** Adds what is known of one kind; false when nothing is. */
export const look = (gathered: Gathered, kind: EvidenceKind, attempted: Attempted): boolean => {
  if (gathered[kind] === undefined) Object.assign(gathered, lookFor(kind, attempted));
  return gathered[kind] !== undefined;
};

/** Somebody can say something about its tree: a command, a hook, a check of its own, or a tool. */
export const needsCheck = ({ state, unit }: Attempted): boolean =>
  state.config.verify.commands.length > 0 ||
  state.config.commit.hooks ||
  targetsOf(state, unit).length > 0 ||
  unit.plan.findings.some((id) =>
    watchersOf(state, id).some((name) => toolsOf(state).some((tool) => tool.name === name)),
  );

/** Checked as far as it can be. */
export const isChecked = (attempted: Attempted): boolean =>
  attempted.unit.check !== undefined || !needsCheck(attempted);

const checkOf = ({ state, unit }: Attempted): Check => {
  const findings = claimed(unit).flatMap((id) => state.findings.get(id)?.finding ?? []);
  const renamed = Object.entries(unit.answer.snapshot?.renamed ?? {});
  const before = (tool: string): ToolCounts => renameCounts(state.checks.toolCounts.get(tool) ?? {}, renamed);
  const later: Proof[] = mayBeReviewed(state) ? ['review'] : [];
  const tools = (unit.check?.tools ?? []).map(({ reviewer }) => reviewer);
  return {
    shown: unit.check ?? null,
    before: Object.fromEntries(tools.map((tool) => [tool, before(tool)])),
    rules: Object.fromEntries(tools.map((tool) => [tool, byId(findings, (finding) => rulesFor(state, tool, finding))])),
    proof: byId(findings, (finding) => [...proofOfChange(state, unit, finding), ...later]),
    nobody: byId(findings, (finding) => whyNobodyLooks(state, finding)),
  };
};

const byId = <T>(findings: readonly Finding[], valueOf: (finding: Finding) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    findings.flatMap((finding) => {
      const value = valueOf(finding);
      return value === undefined ? [] : [[finding.id, value]];
    }),
  );

/** Known once the fixes of a step were put together, and the head that came of it was accepted. */
const combinationOf = ({ state, unit }: Attempted): Evidence['combination'] | undefined => {
  switch (unit.phase) {
    case 'committed':
      return headIsVerified(state) ? { fate: 'holds', tree: state.code.head.tree } : undefined;
    case 'conflict':
      return { fate: 'conflict', files: unit.conflicts };
    case 'removed':
      return { fate: 'fails', reason: unit.removedBecause };
    case 'answered':
    case 'checked':
      return undefined;
    default:
      return unit satisfies never;
  }
};
