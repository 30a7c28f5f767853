/** What a fixer call can come to, as performAttempt would record it. */
import type { RunEvent, RunEventOf } from '../../../src/model/event.ts';
import type { ReadDispute } from '../../../src/model/finding/dispute.ts';
import type { Remark } from '../../../src/model/remark.ts';
import type { Snapshot } from '../../../src/model/run/snapshot.ts';
import type { AgentOutcome } from '../../../src/model/run/outcome.ts';
import { severityRank } from '../../../src/model/finding.ts';
import { standsForChange } from '../../../src/stages/fix/answer.ts';
import { postponement } from '../../../src/loop/perform/fix/wait.ts';
import type { UnitState } from '../../../src/loop/state/unit.ts';
import { agentResult, outcomeFor, usageFor } from './agent-results.ts';
import { files } from './scenario.ts';
import { goodReasons, weakReasons } from './scenario-judgement.ts';
import { demand, goesWrong, type World } from './world.ts';

type Finished = RunEventOf<'attempt.finished'>;

/** `ending`: the call was cut short, though it may have been through just before. */
export const attemptResults = (world: World, key: string, ending: boolean): RunEvent[] => {
  const { random, state, scenario } = world;
  const unit = state.fixing.units.get(key);
  if (!unit || !state.fixing.working.has(key)) throw new Error(`unit ${key} is not under way`);
  demand(unit.answer === undefined, `11.1: unit ${key} is asked again although its answer is stored`);
  const usesSetup = unit.plan.agent !== 'autofix' && scenario.config.verify.setup.length > 0;
  if (ending && usesSetup && random.chance(0.3)) return [];
  if (usesSetup && goesWrong(world, 0.1)) return [finished(unit, 'crashed', { message: 'set-up failed: no network' })];
  const outcome = outcomeFor(world, unit.plan.agent, ending);
  const later = postponement(agentResult(world, outcome), new Date(world.now), state);
  return [later ? { type: 'attempt.postponed', unit: key, ...later } : answered(world, unit, outcome)];
};

const answered = (world: World, unit: UnitState, outcome: AgentOutcome): Finished => {
  const { random } = world;
  const { included, cut } = split(world, unit);
  const claims: Finished['claims'] = {};
  for (const id of included) {
    if (goesWrong(world, 0.1)) continue;
    claims[id] = claim(world);
  }
  const [only] = unit.plan.findings;
  // As the performer writes it down: whoever says nothing about one finding has its change judged.
  if (
    only !== undefined &&
    unit.plan.findings.length === 1 &&
    world.scenario.config.preset === 'default' &&
    unit.plan.agent !== 'autofix'
  )
    if (!claims[only]) claims[only] = { claim: 'none', explanation: 'no status given', silent: true };
  const fixed = included.filter((id) => standsForChange(claims[id]));
  return finished(unit, outcome, {
    ...(outcome !== 'ok' && random.chance(0.7) && { message: `it says ${outcome}` }),
    claims,
    cut,
    unknownIds: goesWrong(world, 0.2) ? ['id-of-nobody'] : [],
    snapshot: snapshot(world, unit, outcome === 'ok' ? fixed : []),
    usage: usageFor(world, outcome),
    durationMs: random.below(10_000),
  });
};

/** Over the context limit the least severe are cut; at least one is always asked about. */
const split = (world: World, unit: UnitState): { included: string[]; cut: string[] } => {
  const { random, state } = world;
  const rank = (id: string): number => severityRank[state.findings.get(id)?.finding.severity ?? 'info'];
  const ordered = unit.plan.findings.toSorted((a, b) => rank(a) - rank(b));
  const size = ordered.length > 1 && goesWrong(world, 0.5) ? 1 + random.below(ordered.length - 1) : ordered.length;
  return { included: ordered.slice(0, size), cut: ordered.slice(size) };
};

const claim = ({ random, scenario: { trouble, habit } }: World): Finished['claims'][string] => {
  if (habit === 'deferred') return { claim: habit, explanation: 'not today' };
  if (habit === 'weak') return { claim: 'deferred', explanation: random.pick(weakReasons) };
  const said = random.weighted([
    [2, 'fixed'],
    [trouble, 'deferred'],
    [trouble / 3, 'blocked'],
    [trouble / 3, 'none'],
  ] as const);
  if (said === 'blocked' && random.chance(0.75)) return { claim: said, explanation: 'look', dispute: dispute(random) };
  if (said === 'fixed') return { claim: said, explanation: random.chance(0.1) ? `see ${random.pick(files)}` : 'done' };
  return {
    claim: said,
    explanation: random.weighted([
      [3, random.pick(goodReasons)] as const,
      [3, random.pick(weakReasons)] as const,
      [1, ''],
    ]),
  };
};

/** As it was looked up: some lines are not there. */
const dispute = (random: World['random']): ReadDispute => ({
  ground: 'is-there',
  evidence: [{ file: random.pick(files), line: 1, quote: 'if (x === null) return;' }],
  ...(random.chance(0.2) && { problem: 'line 1 does not hold what is quoted' }),
});

const durable: Remark = {
  gate: 'durable',
  rule: 'new-schema',
  file: 'a.ts',
  message: 'a table is new',
  accepted: 'a fix without it',
};

/**
 * Most fixes are where their findings are; some are elsewhere, or do more than that. `fixed`: what somebody stands for.
 */
const snapshot = (world: World, unit: UnitState, fixed: readonly string[]): Snapshot | null => {
  const { random, git, state, scenario } = world;
  const { base } = unit;
  const counts = fixed.length > 0;
  if (scenario.habit === 'no-change' || (counts ? goesWrong(world, 0.2) : random.chance(0.6))) return null;
  const own = fixed.flatMap((id) => (goesWrong(world, 0.1) ? [] : (state.findings.get(id)?.finding.file ?? [])));
  const paths = [...new Set([own[0] ?? random.pick(files), ...own, ...random.some(files, 0.04)])];
  const revision = git.change(random, base, paths, `${unit.plan.unit}@${state.run.seq}`);
  return {
    commit: counts ? revision.commit : base,
    tree: revision.tree,
    files: paths.map((path) => ({ path, change: 'modified', added: 1, removed: 1 })),
    patch: `attempts/${unit.plan.unit}/change.patch`,
    ignored: [],
    ...(goesWrong(world, 0.1) && { protected: paths.slice(0, 1) }),
    ...(goesWrong(world, 0.15) && { remarks: [durable] }),
  };
};

const finished = (unit: UnitState, outcome: AgentOutcome, facts: Partial<Finished>): Finished => ({
  type: 'attempt.finished',
  unit: unit.plan.unit,
  agent: unit.plan.agent,
  outcome,
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: {},
  artifacts: [],
  durationMs: 0,
  ...facts,
});
