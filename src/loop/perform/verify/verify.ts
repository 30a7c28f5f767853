/** Verifies trees: each proof in a clean room of its own, and so is every repetition, target, tool and hook. */
import { provesTogether } from '../../../config/trust.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { ToolResult, Verification } from '../../../model/verification.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { reviewWithTool, toolFolder } from '../../../stages/review/tool.ts';
import { proveOwn } from './own-tests.ts';
import { runHooks } from './hooks.ts';
import { filesFor, nothingToLookAt, realNames, resultOf, takesFiles, type Touched, touchedBy } from './look-with.ts';
import { proveWithoutFix } from './without-fix.ts';
import { inRoom, isNoRoom, reasonOf } from './room.ts';
import { runTargets } from './run-targets.ts';
import type { Performing } from '../../engine.ts';
import { answeredUnit, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { followPlaces } from '../integrate/follow-places.ts';
import { given } from '../../../plain/given.ts';
import type { MovedPlace } from '../../../model/place.ts';
import { toolsOf, watchersOf } from '../../decide/gates/watching.ts';

/** Of one change by itself: hooks, and all the rest where fixes are not proven together. */
export const performCheck = async (performing: Performing, key: string): Promise<RunEvent[]> => {
  const { state } = performing;
  const unit = answeredUnit(state, key);
  const snapshot = unit?.answer.snapshot;
  if (!snapshot) throw new Error(`unit ${key} has nothing to check`);
  await performing.emit({ type: 'check.started', unit: key });
  const verification = await checkAlone(performing, unit, snapshot.tree);
  return verification.verdict === 'cancelled' ? [] : [{ type: 'check.finished', unit: key, verification }];
};

const checkAlone = async (performing: Performing, unit: AnsweredUnit, tree: string): Promise<Verification> => {
  const own = await runTargets(performing, tree, unit);
  // For a fix that fails the check of its own file nothing else is run.
  if (!isAcceptable(own, performing.state.config)) return own;
  const shown = behindTargets(own, await checkRest(performing, unit, tree));
  if (!isAcceptable(shown, performing.state.config)) return shown;
  const withoutFix = await proveWithoutFix(performing, unit);
  return withoutFix === 'cancelled' ? { ...shown, verdict: 'cancelled' } : { ...shown, ...given({ withoutFix }) };
};

const checkRest = async (performing: Performing, unit: AnsweredUnit, tree: string): Promise<Verification> => {
  const isAlone = !provesTogether(performing.state.config);
  const shown = isAlone ? await proveOwn(performing, tree, [unit], { base: unit.base }) : nothingShown(tree);
  if (shown.verdict === 'cancelled') return shown;
  const refused = await runHooks(performing, tree, unit.plan.unit);
  if (refused) return { ...shown, ...refused, commands: [...shown.commands, ...refused.commands] };
  return isAlone ? withTools(performing, shown, [unit], unit.base) : shown;
};

/** Where nothing else was run, theirs is the verdict. */
const behindTargets = (own: Verification, rest: Verification): Verification => ({
  ...(rest.verdict === 'none' && own.verdict !== 'none' ? { ...own, tools: rest.tools } : rest),
  failures: [...own.failures, ...rest.failures],
  commands: [...own.commands, ...rest.commands],
  durationMs: own.durationMs + rest.durationMs,
});

const nothingShown = (tree: string): Verification => ({
  tree,
  verdict: 'none',
  failures: [],
  commands: [],
  tools: [],
  durationMs: 0,
});

/** Of the first fixes of a group: one run of the commands, and of the tools where they pass. */
export const performCheckHead = async (performing: Performing, tree: string): Promise<RunEvent[]> => {
  const { state } = performing;
  await performing.emit({ type: 'head.check.started', tree });
  const earlier = state.checks.verified.get(tree);
  const proven = await proveOwn(performing, tree, unitsUpTo(state, tree), { once: true });
  const shown = noteFlaky(proven, earlier);
  if (shown.verdict === 'cancelled') return [];
  if (!provesTogether(state.config) || !isAcceptable(shown, state.config))
    return [{ type: 'head.checked', verification: shown }];
  const units = unitsUpTo(state, tree);
  const verification = await withTools(performing, shown, units, state.code.verifiedHead.commit);
  if (verification.verdict === 'cancelled') return [];
  const places = verification.tools.length === 0 ? undefined : await placesAt(performing, tree, units);
  return [{ type: 'head.checked', verification, ...given({ places }) }];
};

/** What failed before, and passes now, is flaky. */
const noteFlaky = (shown: Verification, earlier: Verification | undefined): Verification => {
  if (!earlier || shown.verdict !== 'passed' || earlier.verdict === 'passed') return shown;
  const flaky = earlier.failures.map(({ command, detail }) => ({
    command,
    kind: 'flaky' as const,
    detail: `${detail}, and passed when it was run again`,
  }));
  return { ...shown, failures: [...flaky, ...shown.failures] };
};

const unitsUpTo = (state: RunState, tree: string): AnsweredUnit[] => {
  const commits = state.fixing.group?.commits ?? [];
  const count = commits.findIndex((commit) => commit.tree === tree) + 1;
  return commits.slice(0, count).flatMap(({ unit }) => answeredUnit(state, unit) ?? []);
};

const placesAt = async (
  { engine, state }: Performing,
  tree: string,
  units: readonly AnsweredUnit[],
): Promise<Record<string, MovedPlace>> => {
  const ids = units.flatMap(({ plan }) => plan.findings);
  const findings = ids.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const { places } = await followPlaces(engine.custody, { from: state.code.verifiedHead.commit, to: tree }, findings);
  return Object.fromEntries(places);
};

/** What the tools that reported findings of these units say now. */
const withTools = async (
  performing: Performing,
  shown: Verification,
  units: readonly AnsweredUnit[],
  base: string,
): Promise<Verification> => {
  const ids = units.flatMap(({ plan }) => plan.findings);
  const reviewers = new Set(ids.flatMap((id) => watchersOf(performing.state, id)));
  const tools = await runTools(performing, reviewers, {
    touched: touchedBy(performing, units),
    base,
    tree: shown.tree,
    findings: ids,
  });
  return tools === null ? { ...shown, verdict: 'cancelled' } : { ...shown, tools };
};

const runTools = async (
  performing: Performing,
  names: ReadonlySet<string | undefined>,
  about: Touched,
): Promise<ToolResult[] | null> => {
  const { engine, state } = performing;
  const { touched, tree } = about;
  const results: ToolResult[] = [];
  for (const reviewer of toolsOf(state)) {
    if (!names.has(reviewer.name)) continue;
    const { name, format } = reviewer;
    const files = await filesFor(performing, name, tree, touched);
    const given = await realNames(performing, tree, files);
    const review =
      takesFiles(reviewer.command) && files.length === 0
        ? await nothingToLookAt()
        : await inRoom(performing, { revision: tree, what: `tool ${name}` }, (room) =>
            reviewWithTool({
              reviewer,
              files: given,
              run: room.raw,
              read: (text) =>
                engine.readToolOutput(
                  text,
                  { name, folder: toolFolder(reviewer), ...(format && { format }) },
                  room.path,
                ),
            }),
          );
    const crashed = (message: string): ToolResult => ({
      reviewer: name,
      status: 'crashed',
      message,
      counts: {},
      places: [],
    });
    if (isNoRoom(review)) {
      if (review.noRoom.cancelled) return null;
      results.push(crashed(reasonOf(review.noRoom)));
    } else if (review.status === 'cancelled') return null;
    else if (review.status === 'error') results.push(crashed(review.message));
    else {
      const result = await resultOf(performing, { ...reviewer, timeoutMs: reviewer.timeout }, review.findings, about);
      if (result === null) return null;
      results.push(result);
    }
  }
  return results;
};
