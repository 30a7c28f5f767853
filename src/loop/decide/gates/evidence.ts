/** What the gates judge by, as far as the events of a run have it. What is missing is gathered by performing. */
import { provesTogether } from '../../../config/trust.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import type { Remark } from '../../../model/remark.ts';
import type { ToolCounts, Verification } from '../../../model/verification.ts';
import type { Evidence, EvidenceKind, Gathered, Shown } from '../../../stages/gates/gate.ts';
import { renameCounts } from '../../state/places.ts';
import type { RunState } from '../../state/state.ts';
import { type AnsweredUnit, provenBy } from '../../state/unit.ts';
import { growthIn } from './growth.ts';
import { challengeOf } from './challenge.ts';
import { claimed } from './claims.ts';
import { mayBeReviewed, whyNobodyLooks } from './provable.ts';
import { proofOfChange } from './proof-of-change.ts';
import { rulingsOn } from '../disputes/hearing.ts';
import { decisionOnDurable } from './durable.ts';
import { separable } from './separable.ts';
import { targetsOf } from './targets.ts';
import { testsOfFix } from './tests-of-fix.ts';
import { rulesFor, toolsOf, watchersOf } from './watching.ts';

/** An answer that is still to be judged. `shown`: what a run has shown of the group that it is in. */
export type Attempted = {
  state: RunState;
  unit: Exclude<AnsweredUnit, { phase: 'judged' }>;
  shown?: Verification;
};

/** Undefined: not known yet. */
const sources: { [Kind in EvidenceKind]: (attempted: Attempted) => Evidence[Kind] | undefined } = {
  answer: ({ unit }) => unit.answer.claims,
  change: ({ unit }) => unit.answer.snapshot,
  piece: ({ state, unit }) => (separable(state, unit) ? undefined : (unit.answer.snapshot ?? undefined)),
  growth: ({ state, unit }) => growthIn(state, unit),
  reading: ({ state, unit }) => readingOf(state, unit),
  ruling: ({ state, unit }) => rulingsOn(state, unit),
  decision: ({ state, unit }) => decisionOnDurable(state, unit),
  check: (attempted) => (isChecked(attempted) ? (attempted.unit.check ?? null) : undefined),
  proof: (attempted) => proofOf(attempted),
  opinion: ({ state, unit }) => {
    const challenged = challengeOf(state, unit, claimed(unit));
    return challenged.status === 'done' ? challenged.challenges : undefined;
  },
  combination: (attempted) => combinationOf(attempted),
};

/** A part of a change in which something was noticed is read by itself first, since it may have no part in that. */
const readingOf = (state: RunState, unit: AnsweredUnit): readonly Remark[] | undefined => {
  const merged = unit.phase === 'committed' ? (unit.commit.remarks ?? []) : [];
  const remarks = [...(unit.answer.snapshot?.remarks ?? []), ...merged];
  return remarks.length > 0 && separable(state, unit) ? undefined : remarks;
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

/** A command or a tool can say whether the fix holds. */
export const isProvable = ({ state, unit }: Attempted): boolean =>
  state.config.verify.commands.length > 0 ||
  unit.plan.findings.some((id) =>
    watchersOf(state, id).some((name) => toolsOf(state).some((tool) => tool.name === name)),
  );

/** Somebody can say something about it by itself: hooks, a target, and where each is proven alone, everybody. */
const needsCheck = (attempted: Attempted): boolean => {
  const { state, unit } = attempted;
  if (state.config.commit.hooks || targetsOf(state, unit).length > 0 || testsOfFix(state, unit).length > 0) return true;
  return !provesTogether(state.config) && isProvable(attempted);
};

/** Checked by itself as far as it can be. */
export const isChecked = (attempted: Attempted): boolean =>
  attempted.unit.check !== undefined || !needsCheck(attempted);

/** Undefined as long as nothing has shown anything, and something could. */
const proofOf = (attempted: Attempted): Shown | undefined => {
  const { state, unit, shown } = attempted;
  if (!isProvable(attempted)) return shownFor(attempted, null);
  if (!provesTogether(state.config)) return isChecked(attempted) ? shownFor(attempted, unit.check ?? null) : undefined;
  const verification = shown ?? provenBy(unit).shown;
  return verification && shownFor(attempted, verification);
};

const shownFor = ({ state, unit }: Attempted, verification: Verification | null): Shown => {
  const findings = claimed(unit).flatMap((id) => state.findings.get(id)?.finding ?? []);
  const snapshot = unit.answer.snapshot;
  const renamed = Object.entries(snapshot?.renamed ?? {});
  const before = (tool: string): ToolCounts => renameCounts(state.checks.toolCounts.get(tool) ?? {}, renamed);
  const later: Proof[] = mayBeReviewed(state) ? ['review'] : [];
  const tools = (verification?.tools ?? []).map(({ reviewer }) => reviewer);
  return {
    verification,
    places: state.checks.places.get(verification?.tree ?? '') ?? snapshot?.places ?? {},
    before: Object.fromEntries(tools.map((tool) => [tool, before(tool)])),
    rules: Object.fromEntries(tools.map((tool) => [tool, byId(findings, (finding) => rulesFor(state, tool, finding))])),
    proof: byId(findings, (finding) => [...proofOfChange(state, unit, finding, verification), ...later]),
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

/** Known once the fix was put together with others, and the head that came of it was accepted. */
const combinationOf = ({ unit }: Attempted): Evidence['combination'] | undefined => {
  switch (unit.phase) {
    case 'proven':
      return { fate: 'holds', tree: unit.commit.tree };
    case 'conflict':
      return { fate: 'conflict', files: unit.conflicts };
    case 'removed':
      return { fate: 'fails', reason: unit.culprit.reason };
    case 'answered':
    case 'checked':
    case 'ready':
    case 'committed':
      return undefined;
    default:
      return unit satisfies never;
  }
};
