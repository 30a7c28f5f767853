/** What a run said of trees, read from its events. */
import { RunEvent } from '../../src/model/event.ts';
import type { Verification } from '../../src/model/verification.ts';

export type Said = { what: string; verification: Verification };

export type Told = {
  verdicts: Said[];
  branch: string | null;
  head: string | null;
  status: string | null;
  message: string;
};

export const told = (jsonl: string): Told => {
  const result: Told = { verdicts: [], branch: null, head: null, status: null, message: '' };
  for (const line of jsonl.split('\n').filter(Boolean)) {
    const { data: event } = RunEvent.safeParse(JSON.parse(line));
    if (event) note(event, result);
  }
  return result;
};

const note = (event: RunEvent, into: Told): void => {
  switch (event.type) {
    case 'baseline.finished':
      into.verdicts.push({ what: 'the start', verification: event.verification });
      break;
    case 'check.finished':
      into.verdicts.push({ what: `change ${event.unit}`, verification: event.verification });
      break;
    case 'head.checked':
      into.verdicts.push({ what: 'a combined head', verification: event.verification });
      break;
    case 'run.handed-over':
      into.branch = event.branch;
      into.head = event.head;
      break;
    case 'run.finished':
      into.status = event.status;
      into.message = event.message ?? '';
      break;
    default:
  }
};

/**
 * What a verdict says about a fresh clone; null when it says nothing. A hook or a tool may refuse what the commands let
 * pass.
 */
export const claims = ({ verdict, commands }: Verification): boolean | null => {
  if (verdict === 'passed') return true;
  if (verdict === 'setup-failed') return false;
  if (verdict === 'cancelled' || verdict === 'none') return null;
  return commands.some(({ hook, status }) => hook !== true && status !== 'passed') ? false : null;
};
