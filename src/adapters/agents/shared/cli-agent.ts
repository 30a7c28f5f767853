/** An agent that is a command line of its own: started for each call, read line by line, ended whatever happens. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from '../../../model/answer.ts';
import type { Agent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ProcessOutcome, RunProcess } from '../../../ports/process.ts';
import { combineAnswers, withAnswerWay } from './answer.ts';
import type { AnswerTools, CliCall, CliDriver, CliPlace, CliReader, CliReading } from './driver.ts';
import { endedByUs } from './ended-by-us.ts';
import { notCalled } from './failed-call.ts';
import { splitLines } from './lines.ts';
import { type Cage, runCall } from './run-call.ts';
import { openTranscript, type Transcript } from './transcript.ts';
import { given } from '../../../plain/given.ts';

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
      return await run(name, driver, options, withAnswerWay(request), hooks);
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
  const call = driver.call(request, placeOf(options, request));
  furnish(request.scratch, { 'input.json': JSON.stringify(request.input), ...call.files }, call.links ?? {});
  const reader = driver.reader(request);
  const transcript = openTranscript();
  const process = await start({ options, request, hooks, call, reader, transcript });
  const read = reader.end(process);
  // What came to its end before we ended it counts; a failure in between may be our own doing.
  const reading = read.outcome === 'ok' ? read : { ...read, ...endedByUs(name, request.limits, process) };
  const { stderr = process.stderr, ...result } = await toResult(options, request, reading);
  return {
    ...result,
    ...(isSilent(reading) && { message: `${name} failed and did not say why` }),
    transcript: transcript.text(stderr),
    problems: [...(call.problems ?? []), ...result.problems],
  };
};

const placeOf = (options: CliOptions, request: AgentRequest): CliPlace => ({
  tools: request.answerBy === 'tools' ? options.answerTools(request.scratch) : null,
  environment: options.environment,
  caged: options.cage !== undefined,
  ...given({ model: options.model }),
});

const isSilent = ({ outcome, message = '' }: CliReading): boolean => outcome !== 'ok' && message.trim() === '';

/** With what was reported through our tools. */
const toResult = async (options: CliOptions, request: AgentRequest, reading: CliReading) => {
  const reported = options.readReported(request.scratch);
  const { structured, problems, ...rest } = reading;
  const { role } = request;
  return {
    ...rest,
    answer: await combineAnswers({ role, reported: reported.outcomes, structured, text: reading.text }),
    problems: [...problems, ...(reported.problem === undefined ? [] : [reported.problem])],
  };
};

type ByPath = Readonly<Record<string, string>>;

const furnish = (scratch: string, files: ByPath, links: ByPath): void => {
  const fileAt = (path: string): string => {
    const file = join(scratch, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(fileAt(path), text, { mode: 0o600 });
  for (const [path, target] of Object.entries(links)) {
    if (!existsSync(target)) mkdirSync(target, { recursive: true });
    symlinkSync(target, fileAt(path));
  }
};

type Started = {
  options: CliOptions;
  request: AgentRequest;
  hooks: AgentHooks;
  call: CliCall;
  reader: CliReader;
  transcript: Transcript;
};

const start = async ({ options, request, hooks, call, reader, transcript }: Started): Promise<ProcessOutcome> => {
  const enough = new AbortController();
  let lastMoments: NodeJS.Timeout | undefined;
  const lines = splitLines((line) => {
    for (const event of reader.line(line)) {
      transcript.add(event);
      hooks.onEvent?.(event);
    }
    if (reader.isOver()) lastMoments ??= setTimeout(() => enough.abort(), lastMomentsMs);
  });
  try {
    const outcome = await runCall(options, request, hooks, {
      command: [...options.program, ...call.args],
      needs: call.needs,
      env: { ...options.environment, ...call.env },
      keepBytes,
      streams: { ...given({ stdin: call.stdin }), onStdout: lines.write },
      enough: enough.signal,
    });
    lines.end();
    return outcome;
  } finally {
    clearTimeout(lastMoments);
  }
};
