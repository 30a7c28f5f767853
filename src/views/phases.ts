/** A run as a terminal shows it: a fold of its events into phases. */
import type { RunEventOf, StoredEvent } from '../model/event.ts';
import { printable, shorten } from '../plain/printable.ts';
import { count, judgement, verdict } from './words.ts';
import { showCommand } from '../config/values.ts';
import type { Names } from './names.ts';
import { foldCall } from './phase-calls.ts';
import { close, fail, open, type Phases, setRow, stop } from './phase.ts';
import { said } from './said.ts';

const reviewing = {
  first: 'Reviewing',
  sequence: 'Reviewing, next reviewer',
  again: 'Reviewing what the fixes changed',
} as const;

const reviewEnd = ({
  verdict: said,
  message,
  findings,
}: RunEventOf<'review.finished'>): { doing: string; ended: 'good' | 'bad' | 'plain' } => {
  const why = printable(message ?? '');
  if (said === 'skipped') return { doing: `skipped: ${why}`, ended: 'plain' };
  return said === 'error'
    ? { doing: `failed: ${why}`, ended: 'bad' }
    : { doing: `${said}, ${count(findings.length, 'finding')}`, ended: 'good' };
};

const reasonOf = ({ nobody }: RunEventOf<'recheck.finished'>): string =>
  shorten([...new Set(nobody.map(({ reason }) => printable(reason)))].join('; '), 200);

const foldReview = (phases: Phases, event: StoredEvent, at: number): void => {
  if (event.type === 'round.started') open(phases, `review ${event.cause}`, reviewing[event.cause]);
  if (event.type === 'review.started') {
    if (phases.current?.key.startsWith('review') !== true) open(phases, 'review first', reviewing.first);
    setRow(phases, event.reviewer, { at, label: printable(event.reviewer), doing: 'reviewing' });
  }
  if (event.type === 'review.finished')
    setRow(phases, event.reviewer, { at, label: printable(event.reviewer), ...reviewEnd(event) });
  if (event.type === 'findings.admitted' && phases.current?.key.startsWith('review') === true) {
    const isAgain = phases.current.key === 'review again';
    const found = count(event.findings.length, isAgain ? 'new finding' : 'finding');
    close(phases, isAgain ? `Reviewed what the fixes changed: ${found}` : `Reviewed: ${found}`);
  }
  if (event.type === 'recheck.started') {
    open(phases, 'recheck', 'Asking who can look again at the findings');
    setRow(phases, event.name, {
      at,
      label: printable(event.name),
      doing: shorten(printable(showCommand(event.command)), 80),
    });
  }
  if (event.type === 'recheck.finished') {
    open(phases, 'recheck', '');
    for (const { name, watches, problem } of event.tools) {
      const seen =
        problem === undefined
          ? `looks again at ${count(Object.keys(watches).length, 'finding')}`
          : shorten(printable(problem), 200);
      setRow(phases, name, { at, label: printable(name), doing: seen, ended: problem === undefined ? 'good' : 'bad' });
    }
    const nobody = event.nobody.reduce((sum, { findings }) => sum + findings.length, 0);
    close(
      phases,
      nobody === 0
        ? 'Every finding is looked at again'
        : `Nobody looks again at ${count(nobody, 'finding')}${said(reasonOf(event))}`,
    );
  }
  if (event.type === 'baseline.started') open(phases, 'baseline', 'Verifying the untouched start');
  if (event.type === 'baseline.finished') {
    const end = event.verification.verdict === 'passed' ? close : fail;
    end(phases, `Untouched start: verification ${verdict(event.verification.verdict)}`);
  }
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
      for (const { unit } of event.units)
        setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting for its turn' });
      return;
    case 'attempt.started':
      return setRow(phases, event.unit, { at, doing: `${printable(event.agent)} is fixing` });
    case 'attempt.postponed':
      return setRow(phases, event.unit, { at, doing: `${event.outcome}, tries again`, until: Date.parse(event.until) });
    case 'attempt.activity':
      return setRow(phases, event.unit, { at, doing: activity(event) });
    case 'attempt.finished':
      return setRow(phases, event.unit, { at, doing: 'answered' });
    case 'unit.split':
      setRow(phases, event.unit, { at, doing: 'taken apart', ended: 'plain' });
      for (const { unit } of event.parts)
        setRow(phases, unit, { at, label: names.label(unit), doing: 'waiting to be verified' });
      return;
    case 'check.started':
      return setRow(phases, event.unit, { at, doing: 'verifying' });
    case 'check.finished':
      return setRow(phases, event.unit, { at, doing: `verification ${verdict(event.verification.verdict)}` });
    case 'attempt.judged': {
      const results = Object.values(event.results);
      const good = results.length > 0 && results.every(({ result }) => result === 'accepted');
      const words = results.map((one) => judgement(one, (text) => shorten(printable(text), 120)));
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
  foldCall(phases, event, names, at);
  foldUnit(phases, event, names, at);
  foldHead(phases, event, names, at);
};
