/** What running anything in a workspace has in common: the options of a process, and the set-up. */
import type { Verification } from '../../model/verification.ts';
import type { ProcessRequest, RunProcess } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import type { Engine, Performing } from '../engine.ts';

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

/** What a command prints is kept and shown to agents: secrets are taken out before anything is cut off. */
export const redacting =
  ({ runProcess, redact }: Engine): RunProcess =>
  async (request) => {
    const outcome = await runProcess(request);
    return { ...outcome, stdout: redact(outcome.stdout), stderr: redact(outcome.stderr) };
  };

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
    runProcess: redacting(engine),
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
