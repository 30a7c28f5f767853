/** Decisions as lists that can be read aloud: named questions, of which the first that has an answer is followed. */
import type { RunEvent } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import { mayBegin } from '../state/mode.ts';
import type { RunState } from '../state/state.ts';

/** Null: nothing follows from this one, the next is asked. */
export type Question = (state: RunState) => Action[] | null;

export const firstOf =
  (...questions: readonly Question[]): Question =>
  (state) => {
    for (const question of questions) {
      const actions = question(state);
      if (actions !== null) return actions;
    }
    return null;
  };

/** Something new: null while the run begins nothing any more. */
export const begin = (state: RunState, action: Action): Action[] | null => (mayBegin(state) ? [action] : null);

/** A decision; null when it would say nothing. */
export const record = (events: RunEvent[]): Action[] | null =>
  events.length === 0 ? null : [{ do: 'record', events }];
