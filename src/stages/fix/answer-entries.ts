/** Finds the single outcomes in the shapes that fixers answer in. */
import { z } from 'zod';
import type { Usage } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';

export type Entry = { name: string; value: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{ outcomes: […] }`, a list, one outcome alone, or outcomes by id or code. */
export const listEntries = (answer: unknown, findings: readonly Finding[]): { entries: Entry[]; problem?: string } => {
  if (answer === null || answer === undefined) return { entries: [], problem: 'there is no answer' };
  const outcomes = isRecord(answer) && 'outcomes' in answer ? answer['outcomes'] : answer;
  if (Array.isArray(outcomes)) return fromList(outcomes, findings);
  if (!isRecord(outcomes)) return { entries: [], problem: 'the answer is not a list of outcomes' };
  if ('outcome' in outcomes) return fromList([outcomes], findings);
  const entries = Object.entries(outcomes)
    .filter(([name]) => name !== 'session' && name !== 'usage')
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? { outcome: value } : value }));
  return entries.length === 0 ? { entries, problem: 'the answer holds no outcomes' } : { entries };
};

const fromList = (list: readonly unknown[], findings: readonly Finding[]): { entries: Entry[]; problem?: string } => {
  const entries: Entry[] = [];
  let nameless = 0;
  for (const value of list) {
    const name = nameOf(value) ?? onlyName(list, findings);
    if (name === undefined) nameless += 1;
    else entries.push({ name, value });
  }
  return nameless === 0 ? { entries } : { entries, problem: `${nameless} of the outcomes name no finding` };
};

const nameOf = (value: unknown): string | undefined => {
  if (!isRecord(value)) return undefined;
  const name = value['id'] ?? value['code'];
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
};

/** One outcome for one finding can be about nothing else. */
const onlyName = (list: readonly unknown[], findings: readonly Finding[]): string | undefined =>
  list.length === 1 && findings.length === 1 && isRecord(list[0]) ? findings[0]?.id : undefined;

const amount = z.number().nonnegative().optional().catch(undefined);
const Extras = z.object({
  session: z.string().min(1).optional().catch(undefined),
  usage: z.object({ inputTokens: amount, outputTokens: amount, usd: amount }).optional().catch(undefined),
});

export const readExtras = (answer: unknown): { session?: string; usage?: Usage } => {
  const extras = Extras.safeParse(answer);
  if (!extras.success) return {};
  const { session, usage } = extras.data;
  return {
    ...(session === undefined ? {} : { session }),
    ...(usage === undefined ? {} : { usage: withoutGaps(usage) }),
  };
};

const withoutGaps = (usage: { [Key in keyof Usage]: number | undefined }): Usage => ({
  ...(usage.inputTokens === undefined ? {} : { inputTokens: usage.inputTokens }),
  ...(usage.outputTokens === undefined ? {} : { outputTokens: usage.outputTokens }),
  ...(usage.usd === undefined ? {} : { usd: usage.usd }),
});
