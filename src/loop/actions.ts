/** What can be done next in a run. Deciding is pure; only performing an action has effects. */
import type { RunEvent } from '../model/event.ts';

export type Action =
  /** A decision: nothing to do but to write it down. */
  | { do: 'record'; events: RunEvent[] }
  | { do: 'review'; reviewer: string }
  | { do: 'admit' }
  | { do: 'baseline' }
  | { do: 'open-cycle'; cycle: number }
  | { do: 'attempt'; unit: string }
  | { do: 'check'; unit: string }
  | { do: 'integrate'; units: string[] }
  | { do: 'check-head' }
  | { do: 'find-culprits' }
  | { do: 'hand-over' };

/** Names an action, so that one that is under way is not started again. */
export const keyOf = (action: Action): string => {
  switch (action.do) {
    case 'review':
      return `review ${action.reviewer}`;
    case 'attempt':
    case 'check':
      return `${action.do} ${action.unit}`;
    case 'record':
    case 'admit':
    case 'baseline':
    case 'open-cycle':
    case 'integrate':
    case 'check-head':
    case 'find-culprits':
    case 'hand-over':
      return action.do;
    default:
      return action satisfies never;
  }
};
