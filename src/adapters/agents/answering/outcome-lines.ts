/** Outcomes as an agent reports them one by one: a line of JSON each, in a file of the call. */
import { Outcome } from '../../../model/answer.ts';

export const outcomesFile = 'outcomes.jsonl';

/** Appears in the same folder when an agent has been told which tools there are. */
export const listedFile = 'tools-listed';

/** More than any agent has to report; of more only the last ones are looked at. */
const mostLines = 20_000;

export type OutcomeLines = {
  /** One for each name, as it was reported last; in the order of their first report. */
  outcomes: Outcome[];
  /** How many lines are no outcome, or were not looked at. */
  unreadable: number;
};

export const readOutcomeLines = (text: string): OutcomeLines => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.slice(-mostLines).map(readLine);
  const outcomes = read.filter((outcome) => outcome !== null);
  const byName = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return { outcomes: [...byName.values()], unreadable: lines.length - outcomes.length };
};

const readLine = (line: string): Outcome | null => {
  try {
    return Outcome.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
};
