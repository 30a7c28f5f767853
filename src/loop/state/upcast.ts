/**
 * Reads journals of earlier versions: says what they left unsaid, so that the fold need not know of it. What was
 * decided then is decided here by the rule of then, whatever the rule is today.
 */
import type { StoredEvent } from '../../model/event.ts';
import { given } from '../../plain/given.ts';
import type { RunState } from './state.ts';

/** The events that stand for one of a journal: itself, with what came before it unrecorded. */
export const upcast = (state: RunState, event: StoredEvent): StoredEvent[] => {
  switch (event.type) {
    case 'attempt.judged':
      return [...acceptedHead(state, event), event];
    case 'unit.split':
      return [{ ...event, holds: event.holds ?? heldAsAWhole(state, event.unit) }];
    default:
      return [event];
  }
};

/** Before `head.accepted` was recorded: whatever was accepted, was accepted with its head. */
const acceptedHead = (state: RunState, event: Extract<StoredEvent, { type: 'attempt.judged' }>): StoredEvent[] => {
  const { fixing, code, checks, config } = state;
  const isAccepted = Object.values(event.results).some(({ result }) => result === 'accepted');
  if (!isAccepted || fixing.units.get(event.unit)?.phase !== 'committed') return [];
  const { run, seq, at } = event;
  const shown = config.verify.commands.length > 0 ? checks.verified.get(code.head.tree) : undefined;
  return [{ type: 'head.accepted', head: code.head, ...given({ verification: shown?.verdict }), run, seq, at }];
};

/** Before `unit.split` said whether the check of the whole holds for its parts. */
const heldAsAWhole = ({ fixing, config }: RunState, key: string): boolean => {
  const verdict = fixing.units.get(key)?.check?.verdict;
  if (verdict === 'unproven') return config.verify.unproven === 'accept';
  return verdict === 'passed' || verdict === 'none';
};
