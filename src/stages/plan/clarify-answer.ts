/** Reads what an agent wants to know before fixing: tolerant of its shape, and silent about nothing. */
import { z } from 'zod';
import type { Question } from '../../model/call.ts';
import type { Finding } from '../../model/finding.ts';
import type { Clarification } from '../../model/todo.ts';
import { makeQuestionId, readQuestionId, wordsOf } from './clarifications.ts';
import { finder } from './finder.ts';
import { asArray, cleanText, firstText, isObject, own, shortened, textOr } from './shape.ts';
import { cutEnd } from '../../plain/cut.ts';

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
  asked: readonly Pick<Clarification, 'question_id' | 'question'>[],
): ClarifyReading => {
  if (!isObject(answer))
    return { questions: [], ready: true, problems: ['there is no answer: going on without questions'] };
  const problems: string[] = [];
  const collector = collect(asked, problems);
  const find = finder(findings);
  for (const { name, questions } of listGroups(answer, problems)) {
    const finding = find(name);
    if (finding === undefined)
      problems.push(`a question is about ${JSON.stringify(cutEnd(name, 100))}, which is not a finding here: left out`);
    else for (const question of questions) collector.add(finding, question);
  }
  const questions = collector.end();
  sayReadiness(answer, questions.length, problems);
  return { questions, ready: questions.length === 0, problems: shortened(problems, mostProblems, 'problems') };
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

/** Ids are made here, whatever the agent gave: answers are kept by them, so that none may come twice. */
const collect = (
  asked: readonly Pick<Clarification, 'question_id' | 'question'>[],
  problems: string[],
): { add: (finding: Finding, value: unknown) => void; end: () => Question[] } => {
  const questions: Question[] = [];
  const lastNumber = new Map<string, number>();
  const known = new Set<string>();
  const perFinding = new Map<string, number>();
  let tooMany = 0;
  for (const { question_id: id, question } of asked) {
    const { code, n } = readQuestionId(id) ?? { code: '', n: 0 };
    lastNumber.set(code, Math.max(n, lastNumber.get(code) ?? 0));
    known.add(JSON.stringify([code, wordsOf(question)]));
  }
  const add = ({ id: finding, code }: Finding, value: unknown): void => {
    const question = cleanText(
      typeof value === 'string' ? value : (firstText(value, ['question', 'text']) ?? ''),
      longestQuestion,
    );
    const words = wordsOf(question);
    if (words === '') return void problems.push(`a question about ${code} has no words: left out`);
    const key = JSON.stringify([code, words]);
    if (known.has(key)) return void problems.push(`${code} was asked about before in the same words: left out`);
    const before = perFinding.get(code) ?? 0;
    if (before >= questionsPerFinding || questions.length >= questionsInAll) return void (tooMany += 1);
    const n = (lastNumber.get(code) ?? 0) + 1;
    const context = textOr(own(value, 'context'), '', longestContext);
    known.add(key);
    perFinding.set(code, before + 1);
    lastNumber.set(code, n);
    questions.push({ id: makeQuestionId(code, n), finding, question, ...(context && { context }) });
  };
  const end = (): Question[] => {
    if (tooMany > 0)
      problems.push(
        `${tooMany} questions are left out: at most ${questionsPerFinding} per finding and ${questionsInAll} in all`,
      );
    return questions;
  };
  return { add, end };
};

const sayReadiness = (answer: unknown, questions: number, problems: string[]): void => {
  const said = own(answer, 'ready_to_plan');
  const ready = said === true || (typeof said === 'string' && /^(?:true|yes)$/i.test(said.trim()));
  if (ready && questions > 0)
    problems.push('the agent calls itself ready to plan, but has questions: they are asked all the same');
  if (!ready && questions === 0)
    problems.push('the agent does not call itself ready to plan, but asks nothing new: going on');
};
