/** Calls of agents other than those that fix: what they are about, and what they came to. */
import { z } from 'zod';
import { Score } from './challenge.ts';
import { Opinion } from './finding/dispute.ts';
import { DraftFinding, ReadProblem } from './finding.ts';
import { PlanStep, TodoNotes } from './todo.ts';

/** What a call is about. Its key is made of nothing else, so that no call is made twice. */
export const CallSubject = z.discriminatedUnion('role', [
  z.object({ role: z.literal('review'), round: z.int(), reviewer: z.string(), part: z.int() }),
  z.object({ role: z.literal('clarify'), n: z.int() }),
  z.object({ role: z.literal('plan'), round: z.int() }),
  z.object({
    role: z.literal('challenge'),
    unit: z.string(),
    challenger: z.string().describe('As it was configured; another may have taken its place'),
    n: z.int().describe('How often it was asked about this patch, this time included'),
  }),
  z.object({
    role: z.literal('adjudicate'),
    unit: z.string().describe('Whose fixer disputes findings'),
    judge: z.string().describe('As it was configured; another may have taken its place'),
    n: z.int(),
  }),
]);
export type CallSubject = z.infer<typeof CallSubject>;
export type CallRole = CallSubject['role'];

/** A question about a finding, for a person. */
export const Question = z.object({
  id: z.string().describe('Such as BE-001-q1'),
  finding: z.string().describe('Id of the finding'),
  question: z.string(),
  context: z.string().optional(),
  unit: z.string().optional().describe('The attempt that continues after a yes, and is sent back after a no'),
});
export type Question = z.infer<typeof Question>;

export const Verdict = z.enum(['PASSED', 'NEEDS_WORK', 'error', 'skipped']);
export type Verdict = z.infer<typeof Verdict>;

/** What was read of an answer. */
export const CallAnswer = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('review'),
    verdict: z.enum(['PASSED', 'NEEDS_WORK', 'error']),
    findings: z.array(DraftFinding),
    problems: z.array(ReadProblem),
    summary: z.string().optional().describe('In its own words: what it looked at, and what it came to'),
    changed: z.array(z.string()).describe('Files that it changed although it only reads; they were put back'),
  }),
  z.object({
    role: z.literal('clarify'),
    questions: z.array(Question),
    ready: z.boolean(),
    problems: z.array(z.string()),
  }),
  z.object({
    role: z.literal('plan'),
    steps: z.array(PlanStep),
    todos: z.record(z.string(), TodoNotes).describe('By id of the finding'),
    corrections: z.array(z.string()),
    problem: z.string().optional().describe('Why it cannot be used at all'),
  }),
  z.object({
    role: z.literal('challenge'),
    scores: z.record(z.string(), Score).describe('By id of the finding'),
    unknownIds: z.array(z.string()),
    problems: z.array(z.string()),
    shown: z
      .object({ beside: z.array(z.string()).describe('Codes'), noticed: z.array(z.string()) })
      .optional()
      .describe('What it was shown beside the finding and its change'),
  }),
  z.object({
    role: z.literal('adjudicate'),
    opinions: z.record(z.string(), Opinion).describe('By id of the finding'),
    problems: z.array(z.string()),
  }),
]);
export type CallAnswer = z.infer<typeof CallAnswer>;
export type CallAnswerOf<R extends CallRole> = Extract<CallAnswer, { role: R }>;

/** The stage whose budget a call comes out of: whoever decides about disputes judges, as challengers do. */
export type Stage = Exclude<CallRole, 'adjudicate'> | 'fix';
export const stageOf = (role: CallRole | 'fix'): Stage => (role === 'adjudicate' ? 'challenge' : role);

export const keyOfCall = (subject: CallSubject): string => {
  switch (subject.role) {
    case 'review':
      return `review/${subject.round}/${subject.reviewer}/${subject.part}`;
    case 'clarify':
      return `clarify/${subject.n}`;
    case 'plan':
      return `plan/${subject.round}`;
    case 'challenge':
      return `challenge/${subject.unit}/${subject.challenger}/${subject.n}`;
    case 'adjudicate':
      return `adjudicate/${subject.unit}/${subject.judge}/${subject.n}`;
    default:
      return subject satisfies never;
  }
};
