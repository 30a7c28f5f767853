/** Asks an agent for a plan of the fixes (3.2). */
import { settingsOf } from '../../../config/agents.ts';
import { showCommand } from '../../../config/values.ts';
import { planSchema, readPlanAnswer } from '../../../stages/plan/plan-answer.ts';
import { planPrompt } from '../../../stages/plan/plan-prompt.ts';
import type { Performing } from '../../engine.ts';
import { preparatorySession } from '../../decide/calls/session.ts';
import { clarificationsIn } from './ask-for-questions.ts';
import type { Consultation } from './consultation.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';
import { excerptsOf, toBeFixed } from '../fix/open-findings.ts';

export const askForPlan = async (performing: Performing, agent: string): Promise<Consultation> => {
  const { state } = performing;
  const { config } = state;
  const findings = await excerptsOf(performing, toBeFixed(state));
  const conventions = await conventionsOf(performing);
  const answers = clarificationsIn(state);
  const verify = config.verify.commands.map(showCommand);
  const notes = notesOf(config);
  const context = settingsOf(config, agent)?.context;
  const prompt = planPrompt({
    findings,
    answers,
    conventions,
    verify,
    template: state.run.started.prompts?.['plan'],
    context,
    ...notes,
  });
  const plain = findings.map(({ finding }) => finding);
  return {
    question: {
      prompt,
      input: { role: 'plan', run: state.run.id, findings: plain, answers, conventions, verify, ...notes },
      answerSchema: planSchema(),
    },
    session: preparatorySession(state, agent),
    read: async (result) => {
      const reading = readPlanAnswer(result.answer, plain);
      return { answer: { role: 'plan', ...reading }, message: reading.problem };
    },
  };
};
