/** Findings that end with the judgement on an attempt, though it did not fix them. */
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Ruling } from '../../../model/finding/dispute.ts';
import type { Gathered } from '../../../stages/gates/gate.ts';
import { undecidedWords } from '../decisions.ts';
import { isOpen, type RunState } from '../../state/state.ts';
import { asked, claimed } from './claims.ts';
import { durableQuestion } from './durable.ts';
import type { Attempted } from './evidence.ts';

type Closing = Pick<RunEventOf<'finding.closed'>, 'status' | 'cause' | 'reason'>;

/** What is closed stays so, unless the fix of another has closed it meanwhile. */
export const closings = (attempted: Attempted, gathered: Gathered): RunEvent[] => {
  const { unit, state } = attempted;
  if (unit.answer.outcome !== 'ok') return [];
  return asked(unit)
    .filter((id) => isStillOpen(state, id))
    .flatMap((id) => {
      const closing = excuseOf(attempted, gathered, id) ?? lackOfDecision(attempted, gathered, id);
      return closing === null ? [] : [{ type: 'finding.closed' as const, id, ...closing }];
    });
};

/** What the fixer calls blocked is closed as that; what it calls wrong, as was decided. */
const excuseOf = ({ unit: { answer } }: Attempted, { ruling }: Gathered, id: string): Closing | null => {
  const { claim, explanation } = answer.claims[id] ?? {};
  if (claim !== 'blocked') return null;
  const own = ruling?.[id];
  if (own) return closingOf(own);
  return { status: 'blocked', cause: 'fixer', reason: explanation || 'no explanation given' };
};

/** A finding that holds stays open. */
const closingOf = ({ verdict, by, reason }: Ruling): Closing | null => {
  if (verdict === 'refuted') return { status: 'dismissed', cause: 'refuted', reason: `refuted by ${by}: ${reason}` };
  return verdict === 'undecided' ? { status: 'blocked', cause: 'needs-decision', reason } : null;
};

const lackOfDecision = ({ state, unit }: Attempted, { decision }: Gathered, id: string): Closing | null => {
  const isMeant = decision?.verdict === 'nobody' && claimed(unit).includes(id);
  const question = isMeant ? durableQuestion(state, unit) : null;
  return question && { status: 'blocked', cause: 'needs-decision', reason: undecidedWords(question) };
};

const isStillOpen = ({ findings }: RunState, id: string): boolean => {
  const finding = findings.get(id);
  return finding !== undefined && isOpen(finding);
};
