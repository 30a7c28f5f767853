/** What can be done next in a run. Deciding is pure; only performing an action has effects. */
import { type CallSubject, keyOfCall } from '../model/call.ts';
import type { RunEvent } from '../model/event.ts';

export type Action =
  /** A decision: nothing to do but to write it down. */
  | { do: 'record'; events: RunEvent[] }
  | { do: 'review'; reviewer: string }
  /** Finds out what a reviewing agent is to be asked about. */
  | { do: 'scope'; reviewer: string }
  | { do: 'admit' }
  /** A call of an agent in another role than the fixer's. */
  | { do: 'call'; subject: CallSubject; agent: string }
  /** Until a person answers; nothing is performed. */
  | { do: 'wait' }
  | { do: 'plan'; round: number }
  | { do: 'baseline' }
  /** Finds out who can look again at findings that came from elsewhere. */
  | { do: 'recheck' }
  | { do: 'open-cycle'; cycle: number }
  | { do: 'attempt'; unit: string }
  /** Machine-made fixes, which take no time. */
  | { do: 'edit'; units: string[] }
  | { do: 'check'; unit: string }
  /** Takes a change about several findings apart. `holds`: what was shown of the whole holds for its parts. */
  | { do: 'split'; unit: string; holds: boolean }
  | { do: 'integrate'; units: string[] }
  /** Takes findings to where their code is now. */
  | { do: 'move-places' }
  /** Verifies the first fixes of a group, as the tree that they make. */
  | { do: 'check-head'; tree: string }
  | { do: 'hand-over' }
  /** Writes down what is left over, and sends it where it goes. */
  | { do: 'file-leftovers' };

/** Names an action, so that one that is under way is not started again. */
export const keyOf = (action: Action): string => {
  switch (action.do) {
    case 'review':
    case 'scope':
      return `${action.do} ${action.reviewer}`;
    case 'call':
      return `call ${keyOfCall(action.subject)}`;
    case 'attempt':
    case 'check':
    case 'split':
      return `${action.do} ${action.unit}`;
    case 'record':
    case 'admit':
    case 'wait':
    case 'plan':
    case 'baseline':
    case 'recheck':
    case 'open-cycle':
    case 'edit':
    case 'integrate':
    case 'move-places':
    case 'check-head':
    case 'hand-over':
    case 'file-leftovers':
      return action.do;
    default:
      return action satisfies never;
  }
};
