/** Asks an agent what it wants to know before findings are planned and fixed (3.1). */
import { settingsOf } from '../../../config/agents.ts';
import type { Clarification } from '../../../model/todo.ts';
import { clarifySchema, readClarifyAnswer } from '../../../stages/plan/clarify-answer.ts';
import { clarifyPrompt } from '../../../stages/plan/clarify-prompt.ts';
import type { Performing } from '../../engine.ts';
import { preparatorySession } from '../../decide/calls/session.ts';
import type { RunState } from '../../state/state.ts';
import type { Consultation } from './consultation.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';
import { excerptsOf, toBeFixed } from '../fix/open-findings.ts';
import { given } from '../../../plain/given.ts';

/** What was asked so far, about one finding or about all; an empty answer is none. */
export const clarificationsIn = (state: RunState, about?: string): Clarification[] =>
  [...state.people.questions.values()]
    .filter(({ finding }) => about === undefined || finding === about)
    .map(({ id, question, answer = '', context }) => ({
      question_id: id,
      question,
      answer,
      ...given({ context }),
    }));

export const askForQuestions = async (performing: Performing, agent: string): Promise<Consultation> => {
  const { state } = performing;
  const { config } = state;
  const findings = await excerptsOf(performing, toBeFixed(state));
  const conventions = await conventionsOf(performing);
  const asked = clarificationsIn(state);
  const notes = notesOf(config);
  const context = settingsOf(config, agent)?.context;
  const prompt = clarifyPrompt({
    findings,
    asked,
    conventions,
    template: state.run.started.prompts?.['clarify'],
    context,
    ...notes,
  });
  const plain = findings.map(({ finding }) => finding);
  return {
    question: {
      prompt,
      input: { role: 'clarify', run: state.run.id, findings: plain, answers: asked, conventions, ...notes },
      answerSchema: clarifySchema(),
    },
    session: preparatorySession(state, agent),
    read: async (result) => {
      const reading = readClarifyAnswer(result.answer, plain, asked);
      return { answer: { role: 'clarify', ...reading }, message: reading.problems.join('; ') };
    },
  };
};
