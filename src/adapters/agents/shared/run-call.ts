/** Runs the program of one call, in the cage where there is one, until it ends or has said its last word. */
import { given } from '../../../plain/given.ts';
import type { AgentAccess, AgentHooks, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome, ProcessRequest, RunProcess } from '../../../ports/process.ts';
import type { Layer } from '../../../ports/sandbox.ts';
import type { CliCall } from './driver.ts';

/** What a call is started in, when there is a cage for it. */
export type Cage = (request: {
  command: string | readonly string[];
  workspace: string;
  scratch: string;
  needs: CliCall['needs'];
  access: AgentAccess;
  layer?: Layer | undefined;
}) => Promise<{
  command: string | readonly string[];
  env: Readonly<Record<string, string>>;
  dispose: () => Promise<void>;
}>;

export type ProgramCall = {
  command: string | readonly string[];
  needs: CliCall['needs'];
  env: Readonly<Record<string, string>>;
  keepBytes: number;
  streams: Pick<ProcessRequest, 'stdin' | 'converse' | 'onStdout' | 'onStderr'>;
  /** Nothing that matters can follow: it is ended as if it had ended by itself. */
  enough?: AbortSignal;
};

type Runner = { runProcess: RunProcess; cage?: Cage | undefined };

export const runCall = async (
  { runProcess, cage }: Runner,
  request: AgentRequest,
  hooks: AgentHooks,
  call: ProgramCall,
): Promise<ProcessOutcome> => {
  const { command, needs } = call;
  const { workspace, scratch, access, layer } = request;
  const caged = await cage?.({ command, workspace, scratch, access, needs, layer });
  try {
    const env = { ...call.env, ...caged?.env };
    const options = processOptions(request, hooks, call);
    const outcome = await runProcess({ ...options, command: caged?.command ?? command, env });
    return isOurEnd(outcome, hooks) ? { ...outcome, status: 'exited', exitCode: null } : outcome;
  } finally {
    await caged?.dispose();
  }
};

/** What was ended after its last word has ended by itself, as far as its result goes. */
const isOurEnd = ({ status }: ProcessOutcome, { signal }: AgentHooks): boolean =>
  status === 'cancelled' && !signal.aborted;

const processOptions = (
  { workspace, limits, input }: AgentRequest,
  { signal, onProcess }: AgentHooks,
  { streams, keepBytes, enough }: ProgramCall,
): Omit<ProcessRequest, 'command'> => ({
  ...streams,
  cwd: workspace,
  ownsFolder: true,
  timeoutMs: limits.timeoutMs,
  keepBytes,
  ...given({ idleMs: limits.idleMs, onStart: onProcess }),
  marker: input.run,
  signal: enough === undefined ? signal : AbortSignal.any([signal, enough]),
});
