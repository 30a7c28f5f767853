/** Runs the user's own commit hooks as a gate (requirement 8.3): they may refuse a patch, not change it. */
import { join } from 'node:path';
import type { CommandResult, Verification } from '../../model/verification.ts';
import type { Workspace } from '../../ports/repo.ts';
import { describe, runOne } from '../../stages/verify/commands.ts';
import type { Performing } from '../engine.ts';
import { currentCycle } from '../state.ts';
import { messageFor } from './integrate.ts';
import { processOptions, redacting } from './workspace.ts';

type Refusal = Pick<Verification, 'verdict' | 'reason' | 'commands'>;

export const runHooks = async (performing: Performing, workspace: Workspace, key: string): Promise<Refusal | null> => {
  const { engine, state, config } = performing;
  const unit = state.units.get(key);
  const base = currentCycle(state)?.step?.base;
  if (!config.commit.hooks || !unit || base === undefined) return null;
  const folder = engine.custody.hooks(workspace, base);
  if (folder === null) return null;
  const scratch = await engine.scratch();
  try {
    const message = join(scratch.path, 'COMMIT_EDITMSG');
    await engine.writeText(message, messageFor(unit, state));
    return (
      (await runHook(performing, workspace, join(folder, 'pre-commit'))) ??
      (await runHook(performing, workspace, join(folder, 'commit-msg'), message))
    );
  } finally {
    await scratch.remove();
  }
};

const runHook = async (performing: Performing, workspace: Workspace, hook: string, ...args: string[]): Promise<Refusal | null> => {
  const { engine, config } = performing;
  if (!(await engine.isProgram(hook))) return null;
  const name = `${hook.slice(hook.lastIndexOf('/') + 1)} hook`;
  const options = processOptions(performing, name);
  const env = { ...options.env, GIT_INDEX_FILE: join(workspace.path, '.git', 'index') };
  const ran = await runOne([hook, ...args], {
    cwd: workspace.path,
    process: { ...options, env, timeoutMs: config.verify.timeout },
    runProcess: redacting(engine),
    readJunit: () => Promise.resolve(null),
  });
  return refusalOf({ ...ran, command: name, hook: true });
};

const refusalOf = (result: CommandResult): Refusal | null => {
  if (result.status === 'passed') return null;
  if (result.status === 'cancelled') return { verdict: 'cancelled', commands: [] };
  const said = (result.stderr.trim() || result.stdout.trim()).slice(-2_000);
  return { verdict: 'failed', reason: `your ${describe(result)}: ${said}`, commands: [result] };
};
