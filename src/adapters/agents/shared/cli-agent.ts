/** An agent that is a command line of its own: started for each call, read line by line, ended whatever happens. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from '../../../model/answer.ts';
import type { Agent, AgentAccess, AgentEvent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ProcessOutcome, ProcessRequest, RunProcess } from '../../../ports/process.ts';
import type { Layer } from '../../../ports/sandbox.ts';
import { notCalled } from './failed-call.ts';
import { withOwnWay } from './own-way.ts';
import { combineAnswers } from './answer.ts';
import type { AnswerTools, CliCall, CliDriver, CliReader } from './driver.ts';
import { splitLines } from './lines.ts';
import { endedByUs } from './ended-by-us.ts';
import { openTranscript, type Transcript } from './transcript.ts';

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

export type CliOptions = {
  runProcess: RunProcess;
  /** How it is started: the program, and what always follows it. */
  program: readonly string[];
  model?: string | undefined;
  /** Variables of the user's environment that it gets. */
  environment: Readonly<Record<string, string>>;
  answerTools: (folder: string) => AnswerTools;
  readReported: (folder: string) => { outcomes: Outcome[]; problem?: string };
  cage?: Cage | undefined;
};

/** What a program that has said its last word gets to end by itself. */
const lastMomentsMs = 2_000;
const keepBytes = 256 * 1024;

export const cliAgent = (name: string, driver: CliDriver, options: CliOptions): Agent => ({
  name,
  run: async (request, hooks) => {
    try {
      return await run(name, driver, options, withOwnWay(request), hooks);
    } catch (error) {
      return notCalled(name, error);
    }
  },
});

const run = async (
  name: string,
  driver: CliDriver,
  options: CliOptions,
  request: AgentRequest,
  hooks: AgentHooks,
): Promise<AgentResult> => {
  const tools = request.answerBy === 'tools' ? options.answerTools(request.scratch) : null;
  const call = driver.call(request, {
    tools,
    environment: options.environment,
    caged: options.cage !== undefined,
    ...(options.model !== undefined && { model: options.model }),
  });
  furnish(request.scratch, { 'input.json': JSON.stringify(request.input), ...call.files }, call.links ?? {});
  const reader = driver.reader(request);
  const transcript = openTranscript();
  const process = await start(options, request, hooks, call, reader, transcript);
  const read = reader.end(process);
  // What came to its end before we ended it counts; a failure in between may be our own doing.
  const reading = read.outcome === 'ok' ? read : { ...read, ...endedByUs(name, process) };
  const reported = options.readReported(request.scratch);
  const { structured, problems, stderr = process.stderr, ...rest } = reading;
  const isSilent = reading.outcome !== 'ok' && (reading.message ?? '').trim() === '';
  return {
    ...rest,
    ...(isSilent && { message: `${name} failed and did not say why` }),
    answer: await combineAnswers({ role: request.role, reported: reported.outcomes, structured, text: reading.text }),
    transcript: transcript.text(stderr),
    problems: [...(call.problems ?? []), ...problems, ...(reported.problem === undefined ? [] : [reported.problem])],
  };
};

type ByPath = Readonly<Record<string, string>>;

const furnish = (scratch: string, files: ByPath, links: ByPath): void => {
  const placeOf = (path: string): string => {
    const place = join(scratch, path);
    mkdirSync(dirname(place), { recursive: true });
    return place;
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(placeOf(path), text, { mode: 0o600 });
  for (const [path, target] of Object.entries(links)) {
    if (!existsSync(target)) mkdirSync(target, { recursive: true });
    symlinkSync(target, placeOf(path));
  }
};

const start = async (
  options: CliOptions,
  request: AgentRequest,
  hooks: AgentHooks,
  call: CliCall,
  reader: CliReader,
  transcript: Transcript,
): Promise<ProcessOutcome> => {
  const enough = new AbortController();
  let lastMoments: NodeJS.Timeout | undefined;
  const show = (event: AgentEvent): void => {
    transcript.add(event);
    hooks.onEvent?.(event);
  };
  const lines = splitLines((line) => {
    for (const event of reader.line(line)) show(event);
    if (reader.isOver()) lastMoments ??= setTimeout(() => enough.abort(), lastMomentsMs);
  });
  const command = [...options.program, ...call.args];
  const { workspace, scratch, access, layer } = request;
  const caged = await options.cage?.({ command, workspace, scratch, needs: call.needs, access, layer });
  try {
    const outcome = await options.runProcess({
      ...processOptions(request, hooks),
      command: caged?.command ?? command,
      env: { ...options.environment, ...call.env, ...caged?.env },
      ...(call.stdin !== undefined && { stdin: call.stdin }),
      signal: AbortSignal.any([hooks.signal, enough.signal]),
      onStdout: lines.write,
    });
    lines.end();
    // What was ended after its last word has ended by itself, as far as its result goes.
    return outcome.status === 'cancelled' && !hooks.signal.aborted
      ? { ...outcome, status: 'exited', exitCode: null }
      : outcome;
  } finally {
    clearTimeout(lastMoments);
    await caged?.dispose();
  }
};

const processOptions = (request: AgentRequest, hooks: AgentHooks): Omit<ProcessRequest, 'command'> => ({
  cwd: request.workspace,
  ownsFolder: true,
  timeoutMs: request.limits.timeoutMs,
  ...(request.limits.idleMs !== undefined && { idleMs: request.limits.idleMs }),
  keepBytes,
  ...(hooks.onProcess !== undefined && { onStart: hooks.onProcess }),
  marker: request.input.run,
});
