/** What verification can show, as the performers of checks would record it. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { MovedPlace } from '../../../src/model/place.ts';
import type { ToolCounts, ToolResult, Verification } from '../../../src/model/verification.ts';
import { provesTogether } from '../../../src/config/trust.ts';
import { isAcceptable } from '../../../src/stages/gates/acceptable.ts';
import type { Rechecker } from '../../../src/model/proof.ts';
import { countReported } from '../../../src/stages/verify/tool-counts.ts';
import type { UnitState } from '../../../src/loop/state/unit.ts';
import { rulesFor, toolsOf, watchersOf } from '../../../src/loop/decide/gates/watching.ts';
import { rules } from './scenario.ts';
import { demand, goesWrong, type World } from './world.ts';

/** Of a start that fails, nobody knows which tests do. */
export const baselineResults = (world: World): RunEvent[] => {
  const shown = verification(world, world.git.start.tree);
  const isMute = shown.verdict === 'failed' && shown.commands.length === 0;
  return [{ type: 'baseline.finished', verification: isMute ? { ...shown, commands: [muteResult] } : shown }];
};

/** Somebody looks again at every other finding. */
export const recheckResults = ({ state }: World): RunEvent[] => {
  const all = [...state.findings.values()].map(({ finding }) => finding);
  const watched = all.filter((finding, index) => index % 2 === 0 && finding.file !== undefined);
  const rest = all.filter((finding) => !watched.includes(finding)).map(({ id }) => id);
  const tool: Rechecker = {
    name: 'again',
    command: 'again {files}',
    by: 'given',
    timeoutMs: 1_000,
    files: [],
    counts: countReported(watched),
    watches: Object.fromEntries(watched.map(({ id, rule, category }) => [id, [rule ?? category]])),
  };
  return [
    {
      type: 'recheck.finished',
      tools: watched.length > 0 ? [tool] : [],
      nobody: rest.length > 0 ? [{ findings: rest, reason: 'nobody does' }] : [],
    },
  ];
};

/** Where fixes are proven together, only hooks look at one by itself. */
export const checkResults = (world: World, key: string): RunEvent[] => {
  const { config } = world.scenario;
  const unit = world.state.fixing.units.get(key);
  const snapshot = unit?.answer?.snapshot;
  if (!unit || !snapshot) throw new Error(`unit ${key} has nothing to check`);
  demand(unit.check === undefined, `unit ${key} is checked again although its result is stored`);
  if (provesTogether(config))
    return [{ type: 'check.finished', unit: key, verification: hooksAlone(world, snapshot.tree) }];
  const shown = verification(world, snapshot.tree, world.scenario.habit === 'check-fails');
  const touched = snapshot.files.map((file) => file.path);
  return [
    { type: 'check.finished', unit: key, verification: { ...shown, tools: toolResults(world, [unit], touched) } },
  ];
};

const hooksAlone = (world: World, tree: string): Verification => {
  demand(world.scenario.config.commit.hooks, 'a fix is checked by itself, and nobody is there to do it');
  const refused = goesWrong(world, 0.3);
  const { setup } = world.scenario.config.verify;
  if (setup.length > 0 && goesWrong(world, 0.2))
    return { tree, verdict: 'setup-failed', failures: [], commands: [], tools: [], durationMs: 1 };
  return {
    tree,
    verdict: refused ? 'failed' : 'none',
    ...(refused && { reason: 'the hook says no' }),
    failures: [],
    commands: refused ? [hookResult] : [],
    tools: [],
    durationMs: 1,
  };
};

/** Of the first fixes of a group. What failed may pass when it is run again; what passed is not run again. */
export const headResults = (world: World, tree: string): RunEvent[] => {
  const shown = runAgain(world, tree) ?? withoutHooks(verification(world, tree, world.scenario.habit === 'head-fails'));
  const { config } = world.scenario;
  if (!provesTogether(config) || !isAcceptable(shown, config)) return [{ type: 'head.checked', verification: shown }];
  const units = unitsUpTo(world, tree);
  const touched = [...new Set(units.flatMap(({ answer }) => answer?.snapshot?.files.map(({ path }) => path) ?? []))];
  const ids = units.flatMap(({ plan }) => plan.findings);
  return [
    {
      type: 'head.checked',
      verification: { ...shown, tools: toolResults(world, units, touched) },
      ...(world.random.chance(0.5) && { places: placesIn(world, ids) }),
    },
  ];
};

/** They look at each fix by itself. */
const withoutHooks = (shown: Verification): Verification =>
  shown.commands.some(({ hook }) => hook) ? { ...shown, verdict: 'crashed', commands: [] } : shown;

