/** Verifies trees: each proof in a clean room of its own, and so is every repetition, target, tool and hook. */
import type { RunEvent } from '../../../model/event.ts';
import type { ToolResult, Verification } from '../../../model/verification.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { reviewWithTool, toolFolder } from '../../../stages/review/tool.ts';
import { runProof } from './run-proof.ts';
import { runHooks } from './hooks.ts';
import { filesFor, nothingToLookAt, realNames, resultOf, takesFiles, touchedBy } from './look-with.ts';
import { proofRoom } from './proof-room.ts';
import { inRoom, isNoRoom, reasonOf, withoutRoom } from './room.ts';
import { runTargets } from './run-targets.ts';
import type { Performing } from '../../engine.ts';
import { baselineNow } from '../../state/baseline-now.ts';
import { answeredUnit } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { toolsOf, watchersOf } from '../../decide/gates/watching.ts';

export const performCheck = async (performing: Performing, key: string): Promise<RunEvent[]> => {
  const { state } = performing;
  const unit = answeredUnit(state, key);
  const snapshot = unit?.answer.snapshot;
  if (!snapshot) throw new Error(`unit ${key} has nothing to check`);
  await performing.emit({ type: 'check.started', unit: key });
  const own = await runTargets(performing, snapshot.tree, unit);
  // For a fix that fails the check of its own file nothing else is run.
  const verification = isAcceptable(own, state.config)
    ? behindTargets(own, await verifyTree(performing, snapshot.tree, await extrasFor(performing, unit)))
    : own;
  return verification.verdict === 'cancelled' ? [] : [{ type: 'check.finished', unit: key, verification }];
};

const extrasFor = async (performing: Performing, unit: AnsweredUnit): Promise<Extras> => ({
  unit: unit.plan.unit,
  reviewers: new Set(unit.plan.findings.flatMap((id) => watchersOf(performing.state, id))),
  touched: await touchedBy(performing, unit),
});

/** Where nothing else was run, theirs is the verdict. */
const behindTargets = (own: Verification, rest: Verification): Verification => ({
  ...(rest.verdict === 'none' && own.verdict !== 'none' ? { ...own, tools: rest.tools } : rest),
  failures: [...own.failures, ...rest.failures],
  commands: [...own.commands, ...rest.commands],
  durationMs: own.durationMs + rest.durationMs,
});

export const performCheckHead = async (performing: Performing): Promise<RunEvent[]> => {
  const { tree } = performing.state.code.head;
  await performing.emit({ type: 'head.check.started', tree });
  const verification = await verifyTree(performing, tree);
  return verification.verdict === 'cancelled' ? [] : [{ type: 'head.checked', verification }];
};

type Extras = { unit?: string; reviewers?: ReadonlySet<string | undefined>; touched?: readonly string[] };

export const verifyTree = async (performing: Performing, tree: string, extras: Extras = {}): Promise<Verification> => {
  const shown = await proveTree(performing, tree);
  if (shown.verdict === 'cancelled' || !extras.reviewers) return shown;
  const refused = extras.unit === undefined ? null : await runHooks(performing, tree, extras.unit);
  if (refused) return { ...shown, ...refused, commands: [...shown.commands, ...refused.commands] };
  const tools = await runTools(performing, tree, extras.reviewers, extras.touched ?? []);
  return tools === null ? { ...shown, verdict: 'cancelled' } : { ...shown, tools };
};

export type ProofOptions = {
  asBaseline?: boolean;
  /** Without the cage, though there is one. */
  outside?: boolean;
  /** Files that are given another text first. */
  broken?: { files: readonly string[]; text: string };
};

/** The verification commands alone. */
export const proveTree = (performing: Performing, tree: string, options: ProofOptions = {}): Promise<Verification> => {
  const { state } = performing;
  const { verify } = state.config;
  const { asBaseline = false, outside = false, broken } = options;
  return runProof({
    tree,
    commands: verify.commands,
    stopOnFailure: verify.stopOnFailure && !asBaseline,
    timeoutMs: verify.timeout,
    baseline: baselineNow(state),
    inRoom: async (use) => {
      const result = await inRoom(performing, { revision: tree, what: 'verify', outside }, async (room, setup) => {
        for (const file of await realNames(performing, tree, broken?.files ?? []))
          await room.write(file, broken?.text ?? '');
        return {
          ...(await use(proofRoom(performing, room))),
          ...(room.caged && { caged: true }),
          ...(setup && { setup }),
        };
      });
      return isNoRoom(result) ? withoutRoom(tree, result) : result;
    },
  });
};

const runTools = async (
  performing: Performing,
  tree: string,
  names: ReadonlySet<string | undefined>,
  touched: readonly string[],
): Promise<ToolResult[] | null> => {
  const { engine, state } = performing;
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
      const result = await resultOf(performing, { ...reviewer, timeoutMs: reviewer.timeout }, review.findings, touched);
      if (result === null) return null;
      results.push(result);
    }
  }
  return results;
};
