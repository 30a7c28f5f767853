/** What opening a cycle, integrating and handing over can come to. */
import type { RunEvent, RunEventOf } from '../../../src/model/event.ts';
import type { Commit } from '../../../src/model/run/snapshot.ts';
import type { Revision } from '../../../src/ports/repo.ts';
import { isOpen } from '../../../src/loop/state/state.ts';
import type { UnitState } from '../../../src/loop/state/unit.ts';
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
  demand(units.length === keys.length && keys.length > 0, 'units are integrated that nobody knows');
  const group = world.state.fixing.groups + 1;
  return [
    { type: 'units.integrated', group, ...integrate(world, units, world.scenario.habit === 'conflict' ? 100 : 0.3) },
  ];
};

type Integrated = Pick<RunEventOf<'units.integrated'>, 'head' | 'commits' | 'conflicts'>;

/** Whoever does not go with the proven head is in conflict; whoever does not go with the others may wait for them. */
const integrate = (world: World, units: readonly UnitState[], trouble: number): Integrated => {
  const base = world.state.code.verifiedHead;
  const result: Integrated = { head: base, commits: [], conflicts: [] };
  for (const unit of units) {
    const added = addUnit(world, result.head, unit, trouble);
    if (added) {
      result.head = { commit: added.commit, tree: added.tree };
      result.commits.push(commitOf(unit, result.head));
    } else if (result.commits.length === 0 || world.random.chance(0.5))
      result.conflicts.push({ unit: unit.plan.unit, files: ['a.ts'] });
  }
  return result;
};

const addUnit = (world: World, head: Revision, unit: UnitState, trouble: number): Revision | null => {
  const snapshot = unit.answer?.snapshot;
  if (!snapshot) throw new Error(`unit ${unit.plan.unit} has nothing to integrate`);
  if (head.commit === unit.base) return snapshot;
  return goesWrong(world, trouble) ? null : world.git.merge(head.commit, snapshot.commit, unit.plan.unit);
};

const commitOf = ({ plan, answer }: UnitState, revision: Revision): Commit => ({
  ...revision,
  unit: plan.unit,
  findings: plan.findings.filter((id) => answer?.claims[id]?.claim === 'fixed'),
  files: answer?.snapshot?.files.map((file) => file.path) ?? [],
});

export const handOverResults = ({ state, scenario, git }: World): RunEvent[] => {
  const head = state.code.verifiedHead;
  if (state.code.commits.length === 0) return [{ type: 'run.handed-over', branch: null, head: null, patch: null }];
  const { per } = scenario.config.commit;
  if (per === 'none') return [{ type: 'run.handed-over', branch: null, head: head.commit, patch: 'result.patch' }];
  const tip = per === 'run' ? git.commit(git.start.commit, Number(head.tree.slice(1)), 'squash').commit : head.commit;
  return [{ type: 'run.handed-over', branch: `fixpoint/${state.run.id}`, head: tip, patch: 'result.patch' }];
};
