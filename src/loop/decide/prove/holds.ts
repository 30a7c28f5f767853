/** Whether the first fixes of a group hold: what verification and the tools have shown of exactly their tree. */
import { provesTogether } from '../../../config/trust.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Verification } from '../../../model/verification.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import { judgeTools } from '../../../stages/gates/tool-reports.ts';
import { reasonOf } from '../../../stages/gates/verify.ts';
import { answeredUnit, type RunState } from '../../state/state.ts';
import { renameCounts } from '../../state/places.ts';
import { claimed } from '../gates/claims.ts';
import { isProvable } from '../gates/evidence.ts';
import { rulesFor, toolsOf, watchersOf } from '../gates/watching.ts';

/** The gate that speaks against them, and why; null when they hold. */
export type Objection = { gate: string; reason: string } | null;

/** `commits`: the first of the group. Undefined when nothing is known yet. */
export const objectionTo = (state: RunState, commits: readonly Commit[]): Objection | undefined => {
  const tree = commits.at(-1)?.tree ?? '';
  const shown = state.checks.verified.get(tree);
  if (!needsRun(state, commits)) return null;
  if (!shown) return undefined;
  if (!isAcceptable(shown, state.config)) return { gate: gateOf(state), reason: whyNot(state, shown) };
  if (!provesTogether(state.config)) return null;
  if (!haveToolsLooked(state, commits, shown)) return undefined;
  const reason = toolsAgainst(state, commits, shown);
  return reason === null ? null : { gate: 'tool', reason };
};

/** The same tree may have been verified before for the sake of others, or as the start: then they were not asked. */
const haveToolsLooked = (state: RunState, commits: readonly Commit[], { tools }: Verification): boolean => {
  const ids = commits.flatMap(({ unit }) => state.fixing.units.get(unit)?.plan.findings ?? []);
  const watchers = new Set(ids.flatMap((id) => watchersOf(state, id)));
  return toolsOf(state).every(({ name }) => !watchers.has(name) || tools.some(({ reviewer }) => reviewer === name));
};

/** Where fixes are proven by themselves, tools have looked at each already. */
const needsRun = (state: RunState, commits: readonly Commit[]): boolean => {
  if (state.config.verify.commands.length > 0) return true;
  return provesTogether(state.config) && commits.some(({ unit }) => isProvableUnit(state, unit));
};

const isProvableUnit = (state: RunState, key: string): boolean => {
  const unit = answeredUnit(state, key);
  return unit !== undefined && unit.phase !== 'judged' && isProvable({ state, unit });
};

/** By itself each has held: then it is the combination that does not. */
const gateOf = ({ config }: RunState): string => (provesTogether(config) ? 'verify' : 'combined');

const whyNot = ({ config }: RunState, shown: Verification): string =>
  provesTogether(config) ? reasonOf(shown) : `fails together with the other fixes: ${reasonOf(shown)}`;

const toolsAgainst = (state: RunState, commits: readonly Commit[], shown: Verification): string | null => {
  const { checks } = state;
  const units = commits.flatMap(({ unit }) => answeredUnit(state, unit) ?? []);
  const renamed = units.flatMap(({ answer }) => Object.entries(answer.snapshot?.renamed ?? {}));
  const places = checks.places.get(shown.tree);
  return judgeTools({
    fixed: units
      .flatMap((unit) => claimed(unit).flatMap((id) => state.findings.get(id)?.finding ?? []))
      .map((finding) => inSnapshot(finding, { places })),
    results: shown.tools,
    before: (tool) => renameCounts(checks.toolCounts.get(tool) ?? {}, renamed),
    isUntouched: ({ id }) => (places?.[id]?.fate ?? 'kept') === 'kept',
    rulesOf: (tool, finding) => rulesFor(state, tool, finding),
  });
};
