/** Reads what an agent wants to know before fixing: tolerant of its shape, and silent about nothing. */
import { z } from 'zod';
import type { Question } from '../../model/call.ts';
import type { Finding } from '../../model/finding.ts';
import type { Clarification } from '../../model/todo.ts';
import { given } from '../../plain/given.ts';
import { makeQuestionId, readQuestionId, wordsOf } from './clarifications.ts';
import { cutEnd } from '../../plain/cut.ts';
import { finderIn } from '../../model/finding/names.ts';
import { cleanText, textOr, shortened } from '../../plain/clean-text.ts';
import { asArray, firstText, isObject, own } from '../../plain/shape.ts';

export const ClarifyAnswer = z.object({
  questions_by_issue: z.array(
    z.object({
      issue_code: z.string(),
      questions: z.array(z.object({ id: z.string(), question: z.string(), context: z.string() })),
    }),
  ),
  ready_to_plan: z.boolean(),
});

export const clarifySchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(ClarifyAnswer, { io: 'input' });
  return schema;
};

/**
 * `ready` exactly when there is nothing to ask: an agent that asks and calls itself ready is asked again after the
 * answers.
 */
export type ClarifyReading = { questions: Question[]; ready: boolean; problems: string[] };

export const questionsPerFinding = 5;
const questionsInAll = 30;
const longestQuestion = 1_000;
const longestContext = 2_000;
const mostProblems = 20;

/** `asked`: what was asked before, answered or not. */
export const readClarifyAnswer = (
  answer: unknown,
  findings: readonly Finding[],
  asked: readonly Asked[],
): ClarifyReading => {
  if (!isObject(answer))
    return { questions: [], ready: true, problems: ['there is no answer: going on without questions'] };
  const problems: string[] = [];
  const collector = collectorAfter(asked, problems);
  const find = finderIn(findings);
  for (const { name, questions } of listGroups(answer, problems)) {
    const finding = find(name);
    if (finding === undefined)
      problems.push(`a question is about ${JSON.stringify(cutEnd(name, 100))}, which is not a finding here: left out`);
    else for (const question of questions) addQuestion(collector, finding, question);
  }
  sayTooMany(collector);
  const { questions } = collector;
  sayReadiness(answer, questions.length, problems);
  return {
    questions,
    ready: questions.length === 0,
    problems: shortened(problems, mostProblems, (more) => `${more} more problems are not listed`),
  };
};

type Group = { name: string; questions: readonly unknown[] };

/** A list of findings with their questions, or questions by code. */
const listGroups = (answer: unknown, problems: string[]): Group[] => {
  const groups = own(answer, 'questions_by_issue');
  if (isObject(groups)) return Object.entries(groups).map(([name, value]) => ({ name, questions: questionsIn(value) }));
  if (groups !== undefined && groups !== null && !Array.isArray(groups))
    problems.push('questions_by_issue is not a list');
  return asArray(groups).flatMap((group) => {
    const name = firstText(group, ['issue_code', 'code', 'issue_id', 'id']);
    if (name === undefined) problems.push('questions without an issue_code: left out');
    return name === undefined ? [] : [{ name, questions: questionsIn(group) }];
  });
};

const questionsIn = (group: unknown): readonly unknown[] => {
  const questions = Array.isArray(group) ? group : own(group, 'questions');
  return typeof questions === 'string' ? [questions] : asArray(questions);
};

type Asked = Pick<Clarification, 'question_id' | 'question'>;

/** Questions as they come in, and what keeps them few and new. */
type Collector = {
  questions: Question[];
  problems: string[];
  /** The highest number given so far, by code. */
  lastNumber: Map<string, number>;
  /** Code and words of what was asked. */
  askedKeys: Set<string>;
  perFinding: Map<string, number>;
  tooMany: number;
};

const keyOf = (code: string, question: string): string => JSON.stringify([code, wordsOf(question)]);

const collectorAfter = (asked: readonly Asked[], problems: string[]): Collector => {
  const lastNumber = new Map<string, number>();
  const askedKeys = new Set<string>();
  for (const { question_id: id, question } of asked) {
    const { code, n } = readQuestionId(id) ?? { code: '', n: 0 };
    lastNumber.set(code, Math.max(n, lastNumber.get(code) ?? 0));
    askedKeys.add(keyOf(code, question));
  }
  return { questions: [], problems, lastNumber, askedKeys, perFinding: new Map(), tooMany: 0 };
};

const questionIn = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (firstText(value, ['question', 'text']) ?? '');
  return cleanText(text, longestQuestion);
};

const addQuestion = (into: Collector, { id: finding, code }: Finding, value: unknown): void => {
  const question = questionIn(value);
  if (wordsOf(question) === '') return void into.problems.push(`a question about ${code} has no words: left out`);
  const key = keyOf(code, question);
  if (into.askedKeys.has(key)) {
    return void into.problems.push(`${code} was asked about before in the same words: left out`);
  }
  const before = into.perFinding.get(code) ?? 0;
  if (before >= questionsPerFinding || into.questions.length >= questionsInAll) return void (into.tooMany += 1);
  into.askedKeys.add(key);
  into.perFinding.set(code, before + 1);
  // Ids are made here, whatever the agent gave: answers are kept by them, so that none may come twice.
  const n = (into.lastNumber.get(code) ?? 0) + 1;
  into.lastNumber.set(code, n);
  const context = textOr(own(value, 'context'), '', longestContext) || undefined;
  into.questions.push({ id: makeQuestionId(code, n), finding, question, ...given({ context }) });
};

const sayTooMany = ({ tooMany, problems }: Collector): void => {
  if (tooMany === 0) return;
  problems.push(
    `${tooMany} questions are left out: at most ${questionsPerFinding} per finding and ${questionsInAll} in all`,
  );
};

const sayReadiness = (answer: unknown, questions: number, problems: string[]): void => {
  const said = own(answer, 'ready_to_plan');
  const ready = said === true || (typeof said === 'string' && /^(?:true|yes)$/i.test(said.trim()));
  if (ready && questions > 0)
    problems.push('the agent calls itself ready to plan, but has questions: they are asked all the same');
  if (!ready && questions === 0)
    problems.push('the agent does not call itself ready to plan, but asks nothing new: going on');
};
