/** A run of `fixpoint clarify` in the form in which other systems read it. */
import type { ClarifyResponse } from '../model/answers/clarify-response.ts';
import type { Report } from '../model/report.ts';
import { given } from '../plain/given.ts';

/** It came to its end: nothing is left to ask. */
export const isReadyToPlan = ({ status, stopReason }: Pick<Report, 'status' | 'stopReason'>): boolean =>
  (status === 'clean' || status === 'leftovers') && stopReason === null;

export const clarifyResponse = (report: Report): ClarifyResponse => {
  const open = report.questions.filter(({ answer }) => answer === null);
  return {
    has_questions: open.length > 0,
    questions_by_issue: [...Map.groupBy(open, ({ code }) => code)].map(([code, own]) => ({
      issue_code: code,
      questions: own.map(({ id, question, context }) => ({ id, question, ...given({ context }) })),
    })),
    session_id: report.run,
    ready_to_plan: isReadyToPlan(report),
  };
};
