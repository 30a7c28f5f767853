/** What an agent says of each finding, in the shapes that agents answer in: one reader for every role. */
import { cutEnd } from '../../plain/cut.ts';
import { isObject } from '../../plain/shape.ts';
import type { Finding } from '../finding.ts';
import { finderIn } from '../finding/names.ts';

/** How the answers of a role look. */
export type AnswerForm = {
  /** What holds the entries: `{ outcomes: … }`. Both a list and a map by finding may also stand alone. */
  key: string;
  /** Where an entry of a list names its finding, the surest first. */
  nameKeys: readonly string[];
  /** What an answer may hold beside entries by finding. */
  otherKeys: ReadonlySet<string>;
  /** Whether it is one entry alone, and not a map of them. */
  isEntry: (value: Record<string, unknown>) => boolean;
  /** An entry of a map, where a word may stand for one. */
  fromMap: (value: unknown) => unknown;
  /** What entries are called in problems: `outcomes`. */
  noun: string;
  /** Why an answer that is neither a list nor a map is none. */
  notEntries: string;
  /** An empty list is a problem for some, and says that there is nothing to say for others. */
  mayBeEmpty: boolean;
};

export type AnswerEntries = {
  entries: { finding: Finding; value: unknown }[];
  /** Named in the answer, but not asked about. */
  unknownIds: string[];
  /** What could not be read, for a person. */
  problems: string[];
};

type Entry = { name: string; value: unknown };
type Listed = { entries: Entry[]; problem?: string };

const longestId = 200;

const nameIn = (value: unknown, { nameKeys }: AnswerForm): string | undefined => {
  if (!isObject(value)) return undefined;
  const name = nameKeys.map((key) => value[key]).find((each) => each !== null && each !== undefined);
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
};

/** One entry for one finding can be about nothing else. */
const onlyName = (list: readonly unknown[], findings: readonly Finding[]): string | undefined =>
  list.length === 1 && findings.length === 1 && isObject(list[0]) ? findings[0]?.id : undefined;

const fromList = (list: readonly unknown[], findings: readonly Finding[], form: AnswerForm): Listed => {
  if (list.length === 0 && !form.mayBeEmpty) return { entries: [], problem: `the answer holds no ${form.noun}` };
  const entries = list.flatMap((value): Entry[] => {
    const name = nameIn(value, form) ?? onlyName(list, findings);
    return name === undefined ? [] : [{ name, value }];
  });
  const nameless = list.length - entries.length;
  return nameless === 0 ? { entries } : { entries, problem: `${nameless} of the ${form.noun} name no finding` };
};

const fromMap = (map: Record<string, unknown>, form: AnswerForm): Listed => {
  const entries = Object.entries(map)
    .filter(([name]) => !form.otherKeys.has(name))
    .map(([name, value]) => ({ name, value: form.fromMap(value) }));
  return entries.length > 0 ? { entries } : { entries, problem: `the answer holds no ${form.noun}` };
};

const listEntries = (answer: unknown, findings: readonly Finding[], form: AnswerForm): Listed => {
  if (answer === null || answer === undefined) return { entries: [], problem: 'there is no answer' };
  const entries = isObject(answer) && form.key in answer ? answer[form.key] : answer;
  if (Array.isArray(entries)) return fromList(entries, findings, form);
  if (!isObject(entries)) return { entries: [], problem: form.notEntries };
  return form.isEntry(entries) ? fromList([entries], findings, form) : fromMap(entries, form);
};

export const readEntries = (answer: unknown, findings: readonly Finding[], form: AnswerForm): AnswerEntries => {
  const { entries, problem } = listEntries(answer, findings, form);
  const find = finderIn(findings);
  const unknownIds = new Set<string>();
  const found = entries.flatMap(({ name, value }) => {
    const finding = find(name);
    if (finding === undefined) unknownIds.add(cutEnd(name, longestId));
    return finding === undefined ? [] : [{ finding, value }];
  });
  return { entries: found, unknownIds: [...unknownIds], problems: problem === undefined ? [] : [problem] };
};
