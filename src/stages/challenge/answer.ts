/** Reads a challenger's answer: tolerant of its shape, strict about scores. What cannot be read is never approval. */
import { z } from 'zod';
import { type AnswerForm, readEntries } from '../../model/answers/entries.ts';
import type { Score } from '../../model/challenge.ts';
import type { Finding } from '../../model/finding.ts';
import { shortened } from '../../plain/clean-text.ts';
import { isObject } from '../../plain/shape.ts';
import { headAndTail } from '../../plain/text.ts';
import { readQuality, readScore } from './answer-score.ts';

export type ChallengeReading = {
  /** By id of the finding; one that got no score is not there. */
  scores: Record<string, Score>;
  /** Named in the answer, but not asked about. */
  unknownIds: string[];
  /** What could not be read, for a person. */
  problems: string[];
};

const mostProblems = 20;
const mostIds = 50;
const longestFeedback = 4_000;
const mostImprovements = 20;
const longestImprovement = 500;

const Words = z
  .union([
    z.string(),
    z.array(z.string().catch('')).transform((lines) => lines.filter((line) => line.trim() !== '').join('\n')),
  ])
  .catch('');
const List = z.union([z.array(z.string().catch('')), z.string().transform((text) => [text])]).catch([]);
const Entry = z.object({
  score: z.unknown().optional(),
  status: z.string().optional().catch(undefined),
  feedback: Words,
  quality_scores: z.unknown().optional(),
  improvements_needed: List,
});

/** `{ issues: … }` with a list or a map by code, either of them alone, or one score alone for one finding. */
const form: AnswerForm = {
  key: 'issues',
  nameKeys: ['code', 'id', 'issue_code'],
  otherKeys: new Set(['session', 'usage', 'summary']),
  isEntry: (value) => 'score' in value && !isObject(value['score']),
  fromMap: (value) => value,
  noun: 'scores',
  notEntries: 'the answer holds no scores',
  mayBeEmpty: false,
};

/** The threshold only serves to say when a status contradicts its score: the status itself counts for nothing (6.1). */
export const readChallengeAnswer = (
  answer: unknown,
  findings: readonly Finding[],
  threshold: number,
): ChallengeReading => {
  const { entries, unknownIds, problems } = readEntries(answer, findings, form);
  /** null: something about it could not be read. */
  const scores = new Map<string, Score | null>();
  for (const { finding, value } of entries) {
    const { score, doubts } = readEntry(value, threshold);
    problems.push(...doubts.map((doubt) => `${finding.code}: ${doubt}`));
    const before = scores.get(finding.id);
    if (before !== undefined && before?.score !== score?.score)
      problems.push(`${finding.code}: scored twice, the lower counts`);
    scores.set(finding.id, before === undefined ? score : lower(before, score));
  }
  return {
    scores: Object.fromEntries([...scores].flatMap(([id, score]) => (score === null ? [] : [[id, score]]))),
    unknownIds: unknownIds.slice(0, mostIds),
    problems: shortened(problems, mostProblems, (more) => `${more} more problems`),
  };
};

const lower = (a: Score | null, b: Score | null): Score | null => {
  if (a === null || b === null) return null;
  return b.score < a.score ? b : a;
};

const readEntry = (value: unknown, threshold: number): { score: Score | null; doubts: string[] } => {
  const entry = Entry.safeParse(typeof value === 'object' ? value : { score: value });
  if (!entry.success) return { score: null, doubts: ['there is no score'] };
  const { status, feedback, quality_scores, improvements_needed } = entry.data;
  const read = readScore(entry.data.score);
  if ('problem' in read) return { score: null, doubts: [read.problem] };
  const quality = readQuality(quality_scores);
  const score = {
    score: read.score,
    feedback: headAndTail(feedback.trim(), longestFeedback),
    ...(quality === undefined ? {} : { quality }),
    improvements: improvementsOf(improvements_needed),
  };
  return {
    score,
    doubts: contradicts(status, read.score >= threshold)
      ? [`its status contradicts its score of ${read.score}, which counts`]
      : [],
  };
};

const improvementsOf = (list: readonly string[]): string[] =>
  list
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .slice(0, mostImprovements)
    .map((text) => headAndTail(text, longestImprovement));

/** Only the two words of the contract say anything. */
const contradicts = (status: string | undefined, solved: boolean): boolean => {
  const word = status
    ?.slice(0, 50)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return (word === 'solved' && !solved) || (word === 'inprogress' && solved);
};