/** As performCheckHead notes it. */
const runAgain = (world: World, tree: string): Verification | undefined => {
  const { state, random, scenario } = world;
  const earlier = state.checks.verified.get(tree);
  if (!earlier || isAcceptable(earlier, scenario.config)) return undefined;
  if (!random.chance(scenario.flaky)) return { ...earlier, durationMs: random.below(1_000) };
  const { reason: _, ...rest } = earlier;
  const detail = 'it failed, and passed when it was run again';
  const verdict = scenario.config.verify.commands.length > 0 ? 'passed' : 'none';
  return { ...rest, verdict, commands: [], failures: [{ command: 'npm test', kind: 'flaky', detail }] };
};

const unitsUpTo = ({ state }: World, tree: string): UnitState[] => {
  const commits = state.fixing.group?.commits ?? [];
  const count = commits.findIndex((commit) => commit.tree === tree) + 1;
  return commits.slice(0, count).flatMap(({ unit }) => state.fixing.units.get(unit) ?? []);
};

const placesIn = ({ state, random }: World, ids: readonly string[]): Record<string, MovedPlace> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const file = state.findings.get(id)?.finding.file;
      if (file === undefined) return [];
      return [[id, { file, line: 1 + random.below(500), fate: random.pick(['kept', 'changed', 'gone'] as const) }]];
    }),
  );

export const verification = (world: World, tree: string, fails = false): Verification => {
  const { random, scenario } = world;
  const { verify, commit } = scenario.config;
  const { trouble } = scenario;
  const nothing = verify.commands.length === 0;
  const calm = fails && !nothing ? 0 : 3;
  const verdict = random.weighted<Verification['verdict']>([
    [nothing ? 0 : calm, 'passed'],
    [nothing ? calm : 0, 'none'],
    [nothing ? 0 : trouble, 'failed'],
    [nothing || !verify.baseline ? 0 : trouble, 'unproven'],
    [nothing ? 0 : trouble / 3, 'crashed'],
    [verify.setup.length === 0 ? 0 : trouble / 3, 'setup-failed'],
    [commit.hooks ? trouble / 2 : 0, 'failed'],
  ]);
  const hook = verdict === 'failed' && commit.hooks && (nothing || random.chance(0.5));
  return {
    tree,
    verdict,
    ...(verdict !== 'passed' && random.chance(0.8) && { reason: `verification says ${verdict}` }),
    failures: [],
    commands: hook ? [hookResult] : [],
    tools: [],
    durationMs: random.below(1_000),
  };
};

const muteResult: Verification['commands'][number] = {
  command: 'npm test',
  status: 'failed',
  exitCode: 1,
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: '',
};

const hookResult: Verification['commands'][number] = {
  command: 'pre-commit',
  hook: true,
  status: 'failed',
  exitCode: 1,
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: 'no',
};

const toolResults = (world: World, units: readonly UnitState[], touched: readonly string[]): ToolResult[] => {
  const ids = units.flatMap(({ plan }) => plan.findings);
  const watchers = new Set(ids.flatMap((id) => watchersOf(world.state, id)));
  return toolsOf(world.state)
    .filter(({ name }) => watchers.has(name))
    .map(({ name }) =>
      goesWrong(world, 0.1)
        ? { reviewer: name, status: 'crashed', counts: {}, places: [] }
        : { reviewer: name, status: 'ran', counts: countsAfter(world, ids, name, touched), places: [] },
    );
};

/** One less for every finding that is said to be fixed, unless the fix missed it or brought something new. */
const countsAfter = (
  world: World,
  ids: readonly string[],
  reviewer: string,
  touched: readonly string[],
): ToolCounts => {
  const before = world.state.checks.toolCounts.get(reviewer) ?? {};
  const counts: ToolCounts = Object.fromEntries(touched.map((file) => [file, { ...before[file] }]));
  for (const id of ids) {
    const finding = world.state.findings.get(id)?.finding;
    const ofFile = counts[finding?.file ?? ''];
    const [rule] = finding ? rulesFor(world.state, reviewer, finding) : [];
    if (!ofFile || rule === undefined || goesWrong(world, 0.2)) continue;
    ofFile[rule] = Math.max(0, (ofFile[rule] ?? 0) - 1);
  }
  const first = counts[touched[0] ?? ''];
  if (first && goesWrong(world, 0.2)) {
    const rule = world.random.pick(rules);
    first[rule] = (first[rule] ?? 0) + 1;
  }
  return counts;
};
