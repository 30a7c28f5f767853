/** Finds the single scores in the shapes that challengers answer in. */
import type { Finding } from '../../model/finding.ts';

export type Entry = { name: string; value: unknown };
export type Entries = { entries: Entry[]; problem?: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer may hold beside scores by finding. */
const extras = new Set(['session', 'usage', 'summary']);

/** `{ issues: … }` with a list or a map by code, either of them alone, or one score alone for one finding. */
export const listEntries = (answer: unknown, findings: readonly Finding[]): Entries => {
  if (answer === null || answer === undefined) return { entries: [], problem: 'there is no answer' };
  const issues = isRecord(answer) && 'issues' in answer ? answer['issues'] : answer;
  if (Array.isArray(issues)) return fromList(issues, findings);
  if (!isRecord(issues)) return { entries: [], problem: 'the answer holds no scores' };
  if ('score' in issues && !isRecord(issues['score'])) return fromList([issues], findings);
  const entries = Object.entries(issues)
    .filter(([name]) => !extras.has(name))
    .map(([name, value]) => ({ name, value }));
  return entries.length === 0 ? { entries, problem: 'the answer holds no scores' } : { entries };
};

const fromList = (list: readonly unknown[], findings: readonly Finding[]): Entries => {
  if (list.length === 0) return { entries: [], problem: 'the answer holds no scores' };
  const only = list.length === 1 && findings.length === 1 && isRecord(list[0]) ? findings[0]?.id : undefined;
  const entries = list.flatMap((value) => {
    const name = nameOf(value) ?? only;
    return name === undefined ? [] : [{ name, value }];
  });
  const nameless = list.length - entries.length;
  return nameless === 0 ? { entries } : { entries, problem: `${nameless} of the scores name no finding` };
};

const nameOf = (value: unknown): string | undefined => {
  if (!isRecord(value)) return undefined;
  const name = value['code'] ?? value['id'] ?? value['issue_code'];
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
};
