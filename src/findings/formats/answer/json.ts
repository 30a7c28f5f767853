/** A reviewing agent's answer as JSON: alone, in a fence, in prose, cut off or slightly broken. */
import { type ExtractedJson, extractJson } from '../../../plain/json/extract-json.ts';
import type { ReadProblem } from '../../../model/finding.ts';
import type { Collected, FormatContext } from '../format.ts';
import { readReviewItem } from '../review-item.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { unified } from '../unified.ts';
import { type Stated, judge, remedy, toVerdict } from '../verdict.ts';
import { listNames, openAtEnd, withoutHalf } from './cut.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { given } from '../../../plain/given.ts';
import { summaryText } from '../../read/text.ts';

const listOf = (value: unknown): { name: string; items: readonly unknown[] } | null => {
  if (Array.isArray(value)) return { name: '', items: value };
  const name = listNames.find((each) => Array.isArray(own(value, each)));
  return name === undefined ? null : { name, items: asArray(own(value, name)) };
};

const describes = (item: unknown): boolean =>
  ['title', 'issue', 'description', 'message'].some((key) => typeof own(item, key) === 'string');

const verdictOf = (value: unknown): string | null => {
  const verdict = own(value, 'verdict');
  return typeof verdict === 'string' ? verdict : null;
};

const isReview = (value: unknown): boolean =>
  (isObject(value) && (listOf(value) !== null || Array.isArray(own(value, 'groups')))) ||
  (Array.isArray(value) && value.some(describes)) ||
  toVerdict(verdictOf(value) ?? '') !== null;

/** An empty list says that nothing was found where it is the whole answer; in prose it may be any list. */
const isEmptyAnswer = ({ value, how }: ExtractedJson): boolean =>
  Array.isArray(value) && value.length === 0 && (how === 'plain' || how === 'fenced');

const lineAt = (text: string, at: number): string => `line ${text.slice(0, at).split('\n').length}`;

const readValue = async (value: unknown, context: FormatContext): Promise<Collected> => {
  const into = Array.isArray(own(value, 'groups'))
    ? await unified.read(value, context)
    : { findings: [], problems: [] };
  const list = listOf(value);
  for (const [index, item] of (list?.items ?? []).entries())
    readReviewItem(item, `${list?.name ?? ''}[${index}]`, context, into);
  return into;
};

const count = (findings: number): string => (findings === 1 ? '1 finding was' : `${findings} findings were`);

/** The last review counts; others before it are said. */
const earlier = async (text: string, start: number): Promise<ReadProblem[]> => {
  const before = await extractJson(text.slice(0, start), isReview);
  if (!before || !isReview(before.value) || before.how === 'repaired') return [];
  return [
    {
      place: lineAt(text, before.start),
      message: 'there is more than one review in this answer; only the last one was read',
    },
  ];
};

const shorten = (item: unknown): string => cutEnd(JSON.stringify(item) ?? '', 200);

/** What was still open where the answer ends, if it had to be repaired. */
const openIn = (text: string, { how, start, end }: ExtractedJson) => {
  if (how !== 'repaired') return [];
  const answer = text.slice(start, end).trimEnd();
  return openAtEnd(answer.replace(/\n`{3,}$/, ''));
};

const statedIn = (value: unknown): Stated | null => {
  const words = verdictOf(value);
  return words === null ? null : { verdict: toVerdict(words), words: cutEnd(words, 200), place: 'verdict' };
};

const repairedProblem = (place: string, isCut: boolean, findings: number): ReadProblem => {
  const what = isCut ? 'the JSON was cut off' : 'the JSON was broken';
  const more = isCut ? '; there may have been more' : '';
  return { place, message: `${what} and has been repaired: ${count(findings)} read${more}` };
};

/** Null when there is no review in JSON. */
export const readJsonAnswer = async (text: string, context: FormatContext): Promise<Collected | null> => {
  const found = await extractJson(text, isReview);
  if (!found || !(isReview(found.value) || isEmptyAnswer(found))) return null;
  const open = openIn(text, found);
  const isCut = open.length > 0;
  const { value, half } = withoutHalf(found.value, open);
  const into = await readValue(value, context);
  const end = lineAt(text, found.end);
  if (isCut && into.findings.length === 0) {
    return { ...into, noVerdict: `the answer was cut off (${end}) before a finding could be read. ${remedy}` };
  }
  const stated = statedIn(value);
  const judged = judge(into, stated);
  const problems = [...judged.problems, ...(await earlier(text, found.start))];
  if (stated && !stated.verdict) {
    problems.push({ place: 'verdict', message: `${JSON.stringify(stated.words)} is not a verdict` });
  }
  if (half) problems.push({ place: half.place, message: `${halfRead}: ${shorten(half.item)}` });
  if (found.how === 'repaired') problems.push(repairedProblem(end, isCut, into.findings.length));
  return { ...judged, problems, ...given({ summary: summaryText(own(value, 'summary')) }) };
};

const halfRead = 'left out: the answer was cut off in the middle of it';
