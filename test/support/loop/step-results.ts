/** What opening a cycle, integrating, searching culprits and handing over can come to. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { Commit } from '../../../src/model/run/snapshot.ts';
import type { Verification } from '../../../src/model/verification.ts';
import type { Revision } from '../../../src/ports/repo.ts';
import { currentCycle, isOpen, stepUnits } from '../../../src/loop/state/state.ts';
import type { UnitState } from '../../../src/loop/state/unit.ts';
import { acceptableVerification } from './verify-results.ts';
import { demand, goesWrong, type World } from './world.ts';

export const openCycleResults = (world: World, cycle: number): RunEvent[] => {
  const { state, scenario } = world;
  const open = [...state.findings.values()].filter(isOpen);
  const gone = new Set(
    open.flatMap(({ finding }) => (finding.file !== undefined && goesWrong(world, 0.1) ? [finding.file] : [])),
  );
  const status = scenario.config.findings.missing === 'dismissed' ? 'dismissed' : 'blocked';
  const closings = open
    .filter(({ finding }) => gone.has(finding.file ?? ''))
    .map(({ finding }): RunEvent => {
      return {
        type: 'finding.closed',
        id: finding.id,
        status,
        cause: 'file-deleted',
        reason: 'Referenced file deleted',
      };
    });
  return [{ type: 'cycle.started', cycle }, ...closings];
};

export const integrateResults = (world: World, keys: readonly string[]): RunEvent[] => {
  const units = keys.flatMap((key) => world.state.fixing.units.get(key) ?? []);
  demand(units.length === keys.length, 'units are integrated that nobody knows');
  const { head, commits, conflicts } = integrate(world, units, world.scenario.habit === 'conflict' ? 100 : 0.3);
  return [{ type: 'units.integrated', head, commits, conflicts: conflicts.map((unit) => ({ unit, files: ['a.ts'] })) }];
};

const stepBase = ({ state }: World): Revision => {
  const step = currentCycle(state)?.step;
  if (step?.base !== state.code.verifiedHead.commit) throw new Error('the step does not start from the verified head');
  return state.code.verifiedHead;
};

const integrate = (world: World, units: readonly UnitState[], trouble: number) => {
  const base = stepBase(world);
  const result: { head: Revision; commits: Commit[]; conflicts: string[] } = { head: base, commits: [], conflicts: [] };
  for (const unit of units) {
    const snapshot = unit.answer?.snapshot;
    if (!snapshot) throw new Error(`unit ${unit.plan.unit} has nothing to integrate`);
    const unmoved = result.head.commit === base.commit;
    const merged = unmoved ? snapshot : world.git.merge(result.head.commit, snapshot.commit, unit.plan.unit);
    if (merged === null || (!unmoved && goesWrong(world, trouble))) result.conflicts.push(unit.plan.unit);
    else {
      result.head = { commit: merged.commit, tree: merged.tree };
      const findings = unit.plan.findings.filter((id) => unit.answer?.claims[id]?.claim === 'fixed');
      result.commits.push({
        ...result.head,
        unit: unit.plan.unit,
        findings,
        files: snapshot.files.map((file) => file.path),
      });
    }
  }
  return result;
};

/** Any subset may be taken out: none when a flaky command failed, all when the commands fail whatever is there. */
export const culpritResults = (world: World): RunEvent[] => {
  const { state, random } = world;
  const step = currentCycle(state)?.step;
  const units = step ? stepUnits(state, step).filter((unit) => unit.phase === 'committed') : [];
  demand(units.length > 0, 'culprits are searched where nothing was committed');
  const chosen = random.weighted([
    [4, [random.pick(units)]],
    [1, []],
    [1, units],
    [2, random.some(units, 0.5)],
  ]);
  const kept = integrate(
    world,
    units.filter((unit) => !chosen.includes(unit)),
    0.1,
  );
  const removed = [
    ...chosen.map((unit) => ({ unit: unit.plan.unit, reason: 'fails together with the other fixes' })),
    ...kept.conflicts.map((unit) => ({ unit, reason: 'cannot be merged without a fix that was taken out' })),
  ];
  const { tree } = kept.head;
  const verification = kept.commits.length > 0 ? acceptableVerification(world, tree) : state.checks.verified.get(tree);
  const nothing: Verification = { tree, verdict: 'none', failures: [], commands: [], tools: [], durationMs: 0 };
  return [
    {
      type: 'culprits.removed',
      head: kept.head,
      commits: kept.commits,
      removed,
      verification: verification ?? nothing,
    },
  ];
};

export const handOverResults = ({ state, scenario, git }: World): RunEvent[] => {
  const head = state.code.verifiedHead;
  if (state.code.commits.length === 0) return [{ type: 'run.handed-over', branch: null, head: null, patch: null }];
  const { per } = scenario.config.commit;
  if (per === 'none') return [{ type: 'run.handed-over', branch: null, head: head.commit, patch: 'result.patch' }];
  const tip = per === 'run' ? git.commit(git.start.commit, Number(head.tree.slice(1)), 'squash').commit : head.commit;
  return [{ type: 'run.handed-over', branch: `fixpoint/${state.run.id}`, head: tip, patch: 'result.patch' }];
};
