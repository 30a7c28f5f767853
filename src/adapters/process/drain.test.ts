/** Output that is there when a program ends is never lost, however busy we were. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { ProcessOutcome } from '../../ports/process.ts';
import { createRunProcess } from './run-process.ts';

const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * The end of a program can be heard of before its output was ever looked at: when it was started while events were
 * being handled, ended before they all were, and another program's end was among them.
 */
it('4.9 keeps what a program printed although its end was heard of first and the wait was over by then', async () => {
  const runProcess = createRunProcess({ drainMs: 50 });
  const other = spawn('/bin/sh', ['-c', 'echo ready']);
  const started = once(other.stdout, 'data').then((): Promise<ProcessOutcome> =>
    runProcess({
      command: 'echo said; echo wrong >&2; exit 1',
      cwd: tmpdir(),
      timeoutMs: 10_000,
      marker: 'drain-test',
      onStart: () => {
        // Comes between its end and the next look at its output, and outlasts the wait.
        setImmediate(() => block(300));
        block(300);
      },
    }),
  );
  // The other program has printed and ended when the next events are looked for.
  block(300);
  expect(await started).toMatchObject({ status: 'exited', exitCode: 1, stdout: 'said\n', stderr: 'wrong\n' });
});
