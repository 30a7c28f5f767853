/** A run as a terminal shows it: phases one after the other, each with what is under way in it. A fold of events. */
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { printable, shorten } from '../../stages/report/printable.ts';
import { attemptResult, count, duration, verdict } from '../../stages/report/words.ts';
import type { Names } from './names.ts';

export type Row = { label: string; doing: string; since: number; until?: number; ended?: 'good' | 'bad' | 'plain' };
export type Phase = { key: string; title: string; rows: Map<string, Row>; notes: string[]; ended: false | 'through' | 'stopped' };
export type Phases = { done: Phase[]; current: Phase | null };

export const noPhases = (): Phases => ({ done: [], current: null });

const close = (phases: Phases, title?: string): void => {
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

const open = (phases: Phases, key: string, title: string): Phase => {
  if (phases.current?.key === key) return phases.current;
  close(phases);
  phases.current = { key, title, rows: new Map(), notes: [], ended: false };
  return phases.current;
};

const setRow = (phases: Phases, key: string, change: Partial<Row> & { at: number }): void => {
  const rows = phases.current?.rows;
  if (rows === undefined) return;
  const { at, ...rest } = change;
  const before = rows.get(key) ?? { label: key, doing: '', since: at };
  const { until: _until, ...kept } = before;
  rows.set(key, { ...kept, ...(rest.doing === undefined || rest.doing === before.doing ? {} : { since: at }), ...rest });
};

const foldReview = (phases: Phases, event: StoredEvent, at: number): void => {
  if (event.type === 'review.started') {
    open(phases, 'review', 'Reviewing');
    setRow(phases, event.reviewer, { at, label: printable(event.reviewer), doing: 'reviewing' });
  }
  if (event.type === 'review.finished') {
    const failed = event.verdict === 'error';
    const doing = failed ? `failed: ${printable(event.message ?? '')}` : `${event.verdict}, ${count(event.findings.length, 'finding')}`;
    setRow(phases, event.reviewer, { at, doing, ended: failed ? 'bad' : 'good' });
  }
  if (event.type === 'findings.admitted') {
    if (phases.current?.key === 'review') close(phases, `Reviewed: ${count(event.findings.length, 'finding')}`);
  }
  if (event.type === 'baseline.started') open(phases, 'baseline', 'Verifying the untouched start');
  if (event.type === 'baseline.finished') close(phases, `Untouched start: verification ${verdict(event.verification.verdict)}`);
};

/** What the agent does right now; the time beside it starts again with each. */
const activity = (event: RunEventOf<'attempt.activity'>): string =>
  event.activity === 'file'
    ? `changed ${shorten(printable(event.name), 60)}`
    : shorten(`${printable(event.name)}${event.detail === undefined ? '' : ` ${printable(event.detail)}`}`, 80);

const foldUnit = (phases: Phases, event: StoredEvent, names: Names, at: number): void => {
  switch (event.type) {
    case 'step.started':
      open(phases, `step ${event.cycle}.${event.step}`, `Fixing, cycle ${event.cycle}, step ${event.step}`);
      for (const { unit } of event.units) setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting for its turn' });
      return;
    case 'attempt.started':
      return setRow(phases, event.unit, { at, doing: `${printable(event.agent)} is fixing` });
    case 'attempt.postponed':
      return setRow(phases, event.unit, { at, doing: `${event.outcome}, tries again`, until: Date.parse(event.until) });
    case 'attempt.activity':
      return setRow(phases, event.unit, { at, doing: activity(event) });
    case 'attempt.finished':
      return setRow(phases, event.unit, { at, doing: 'answered' });
    case 'check.started':
      return setRow(phases, event.unit, { at, doing: 'verifying' });
    case 'check.finished':
      return setRow(phases, event.unit, { at, doing: `verification ${verdict(event.verification.verdict)}` });
    case 'attempt.judged': {
      const results = Object.values(event.results);
      const good = results.length > 0 && results.every(({ result }) => result === 'accepted');
      const words = results.map(
        (one) => `${attemptResult(one)}${one.reason === undefined ? '' : `: ${shorten(printable(one.reason), 120)}`}`,
      );
      return setRow(phases, event.unit, { at, doing: [...new Set(words)].join('; '), ended: good ? 'good' : 'bad' });
    }
    default:
      return;
  }
};

const foldHead = (phases: Phases, event: StoredEvent, names: Names, at: number): void => {
  const together = 'all together';
  if (event.type === 'head.check.started') setRow(phases, together, { at, doing: 'verifying' });
  if (event.type === 'head.checked') {
    const ended = event.verification.verdict === 'passed' ? 'good' : 'bad';
    setRow(phases, together, { at, doing: `verification ${verdict(event.verification.verdict)}`, ended });
  }
  if (event.type === 'culprits.removed') {
    const out = event.removed.map(({ unit }) => names.unit(unit)).join(', ');
    setRow(phases, together, { at, doing: `taken out again: ${out}`, ended: 'bad' });
  }
  if (event.type === 'step.finished') close(phases, `Fixed, cycle ${event.cycle}, step ${event.step}`);
  if (event.type === 'run.finished') stop(phases);
};

/** Changes `phases` by one event. */
export const foldPhase = (phases: Phases, event: StoredEvent, names: Names): void => {
  const at = Date.parse(event.at);
  foldReview(phases, event, at);
  foldUnit(phases, event, names, at);
  foldHead(phases, event, names, at);
};

const marks = { good: '✔', bad: '✘', plain: '·' } as const;

/** Whole seconds: anything finer only flickers. */
const clock = (ms: number): string => (ms < 10_000 ? `${Math.max(0, Math.floor(ms / 1_000))} s` : duration(ms));

const rowLine = (row: Row, now: number): string => {
  if (row.ended !== undefined) return `${marks[row.ended]} ${row.label}: ${row.doing}`;
  const time = row.until === undefined ? clock(now - row.since) : `in ${clock(row.until - now)}`;
  return `· ${row.label}: ${row.doing} (${time})`;
};

/** Title first, then one line for each thing in the phase, then what was said meanwhile. */
export const phaseLines = (phase: Phase, now: number): string[] => [
  phase.title,
  ...[...phase.rows.values()].map((row) => rowLine(row, now)),
  ...phase.notes,
];
