/** Phases of a run as a terminal shows them: one after the other, each with a line for everything in it. */
import { given } from '../../plain/given.ts';

export type Row = {
  label: string;
  doing: string;
  since: number;
  until?: number;
  ended?: 'good' | 'bad' | 'plain';
  /** Calls that it takes, and those that are answered. */
  parts?: { of: number; done: number };
};
export type Phase = {
  key: string;
  title: string;
  rows: Map<string, Row>;
  notes: string[];
  ended: false | 'through' | 'stopped';
};
export type Phases = { done: Phase[]; current: Phase | null };

export const noPhases = (): Phases => ({ done: [], current: null });

export const close = (phases: Phases, title?: string): void => {
  if (phases.current === null) return;
  phases.current.ended = 'through';
  if (title !== undefined) phases.current.title = title;
  phases.done.push(phases.current);
  phases.current = null;
};

/** Ends a phase that was not through: the run was cancelled, or it failed. */
export const stop = (phases: Phases): void => {
  const { current } = phases;
  if (current === null) return;
  close(phases, `Stopped: ${current.title}`);
  current.ended = 'stopped';
};

/** Ends a phase that came to its end, and to no good one. */
export const fail = (phases: Phases, title: string): void => {
  const { current } = phases;
  close(phases, title);
  if (current) current.ended = 'stopped';
};

export const open = (phases: Phases, key: string, title: string): Phase => {
  if (phases.current?.key === key) return phases.current;
  close(phases);
  phases.current = { key, title, rows: new Map(), notes: [], ended: false };
  return phases.current;
};

export const setRow = (phases: Phases, key: string, change: Partial<Row> & { at: number }): void => {
  const rows = phases.current?.rows;
  if (rows === undefined) return;
  const { at, ...rest } = change;
  const before = rows.get(key) ?? { label: key, doing: '', since: at };
  const { until: _until, ended, ...kept } = before;
  rows.set(key, {
    ...kept,
    // Whatever is done now is not over yet.
    ...(rest.doing === undefined ? given({ ended }) : {}),
    ...(rest.doing === undefined || rest.doing === before.doing ? {} : { since: at }),
    ...rest,
  });
};
