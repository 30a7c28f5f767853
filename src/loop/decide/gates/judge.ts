/**
 * Judges an attempt by walking it through the gates: what the agent said, what it changed, and what others showed. An
 * agent's word alone is never enough.
 */
import type { GateResult } from '../../../model/attempt.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { evidenceWords } from '../../../stages/gates/evidence-words.ts';
import {
  type EvidenceKind,
  type Gate,
  type Gathered,
  nobody,
  type Refusal,
  type Refusals,
  type Subject,
} from '../../../stages/gates/gate.ts';
import { gates } from '../../../stages/gates/gates.ts';
import { asked } from './claims.ts';
import { closings } from './closings.ts';
import { type Attempted, look } from './evidence.ts';
import { proofOfChange } from './proof-of-change.ts';
import { given } from '../../../plain/given.ts';

type Results = RunEventOf<'attempt.judged'>['results'];
type Result = Results[string];

/** Every finding has its result, or one more thing has to be known. */
export type Walk = { attempted: Attempted } & (
  | { status: 'judged'; events: RunEvent[] }
  | { status: 'lacks'; evidence: EvidenceKind }
);

export const walkGates = (attempted: Attempted): Walk => {
  const { unit } = attempted;
  const walk = startWalk(attempted);
  for (const gate of gates) {
    const lacking = passGate(gate, walk, attempted);
    if (lacking !== undefined) return { attempted, status: 'lacks', evidence: lacking };
  }
  const results = Object.fromEntries(asked(unit).map((id) => [id, resultOf(attempted, walk, id)]));
  return {
    attempted,
    status: 'judged',
    events: [{ type: 'attempt.judged', unit: unit.plan.unit, results }, ...closings(attempted, walk.gathered)],
  };
};

/** The judgement on a unit, or nothing while something is still to be found out. */
export const judgementOn = (attempted: Attempted): RunEvent[] => {
  const walk = walkGates(attempted);
  return walk.status === 'judged' ? walk.events : [];
};

type Walking = {
  gathered: Gathered;
  /** Who is still to be judged. */
  left: Record<Gate['about'], string[]>;
  refusals: Map<string, Refusal & { gate: string }>;
  trails: Map<string, GateResult[]>;
};

const startWalk = ({ unit }: Attempted): Walking => {
  const { outcome, claims, snapshot } = unit.answer;
  const heard = outcome === 'ok' ? asked(unit) : [];
  const says = (id: string): string => claims[id]?.claim ?? '';
  const isSilentChange = (id: string): boolean => claims[id]?.silent === true && snapshot !== null;
  return {
    gathered: {},
    left: {
      fixes: heard.filter((id) => says(id) === 'fixed' || isSilentChange(id)),
      excuses: heard.filter((id) => says(id) === 'blocked' || says(id) === 'deferred'),
    },
    refusals: new Map(),
    trails: new Map(heard.map((id) => [id, []])),
  };
};

/** What is still to be known before the gate can be passed; undefined when it has judged. */
const passGate = (gate: Gate, walk: Walking, attempted: Attempted): EvidenceKind | undefined => {
  const ids = walk.left[gate.about];
  if (ids.length === 0) return undefined;
  const lacking = gate.needs.find((kind) => !look(walk.gathered, kind, attempted));
  // What was not found out before it went out of its group is not asked any more.
  if (lacking !== undefined) return isTogether(attempted) ? undefined : lacking;
  const refusals = isPassed(gate, attempted) ? nobody : gate.judge(walk.gathered, subjectOf(attempted, ids));
  noteResults(gate, walk, ids, refusals ?? nobody);
  return undefined;
};

/**
 * What was put together with others has passed every gate that looks at it alone, and what holds as a group has passed
 * those that judge by a run: it is not judged a second time. A culprit is, by the gate that found it out.
 */
const isPassed = ({ name, about, needs }: Gate, attempted: Attempted): boolean => {
  const { unit, shown } = attempted;
  if (about !== 'fixes' || needs.includes('combination')) return false;
  if (unit.phase === 'removed') return unit.culprit.gate !== name;
  return isTogether(attempted) || (shown !== undefined && provedAsAGroup.has(name));
};

const provedAsAGroup = new Set(['verify', 'tool']);

const noteResults = (gate: Gate, walk: Walking, ids: readonly string[], refusals: Refusals): void => {
  for (const id of ids) {
    const refusal = refusals.get(id);
    walk.trails.get(id)?.push(trailOf(gate, walk.gathered, id, refusal));
    if (refusal) walk.refusals.set(id, { ...refusal, gate: refusal.as ?? gate.name });
  }
  walk.left[gate.about] = ids.filter((id) => !refusals.has(id));
};

const isTogether = ({ unit: { phase } }: Attempted): boolean =>
  phase === 'proven' || phase === 'conflict' || phase === 'removed';

const subjectOf = ({ state, unit }: Attempted, ids: readonly string[]): Subject => ({
  findings: ids.flatMap((id) => state.findings.get(id)?.finding ?? []),
  config: state.config,
  isMachineMade: isMachineMade(unit.plan),
});

const trailOf = ({ name, needs }: Gate, gathered: Gathered, id: string, refusal: Refusal | undefined): GateResult => ({
  gate: name,
  result: refusal?.flag !== undefined && refusal.result !== 'refused' ? 'flagged' : (refusal?.result ?? 'passed'),
  evidence: evidenceWords(needs, gathered, id),
});

const resultOf = (attempted: Attempted, { refusals, gathered, trails }: Walking, id: string): Result => {
  const { unit, state } = attempted;
  const refusal = refusals.get(id);
  const trail = trails.get(id) ?? [];
  const challenge = refusal?.challenge ?? gathered.opinion?.[id];
  const finding = state.findings.get(id)?.finding;
  const result = refusal
    ? refused(refusal)
    : (unheard(attempted, id) ?? excuse(attempted, id) ?? { result: 'accepted' });
  return {
    ...result,
    ...(result.result === 'accepted' && finding && { proof: proofOfChange(state, unit, finding) }),
    ...(challenge && { challenge }),
    ...(trail.length > 0 && { gates: trail }),
  };
};

const refused = ({ result, reason, gate, flag, ruling }: Refusal & { gate: string }): Result => ({
  result,
  ...(result === 'refused' && { gate }),
  reason,
  ...given({ flag, ruling }),
});

/** Of a call that failed, or said nothing about the finding: no gate has anything to judge. */
const unheard = ({ unit: { answer } }: Attempted, id: string): Result | null => {
  const why = answer.message === undefined ? {} : { reason: answer.message };
  if (answer.outcome === 'timeout' || answer.outcome === 'cancelled') return { result: answer.outcome, ...why };
  if (answer.outcome !== 'ok') return { result: 'agent-error', ...why };
  const { claim = 'none', silent = false } = answer.claims[id] ?? {};
  const isSilentChange = silent && answer.snapshot !== null;
  return claim === 'none' && !isSilentChange ? { result: 'not-answered', reason: 'no status given' } : null;
};

/** What was given up for a reason that the gates let pass. */
const excuse = ({ unit: { answer } }: Attempted, id: string): Result | null => {
  const { claim, explanation = '' } = answer.claims[id] ?? {};
  if (claim !== 'blocked' && claim !== 'deferred') return null;
  return { result: 'no-change', reason: `${claim}: ${explanation || 'no explanation given'}` };
};
