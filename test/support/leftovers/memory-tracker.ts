/** A tracker in memory, which may fail before or after it has done what it was asked for. */
import { type TrackedIssue, type Tracker, TrackerError } from '../../../src/ports/tracker.ts';

type Ask = keyof Tracker;

/** `before`: nothing is done. `after`: it is done, and nobody hears of it. */
export type Failing = (ask: Ask) => { when: 'before' | 'after'; error: TrackerError } | null;

export type MemoryTracker = Tracker & {
  issues: TrackedIssue[];
  notes: Map<number, string[]>;
  asked: Ask[];
  fail: (failing: Failing) => void;
};

const never: Failing = () => null;

export const memoryTracker = (): MemoryTracker => {
  const issues: TrackedIssue[] = [];
  const notes = new Map<number, string[]>();
  const asked: Ask[] = [];
  let failing = never;
  const doing = async <T>(ask: Ask, work: () => T): Promise<T> => {
    asked.push(ask);
    const failure = failing(ask);
    if (failure?.when === 'before') throw failure.error;
    const result = work();
    if (failure) throw failure.error;
    return result;
  };
  const find = (number: number): TrackedIssue => {
    const issue = issues.find((each) => each.number === number);
    if (!issue) throw new TrackerError('refused', `there is no issue ${number}`);
    return issue;
  };
  return {
    issues,
    notes,
    asked,
    fail: (next) => (failing = next),
    list: (label) =>
      doing('list', () => issues.filter(({ labels }) => labels.includes(label)).map((issue) => ({ ...issue }))),
    newest: (label) =>
      doing('newest', () => issues.filter(({ labels }) => labels.includes(label)).map((issue) => ({ ...issue }))),
    create: (issue) =>
      doing('create', () => {
        const number = issues.length + 1;
        const made = { ...issue, labels: [...issue.labels], number, url: `https://tracker.example/${number}` };
        issues.push({ ...made, open: true, unplanned: false, trusted: true });
        return find(number);
      }),
    update: (number, { state, labels, ...changes }) =>
      doing('update', () =>
        Object.assign(find(number), changes, {
          ...(labels && { labels: [...labels] }),
          ...(state && { open: state === 'open', unplanned: state === 'unplanned' }),
        }),
      ),
    comments: (number) => doing('comments', () => notes.get(number) ?? []),
    comment: (number, body) => doing('comment', () => void notes.set(number, [...(notes.get(number) ?? []), body])),
  };
};
