/** Any agent that speaks the Agent Client Protocol: a conversation with a program, one turn for each call. */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ProcessInput, ProcessOutcome } from '../../../ports/process.ts';
import { findProgram } from '../found/find-program.ts';
import { findOpencodeCode, startsOpencode, wouldRunPlugins } from '../opencode/repository.ts';
import { withAnswerWay } from '../shared/answer.ts';
import type { CliOptions } from '../shared/cli-agent.ts';
import type { CliCall } from '../shared/driver.ts';
import { notCalled } from '../shared/failed-call.ts';
import { splitLines } from '../shared/lines.ts';
import { runCall } from '../shared/run-call.ts';
import { openTranscript } from '../shared/transcript.ts';
import { Client } from './client.ts';
import { retrySign } from './failure.ts';
import { environmentFor } from './known-agents.ts';
import { toResult } from './result.ts';

export type AcpOptions = CliOptions & {
  /** What it needs in a cage; nothing is known about it here. */
  needs: CliCall['needs'];
  /** Where its program is looked for: a PATH. */
  searchPath: string;
};

/** What an agent gets to end by itself once its input is closed; some never do. */
const lastMomentsMs = 700;
const keepBytes = 256 * 1024;
const longestWarning = 16 * 1024;

export const acpAgent = (name: string, options: AcpOptions): Agent => ({
  name,
  run: async (request, hooks) => {
    try {
      return await run(name, options, withAnswerWay(request), hooks);
    } catch (error) {
      return notCalled(name, error);
    }
  },
});

/**
 * Only what is known to load code from the folder that it works in can be refused there; others are held by the
 * sandbox.
 */
const refuseCodeOf = ({ program, searchPath }: AcpOptions, workspace: string): void => {
  const found = findProgram(program[0] ?? '', searchPath, workspace);
  if (!startsOpencode(program, found === null ? null : realpathSync(found))) return;
  const code = findOpencodeCode(workspace);
  if (code !== null) throw wouldRunPlugins(code);
};

const run = async (
  name: string,
  options: AcpOptions,
  request: AgentRequest,
  hooks: AgentHooks,
): Promise<AgentResult> => {
  refuseCodeOf(options, request.workspace);
  writeFileSync(join(request.scratch, 'input.json'), JSON.stringify(request.input), { mode: 0o600 });
  const tools = request.answerBy === 'tools' ? options.answerTools(request.scratch) : null;
  const transcript = openTranscript();
  const client = new Client(request, tools, (event) => {
    transcript.add(event);
    hooks.onEvent?.(event);
  });
  const { process, gaveUp } = await start(options, request, hooks, client);
  const turn = await client.turn();
  const last = gaveUp === null || turn?.outcome === 'ok' ? turn : { problems: [], ...turn, ...gaveUp };
  return toResult({
    name,
    request,
    reported: options.readReported(request.scratch),
    process,
    turn: last,
    client,
    transcript,
  });
};

type RetrySign = ReturnType<typeof retrySign>;

/** Ends the program when it has said its last word, or goes on trying by itself. */
class LastMoments {
  readonly #enough = new AbortController();
  readonly signal = this.#enough.signal;
  #timer: NodeJS.Timeout | undefined;
  gaveUp: RetrySign = null;

  begin(): void {
    this.#timer = setTimeout(() => this.#enough.abort(), lastMomentsMs);
  }

  /** One line of standard error. */
  see(line: string): void {
    this.gaveUp ??= retrySign(line);
    if (this.gaveUp !== null) this.#enough.abort();
  }

  over(): void {
    clearTimeout(this.#timer);
  }
}

const start = async (
  options: AcpOptions,
  request: AgentRequest,
  hooks: AgentHooks,
  client: Client,
): Promise<{ process: ProcessOutcome; gaveUp: RetrySign }> => {
  const moments = new LastMoments();
  const lines = splitLines((line) => client.receive(line));
  const warnings = splitLines((line) => moments.see(line), longestWarning);
  const talk = (input: ProcessInput): void =>
    client.begin(input, options.model, () => {
      input.end();
      moments.begin();
    });
  try {
    const process = await runCall(options, request, hooks, {
      command: options.program,
      needs: options.needs,
      env: { ...environmentFor(request), ...options.environment },
      keepBytes,
      streams: { converse: talk, onStdout: lines.write, onStderr: warnings.write },
      enough: moments.signal,
    });
    lines.end();
    return { process, gaveUp: moments.gaveUp };
  } finally {
    client.close();
    moments.over();
  }
};
