/** A process that waits for questions must not keep ours from ending. */
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

export const holdSession = (child: ChildProcess, isHeld: boolean): void => {
  const method = isHeld ? 'ref' : 'unref';
  child[method]();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream[method]();
};
