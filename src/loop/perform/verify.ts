/** Verifies trees: each in a workspace where no agent has been, prepared by the set-up commands. */
import type { RunEvent } from '../../model/event.ts';
import type { ToolResult, Verification } from '../../model/verification.ts';
import type { ProcessRequest } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import { reviewWithTool } from '../../stages/review/tool.ts';
import { runCommands } from '../../stages/verify/commands.ts';
import { readJunit } from '../../stages/verify/test-results.ts';
import { toolResult } from '../../stages/verify/tool-counts.ts';
import type { Performing } from '../engine.ts';

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
  const reviewers = new Set(unit.plan.findings.map((id) => state.findings.get(id)?.finding.reviewer));
  const touched = snapshot.files.map((file) => file.path);
  const verification = await verifyTree(performing, snapshot.tree, { reviewers, touched });
  return verification.verdict === 'cancelled' ? [] : [{ type: 'check.finished', unit: key, verification }];
};

export const performCheckHead = async (performing: Performing): Promise<RunEvent[]> => {
  const tree = performing.state.head?.tree;
  if (tree === undefined) throw new Error('there is no head to check');
  await performing.emit({ type: 'head.check.started', tree });
  const verification = await verifyTree(performing, tree);
  return verification.verdict === 'cancelled' ? [] : [{ type: 'head.checked', verification }];
};

type Extras = { asBaseline?: boolean; reviewers?: ReadonlySet<string | undefined>; touched?: readonly string[] };

export const verifyTree = async (performing: Performing, tree: string, extras: Extras = {}): Promise<Verification> => {
  const workspace = await performing.engine.custody.workspace(tree, 'verify');
  try {
    const failed = await prepare(performing, workspace, tree);
    if (failed) return failed;
    const shown = await runAll(performing, workspace, tree, extras.asBaseline ?? false);
    if (shown.verdict === 'cancelled' || !extras.reviewers) return shown;
    const tools = await runTools(performing, workspace, extras.reviewers, extras.touched ?? []);
    return tools === null ? { ...shown, verdict: 'cancelled' } : { ...shown, tools };
  } finally {
    await workspace.release();
  }
};

/** What every process of a run has in common. */
export const processOptions = (
  { state, config, engine, signal, note }: Performing,
  what: string,
): Omit<ProcessRequest, 'command' | 'cwd' | 'timeoutMs'> => ({
  marker: state.run,
  ownsFolder: true,
  signal,
  env: engine.passEnv(config.verify.env),
  onStart: (process) => note({ type: 'process.started', ...process, what }),
});

export const prepare = async (performing: Performing, workspace: Workspace, tree: string): Promise<Verification | null> => {
  const { engine, config, signal, note, state } = performing;
  if (config.verify.setup.length === 0) return null;
  const result = await engine.prepare({
    workspace,
    commands: config.verify.setup,
    timeoutMs: config.verify.timeout,
    env: engine.passEnv(config.verify.env),
    marker: state.run,
    signal,
    onProcess: (process) => note({ type: 'process.started', ...process, what: 'setup' }),
    runProcess: engine.runProcess,
  });
  if (result.ok) return null;
  const verdict = result.cancelled ? 'cancelled' : 'setup-failed';
  return {
    tree,
    verdict,
    reason: `set-up failed: ${result.reason}\n${result.output}`.trim(),
    failures: [],
    commands: [],
    tools: [],
    durationMs: 0,
  };
};

const runAll = (performing: Performing, workspace: Workspace, tree: string, asBaseline: boolean): Promise<Verification> => {
  const { engine, config, state } = performing;
  return runCommands({
    tree,
    cwd: workspace.path,
    commands: config.verify.commands,
    stopOnFailure: config.verify.stopOnFailure && !asBaseline,
    baseline: state.baseline,
    readJunit: async () => {
      const files = await engine.readFiles(workspace.path, config.verify.junit);
      return files.length === 0 ? null : files.flatMap((text) => readJunit(text) ?? []);
    },
    process: { ...processOptions(performing, 'verify'), timeoutMs: config.verify.timeout },
    runProcess: engine.runProcess,
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
  for (const reviewer of config.reviewers.filter((candidate) => names.has(candidate.name))) {
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
    else results.push({ reviewer: reviewer.name, status: 'crashed', message: review.message, counts: {}, places: [] });
  }
  return results;
};
