/** What the contract suite of the journal needs from an implementation: one journal, opened here and in other processes. */
import { runProcess } from '../../src/adapters/process/run-process.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Standing } from '../../src/model/run/standing.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Journal } from '../../src/ports/journal.ts';

export type JournalSubject = {
  /** Another connection to the same journal. */
  open: (options?: { clock?: Pick<Clock, 'now'> }) => Journal;
  /** Source of a module that has the journal open as `journal`. */
  opening: string;
  /** Makes it impossible to read any event. */
  spoilEvents: () => void;
  remove: () => Promise<void>;
};

export const warning = (message: string): RunEvent => ({ type: 'warning', message });

export const standing = (changes: Partial<Standing> = {}): Standing => ({
  command: 'fix',
  root: '/repo',
  startedAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:00:01.000Z',
  status: null,
  totals: { total: 3, fixed: 1, notRechecked: 0, blocked: 0, dismissed: 0, open: 2 },
  branch: null,
  ...changes,
});

/** Runs code in another process that has the journal open as `journal`; gives what it printed. */
export const elsewhere = (subject: JournalSubject, code: string): { output: Promise<string>; kill: () => void } => {
  let pid = 0;
  const ended = runProcess({
    command: [process.execPath, '--input-type=module', '-e', `${subject.opening}\n${code}`],
    cwd: '/',
    timeoutMs: 120_000,
    marker: 'journal-test',
    onStart: (started) => (pid = started.pid),
  });
  return { output: ended.then(({ stdout, stderr }) => stdout + stderr), kill: () => void process.kill(pid, 'SIGKILL') };
};
