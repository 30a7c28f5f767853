/** Standard input of a program that is talked to: never fails, never grows without bounds. */
import type { ChildProcess } from 'node:child_process';
import type { ProcessInput } from '../../ports/process.ts';

/** A program that leaves so much unread does not listen. */
const mostUnread = 64 * 1024 * 1024;

export const openInput = ({ stdin }: ChildProcess): ProcessInput => {
  // A program may end, or close its input, at any time.
  stdin?.on('error', () => undefined);
  return {
    write: (text) => {
      if (stdin?.writable !== true) return;
      if (stdin.writableLength > mostUnread) stdin.destroy();
      else stdin.write(text);
    },
    end: () => void stdin?.end(),
  };
};
