/** Any agent that speaks the Agent Client Protocol: a conversation with a program, one turn for each call. */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUsage } from '../../../model/attempt.ts';
import type { Agent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { converse, type Conversation } from './client.ts';
import { ofTools, type Turn } from './conversation.ts';
import { retrySign } from './failure.ts';
import { surroundings } from './surroundings.ts';
import { usageOf } from './updates.ts';
import { toolsWereListed } from '../answering/answer-tools.ts';
import { combineAnswers } from '../shared/answer.ts';
import { notCalled } from '../shared/failed-call.ts';
import { findProgram } from '../found/find-agents.ts';
import { findOpencodeCode, startsOpencode, wouldRunPlugins } from '../opencode/repository.ts';
import { withOwnWay } from '../shared/own-way.ts';
import type { CliOptions } from '../shared/cli-agent.ts';
import type { CliCall } from '../shared/driver.ts';
import { endedByUs } from '../shared/ended-by-us.ts';
import { classifyFailure, statusIn } from '../shared/failure.ts';
import { splitLines } from '../shared/lines.ts';
import { openTranscript, type Transcript } from '../shared/transcript.ts';
import { cutEnd } from '../../../plain/cut.ts';

export type AcpOptions = CliOptions & {
  /** What it needs in a cage; nothing is known about it here. */
  needs: CliCall['needs'];
};

/** What an agent gets to end by itself once its input is closed; some never do. */
const lastMomentsMs = 700;
const keepBytes = 256 * 1024;
const longestWarning = 16 * 1024;

export const acpAgent = (name: string, options: AcpOptions): Agent => ({
  name,
  run: async (request, hooks) => {
    try {
      return await run(name, options, withOwnWay(request), hooks);
    } catch (error) {
      return notCalled(name, error);
    }
  },
});

/**
 * Only what is known to load code from the folder that it works in can be refused there; others are held by the
 * sandbox.
 */
const refuseCodeOf = (program: readonly string[], workspace: string): void => {
  const found = findProgram(program[0] ?? '', process.env['PATH'] ?? '', workspace);
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
  refuseCodeOf(options.program, request.workspace);
  writeFileSync(join(request.scratch, 'input.json'), JSON.stringify(request.input), { mode: 0o600 });
  const tools = request.answerBy === 'tools' ? options.answerTools(request.scratch) : null;
  const transcript = openTranscript();
  const conversation = converse(request, tools, options.model, (event) => {
    transcript.add(event);
    hooks.onEvent?.(event);
  });
  const { process, gaveUp } = await start(options, request, hooks, conversation);
  const turn = await conversation.turn();
  const last = gaveUp === null || turn?.outcome === 'ok' ? turn : { problems: [], ...turn, ...gaveUp };
  return toResult({ name, options, request, process, turn: last, conversation, transcript });
};

const start = async (
  options: AcpOptions,
  request: AgentRequest,
  hooks: AgentHooks,
  conversation: Conversation,
): Promise<{ process: ProcessOutcome; gaveUp: ReturnType<typeof retrySign> }> => {
  const enough = new AbortController();
  let lastMoments: NodeJS.Timeout | undefined;
  let gaveUp: ReturnType<typeof retrySign> = null;
  const lines = splitLines(conversation.line);
  const warnings = splitLines((line) => {
    gaveUp ??= retrySign(line);
    if (gaveUp !== null) enough.abort();
  }, longestWarning);
  const { workspace, scratch, access, limits } = request;
  const caged = await options.cage?.({
    command: options.program,
    workspace,
    scratch,
    needs: options.needs,
    access,
    layer: request.layer,
  });
  try {
    const outcome = await options.runProcess({
      command: caged?.command ?? options.program,
      env: { ...surroundings(request), ...options.environment, ...caged?.env },
      cwd: workspace,
      ownsFolder: true,
      timeoutMs: limits.timeoutMs,
      ...(limits.idleMs !== undefined && { idleMs: limits.idleMs }),
      keepBytes,
      ...(hooks.onProcess !== undefined && { onStart: hooks.onProcess }),
      marker: request.input.run,
      signal: AbortSignal.any([hooks.signal, enough.signal]),
      converse: (input) =>
        conversation.begin(input, () => {
          input.end();
          lastMoments = setTimeout(() => enough.abort(), lastMomentsMs);
        }),
      onStdout: lines.write,
      onStderr: warnings.write,
    });
    lines.end();
    // What was ended after its last word has ended by itself, as far as its result goes.
    const isOurs = outcome.status === 'cancelled' && !hooks.signal.aborted;
    return { process: isOurs ? { ...outcome, status: 'exited', exitCode: null } : outcome, gaveUp };
  } finally {
    conversation.close();
    clearTimeout(lastMoments);
    await caged?.dispose();
  }
};

type Ended = {
  name: string;
  options: AcpOptions;
  request: AgentRequest;
  process: ProcessOutcome;
  turn: Turn | null;
  conversation: Conversation;
  transcript: Transcript;
};

const toResult = async ({
  name,
  options,
  request,
  process,
  turn,
  conversation,
  transcript,
}: Ended): Promise<AgentResult> => {
  const { reading, denials } = conversation;
  const usage = usageOf(turn?.done, reading.sessionUsd(), turn?.session?.isOld === true ? request.session : undefined);
  const reported = options.readReported(request.scratch);
  const knowsTools =
    toolsWereListed(request.scratch) || turn?.problems.some((problem) => problem.includes(ofTools)) === true;
  const unlisted =
    request.answerBy === 'tools' && turn?.outcome === 'ok' && !knowsTools ? [`has not started ${ofTools}`] : [];
  return {
    ...verdict(name, process, turn),
    answer: await combineAnswers({
      role: request.role,
      reported: reported.outcomes,
      structured: undefined,
      text: reading.text(),
    }),
    text: reading.text(),
    transcript: transcript.text(process.stderr),
    ...(turn?.session !== undefined && {
      session: { id: turn.session.id, used: turn.session.isOld ? addUsage(request.session?.used ?? {}, usage) : usage },
    }),
    usage,
    denials: [...denials, ...reading.denials()],
    problems: [...(turn?.problems ?? []), ...unlisted, ...(reported.problem === undefined ? [] : [reported.problem])],
  };
};

/** An end that it came to by itself counts before everything that we did to it; any other only when we did nothing. */
const verdict = (
  name: string,
  process: ProcessOutcome,
  turn: Turn | null,
): Pick<AgentResult, 'outcome' | 'message' | 'retryAfterMs'> => {
  if (turn === null || turn.outcome === null) return { ...diedEarly(process), ...endedByUs(name, process) };
  const { outcome, message, retryAfterMs } = turn;
  return {
    outcome,
    ...(message !== undefined && { message }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(outcome !== 'ok' && endedByUs(name, process)),
  };
};

const diedEarly = ({ exitCode, signal, stderr }: ProcessOutcome): Pick<AgentResult, 'outcome' | 'message'> => {
  const said = cutEnd(stderr.trim().split('\n').at(-1) ?? '', 500);
  const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : `killed by ${signal}`;
  return {
    outcome: classifyFailure(statusIn(said), said).outcome,
    message: `ended before its turn was over, ${how}${said === '' ? '' : `: ${said}`}`,
  };
};
