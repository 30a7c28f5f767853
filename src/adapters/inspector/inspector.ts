/**
 * Reads patches in a thread of its own, with limits on time and memory. Fails closed: a patch that cannot be read is
 * remarked on as such.
 */
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { given } from '../../plain/given.ts';
import { Worker } from 'node:worker_threads';
import type { Patch } from '../../model/patch.ts';
import type { Remark } from '../../model/remark.ts';
import type { Inspector } from '../../ports/inspector.ts';
import { tooMuch } from './limits.ts';
import type { Question, Reply } from './worker.ts';

const limitMs = 20_000;
const limitMb = 1_024;

/** A thread that loads keeps a processor busy, just when agents are to be started; none of them is done so soon. */
const agentsFirstMs = 500;

const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './inspector-worker.js', import.meta.url),
);

/** One after the other: what one patch does to the thread is not felt by the next. */
export const makeInspector = (path = program): Inspector => {
  let worker: Worker | undefined;
  let wasLoaded = false;
  /** A reader that cannot be loaded once will not be the next time. */
  let broken: string | undefined;
  /** What a run that failed has left under way may still ask. */
  let isClosed = false;
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const stop = async (): Promise<void> => {
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  };
  const running = (): Worker => {
    if (worker) return worker;
    const started = startWorker(path);
    // Nobody may be asking it: whoever asks next starts another, and hears what is wrong.
    started
      .on('error', () => undefined)
      .on('message', () => (wasLoaded = true))
      .once('exit', () => {
        if (worker === started) worker = undefined;
      });
    // Last, since whoever listens holds it again: one that nobody asks does not keep the program from ending.
    started.unref();
    worker = started;
    return started;
  };
  const inspect = async (patch: Patch): Promise<Remark[]> => {
    const excess = tooMuch(patch) ?? broken ?? (isClosed ? 'its reader was closed' : null);
    if (excess !== null) return unreadable(patch, excess);
    count += 1;
    const reply = await ask(running(), { id: count, patch });
    if ('remarks' in reply) return reply.remarks;
    await stop();
    if (!wasLoaded) broken = `its reader cannot be loaded: ${reply.failure}`;
    return unreadable(patch, broken ?? reply.failure);
  };
  let soon: NodeJS.Timeout | undefined;
  return {
    getReady: () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        if (!isClosed) running();
      }, agentsFirstMs).unref();
    },
    inspect: (patch) => {
      const next = last.then(() => inspect(patch));
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      await last;
      isClosed = true;
      await stop();
    },
  };
};

/** A thread does not take over where its starter keeps compiled code: it would compile all of the reader each time. */
const withCompiledCode = (): NodeJS.ProcessEnv => given({ NODE_COMPILE_CACHE: getCompileCacheDir() });

const startWorker = (path: string): Worker =>
  new Worker(path, {
    env: withCompiledCode(),
    resourceLimits: { maxOldGenerationSizeMb: limitMb, maxYoungGenerationSizeMb: 4 },
    stdout: true,
    stderr: true,
  });

type Answer = Exclude<Reply, { ready: true }>;

const ask = (worker: Worker, question: Question): Promise<Answer> =>
  new Promise((resolve) => {
    const fail = (failure: string): void => done({ id: question.id, failure });
    const onError = (error: Error): void => fail(error.message);
    const onExit = (): void => fail('its reader ended');
    const timer = setTimeout(() => fail(`reading it took more than ${limitMs / 1_000} s`), limitMs);
    const onMessage = (reply: Reply): void => {
      if (!('ready' in reply)) done(reply);
    };
    const done = (answer: Answer): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });

const unreadable = ({ files }: Patch, failure: string): Remark[] => [
  {
    gate: 'unreadable',
    rule: 'unreadable',
    file: files[0]?.path ?? '',
    message: `the change could not be read: ${failure}`,
    accepted: 'a change that can be read: smaller, less deeply nested, without syntax errors',
  },
];
