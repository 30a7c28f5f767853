/** Runs one program to its end: limits, kept output, and no descendant left when it resolves. */
import type { ChildProcess } from 'node:child_process';
import type { ProcessOutcome, ProcessRequest, RunProcess } from '../../ports/process.ts';
import { given } from '../../plain/given.ts';
import { activeSessions, findLeftovers, type Root } from './descendants.ts';
import { defaultGraceMs, endAll, send } from './end.ts';
import { allowedEnvironment, type Environment } from './environment.ts';
import { ownIdentity, startTimeOfEntry } from './identity.ts';
import { openInput } from './input.ts';
import { Limits } from './limits.ts';
import { OutputReader } from './output-reader.ts';
import { readEntry, type ProcessEntry } from './process-table.ts';
import { describeStartError, startProgram } from './start.ts';

type Settings = { graceMs: number; drainMs: number; environment: () => Environment };
type Exit = { exitCode: number | null; signal: string | null } | { error: string };

let started = 0;
let isWatchingExit = false;

/** Should we end while programs run, by a bug or on purpose, they end with us. */
const endWithUs = (): void => {
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.once('exit', () => {
    for (const session of activeSessions) send(-session, 'SIGKILL');
  });
};

/** `graceMs`: between asking and killing. `drainMs`: for output still under way after the end. */
export const createRunProcess = (
  options: { graceMs?: number; drainMs?: number; environment?: Readonly<Record<string, string | undefined>> } = {},
): RunProcess => {
  let base: Environment | undefined;
  const environment = (): Environment => (base ??= allowedEnvironment(options.environment ?? process.env));
  const settings: Settings = {
    graceMs: options.graceMs ?? defaultGraceMs,
    drainMs: options.drainMs ?? 150,
    environment,
  };
  return (request) => run(request, settings);
};

export const runProcess: RunProcess = createRunProcess();

const run = async (request: ProcessRequest, settings: Settings): Promise<ProcessOutcome> => {
  const begin = performance.now();
  const reader = new OutputReader(request);
  const end = await runToEnd(request, settings, reader);
  return { ...end, ...reader.finish(), durationMs: performance.now() - begin };
};

type End = Pick<ProcessOutcome, 'status' | 'exitCode' | 'signal' | 'error'>;

const notStarted = (error: string): End => ({ status: 'not-started', exitCode: null, signal: null, error });

/** A child, or why there is none. */
const start = (request: ProcessRequest, environment: Environment, mark: string): ChildProcess | string => {
  try {
    return startProgram(request, environment, mark);
  } catch (error) {
    return describeStartError(error, request);
  }
};

const runToEnd = async (request: ProcessRequest, settings: Settings, reader: OutputReader): Promise<End> => {
  if (request.signal?.aborted === true) return { status: 'cancelled', exitCode: null, signal: null };
  const mark = `${request.marker}/${process.pid}.${++started}`;
  const child = start(request, settings.environment(), mark);
  if (typeof child === 'string') return notStarted(child);
  const exited = exitOf(child, request);
  if (child.pid === undefined) return notStarted(errorOf(await exited));
  reader.attach(child);
  const root = follow(child.pid, mark, request);
  const limits = new Limits(request, root, settings.graceMs, reader);
  request.converse?.(openInput(child));
  const exit = await exited;
  limits.stop();
  await endLeftovers(root, limits, settings.graceMs);
  await reader.drain(settings.drainMs);
  return endOf(exit, limits);
};

const endOf = (exit: Exit, { cause }: Limits): End => {
  if ('error' in exit) return notStarted(exit.error);
  return { status: cause ?? (exit.signal === null ? 'exited' : 'signalled'), ...exit };
};

const endLeftovers = async (root: Root, { known }: Limits, graceMs: number): Promise<void> => {
  const find = (): ProcessEntry[] => findLeftovers(root, known);
  if (find().length > 0) await endAll(find, graceMs);
  activeSessions.delete(root.pid);
};

/** Notes down what is needed to find its descendants, and tells that it runs. */
const follow = (pid: number, mark: string, request: ProcessRequest): Root => {
  // It may have ended already, but until its end is handled its entry stays.
  const entry = readEntry(pid, true);
  endWithUs();
  activeSessions.add(pid);
  const startTime = entry === null ? '' : startTimeOfEntry(entry);
  request.onStart?.({ pid, startTime, host: ownIdentity().host, ...given({ shown: request.shown }) });
  return {
    pid,
    started: entry?.started ?? 0,
    spawnedAtMs: Date.now(),
    mark,
    ownFolder: request.ownsFolder === true ? request.cwd : null,
  };
};

const exitOf = (child: ChildProcess, request: ProcessRequest): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    child.on('error', (error) => resolve({ error: describeStartError(error, request) }));
  });

const errorOf = (exit: Exit): string => ('error' in exit ? exit.error : 'cannot be started');
