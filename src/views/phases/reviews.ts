/** Reviewing, as phases. */
import type { RunEventOf } from '../../model/event.ts';
import { printable } from '../../plain/printable.ts';
import { count } from '../words/amounts.ts';
import { foundWords } from '../words/runs.ts';
import type { PhaseFolds } from './calls.ts';
import { close, open, type Phases, setRow } from './phase.ts';

const reviewing = {
  first: 'Reviewing',
  sequence: 'Reviewing, next reviewer',
  again: 'Reviewing what the fixes changed',
  last: 'Looking at the result',
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
    : { doing: foundWords(said, findings.length), ended: 'good' };
};

const isReviewing = ({ current }: Phases): boolean => current?.key.startsWith('review') === true;

const admit = (phases: Phases, { findings }: RunEventOf<'findings.admitted'>): void => {
  if (!isReviewing(phases)) return;
  const isAgain = phases.current?.key === 'review again';
  const found = count(findings.length, isAgain ? 'new finding' : 'finding');
  close(phases, isAgain ? `Reviewed what the fixes changed: ${found}` : `Reviewed: ${found}`);
};

export const reviewFolds = {
  'round.started': ({ cause }, phases) => void open(phases, `review ${cause}`, reviewing[cause]),
  'review.started': ({ reviewer }, phases, _, at) => {
    if (!isReviewing(phases)) open(phases, 'review first', reviewing.first);
    setRow(phases, reviewer, { at, label: printable(reviewer), doing: 'reviewing' });
  },
  'review.finished': (event, phases, _, at) =>
    setRow(phases, event.reviewer, { at, label: printable(event.reviewer), ...reviewEnd(event) }),
  'findings.admitted': (event, phases) => admit(phases, event),
} satisfies Partial<PhaseFolds>;
