/** Events of calls that ask agents for something else than a fix, and of people who answer. */
import { z } from 'zod';
import { Session, Usage } from '../attempt.ts';
import { CallAnswer, CallSubject, Question } from '../call.ts';
import { PlanStep, TodoNotes } from '../todo.ts';
import { AgentOutcome } from '../run/outcome.ts';
import { Reserved } from '../run/snapshot.ts';
import { callRef, postponement } from './parts.ts';

export const callEvents = [
  z.object({
    type: z.literal('call.started'),
    ...callRef,
    subject: CallSubject,
    agent: z.string(),
    reserved: Reserved.optional(),
  }),
  z.object({ type: z.literal('call.postponed'), ...callRef, ...postponement }),
  z.object({
    type: z.literal('call.finished'),
    ...callRef,
    agent: z.string(),
    outcome: AgentOutcome,
    message: z.string().optional(),
    answer: CallAnswer.nullable().describe('null when it failed'),
    session: Session.optional(),
    usage: Usage,
    artifacts: z.array(z.string()),
    durationMs: z.number(),
  }),
  z
    .object({ type: z.literal('question.asked'), question: Question })
    .describe('A fix, or a dispute about a finding, needs the decision of a person; others go on meanwhile'),
  z
    .object({
      type: z.literal('run.waiting'),
      questions: z.array(Question).min(1).describe('Those that are still to be answered'),
    })
    .describe('Nothing is left to do until a person answers'),
  z
    .object({
      type: z.literal('question.answered'),
      question: z.string().describe('Its id'),
      answer: z.string().describe('Empty: whoever fixes has to decide'),
      command: z
        .string()
        .optional()
        .describe('Id of the message that brought it; not there where it was given beforehand'),
    })
    .describe('The first answer to a question; others change nothing'),
  z
    .object({
      type: z.literal('questions.answered'),
      n: z.int().describe('Of the round of questions'),
      answers: z
        .record(z.string(), z.string())
        .describe('By id of the question; those that are missing were not answered'),
    })
    .describe('A round of questions is over'),
  z.object({
    type: z.literal('plan.made'),
    round: z.int(),
    by: z.enum(['agent', 'computed', 'file']),
    steps: z.array(PlanStep),
    todos: z.record(z.string(), TodoNotes).describe('By id of the finding'),
    corrections: z.array(z.string()).describe('What was wrong with the plan, and what became of it'),
    file: z.string().optional().describe('Artifact: master_todo.json'),
  }),
] as const;
