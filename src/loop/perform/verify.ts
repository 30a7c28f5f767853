/** Verifies trees: each in a workspace where no agent has been, prepared by the set-up commands. */
import type { RunEvent } from '../../model/event.ts';
import type { ToolResult, Verification } from '../../model/verification.ts';
import type { Workspace } from '../../ports/repo.ts';
import { reviewWithTool } from '../../stages/review/tool.ts';
import { runCommands } from '../../stages/verify/commands.ts';
import { readJunit } from '../../stages/verify/test-results.ts';
import { toolResult } from '../../stages/verify/tool-counts.ts';
import { runHooks } from './hooks.ts';
import { prepare, processOptions, redacting } from './workspace.ts';
import type { Performing } from '../engine.ts';
import { reviewersIn } from '../state.ts';

export const performBaseline = async (performing: Performing): Promise<RunEvent[]> => {
  const { start } = performing.engine.custody;
  await performing.emit({ type: 'baseline.started' });
  const verification = await verifyTree(performing, start.tree, { asBaseline: true });
  return verification.verdict === 'cancelled' ? [] : [{ type: 'baseline.finished', verification }];
};

export const performCheck = async (performing: Performing, key: string): Promise<RunEvent[]> => {
  const { state } = performing;
  const unit = state.units.get(key);
  const snapshot = unit?.answer?.snapshot;
  if (!unit || !snapshot) throw new Error(`unit ${key} has nothing to check`);
  await performing.emit({ type: 'check.started', unit: key });
  const reviewers = new Set(unit.plan.findings.flatMap((id) => reviewersIn(state, id)));
  // A fix may lie elsewhere: what the tool says of the finding's own file counts all the same.
  const named = unit.plan.findings.flatMap((id) => state.findings.get(id)?.finding.file ?? []);
  const touched = [...new Set([...named, ...snapshot.files.map((file) => file.path)])];
  const verification = await verifyTree(performing, snapshot.tree, { unit: key, reviewers, touched });
  return verification.verdict === 'cancelled' ? [] : [{ type: 'check.finished', unit: key, verification }];
};

export const performCheckHead = async (performing: Performing): Promise<RunEvent[]> => {
  const tree = performing.state.head?.tree;
  if (tree === undefined) throw new Error('there is no head to check');
  await performing.emit({ type: 'head.check.started', tree });
  const verification = await verifyTree(performing, tree);
  return verification.verdict === 'cancelled' ? [] : [{ type: 'head.checked', verification }];
};

type Extras = { asBaseline?: boolean; unit?: string; reviewers?: ReadonlySet<string | undefined>; touched?: readonly string[] };

export const verifyTree = async (performing: Performing, tree: string, extras: Extras = {}): Promise<Verification> => {
  const workspace = await performing.engine.custody.workspace(tree, 'verify');
  try {
    const failed = await prepare(performing, workspace, tree);
    if (failed) return failed;
    const shown = await runAll(performing, workspace, tree, extras.asBaseline ?? false);
    if (shown.verdict === 'cancelled' || !extras.reviewers) return shown;
    const refused = extras.unit === undefined ? null : await runHooks(performing, workspace, extras.unit);
    if (refused) return { ...shown, ...refused, commands: [...shown.commands, ...refused.commands] };
    const tools = await runTools(performing, workspace, extras.reviewers, extras.touched ?? []);
    return tools === null ? { ...shown, verdict: 'cancelled' } : { ...shown, tools };
  } finally {
    await workspace.release();
  }
};

const runAll = (performing: Performing, workspace: Workspace, tree: string, asBaseline: boolean): Promise<Verification> => {
  const { engine, config, state } = performing;
  return runCommands({
    tree,
    cwd: workspace.path,
    commands: config.verify.commands,
    stopOnFailure: config.verify.stopOnFailure && !asBaseline,
    baseline: state.baseline,
    readJunit: async (sinceMs) => {
      const files = await engine.readFiles(workspace.path, config.verify.junit, sinceMs);
      const suites = files.map((text) => readJunit(engine.redact(text), workspace.path));
      // A file that cannot be read may hide a failure: then nothing is known about single tests.
      return suites.length === 0 || suites.includes(null) ? null : suites.flatMap((suite) => suite ?? []);
    },
    process: { ...processOptions(performing, 'verify'), timeoutMs: config.verify.timeout },
    runProcess: redacting(engine),
  });
};

const runTools = async (
  performing: Performing,
  workspace: Workspace,
  names: ReadonlySet<string | undefined>,
  touched: readonly string[],
): Promise<ToolResult[] | null> => {
  const { engine, config } = performing;
  const results: ToolResult[] = [];
  for (const reviewer of config.reviewers.filter((candidate) => candidate.kind === 'tool')) {
    if (!names.has(reviewer.name)) continue;
    const review = await reviewWithTool({
      reviewer,
      cwd: workspace.path,
      files: touched,
      process: processOptions(performing, `tool ${reviewer.name}`),
      runProcess: engine.runProcess,
      read: (text) =>
        engine.readToolOutput(text, { name: reviewer.name, ...(reviewer.format && { format: reviewer.format }) }, workspace.path),
    });
    if (review.status === 'cancelled') return null;
    if (review.status === 'ran') results.push(toolResult(reviewer.name, review.findings, touched));
    else results.push({ reviewer: reviewer.name, status: 'crashed', message: engine.redact(review.message), counts: {}, places: [] });
  }
  return results;
};
