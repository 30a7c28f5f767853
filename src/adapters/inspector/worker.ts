/** The thread in which patches are read: it is ended when it takes too long, and started anew for the next one. */
import { parentPort } from 'node:worker_threads';
import type { Patch } from '../../model/patch.ts';
import { inspectPatch } from '../../trust/inspect.ts';
import { parse } from './parse.ts';

export type Question = { id: number; patch: Patch };
export type Reply =
  | { ready: true }
  | { id: number; remarks: ReturnType<typeof inspectPatch> }
  | { id: number; failure: string };

const port = parentPort;
port?.on('message', ({ id, patch }: Question) => {
  const reply = ((): Reply => {
    try {
      return { id, remarks: inspectPatch(patch, parse) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  })();
  port.postMessage(reply);
});
port?.postMessage({ ready: true } satisfies Reply);
