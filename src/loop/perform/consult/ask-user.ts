/** Gets questions answered: by what was given beforehand, else by the person at the terminal. */
import type { RunEvent } from '../../../model/event.ts';
import type { Performing } from '../../engine.ts';

export const performAskUser = async ({ engine, state, signal }: Performing, n: number): Promise<RunEvent[]> => {
  const open = [...state.questions.values()].filter(({ answer }) => answer === undefined);
  const given = Object.fromEntries(
    open.flatMap(({ id }) => (state.started?.answers?.[id] === undefined ? [] : [[id, state.started.answers[id]]])),
  );
  const left = open.filter(({ id }) => !Object.hasOwn(given, id));
  const asked = left.flatMap((question) => {
    const about = state.findings.get(question.finding)?.finding;
    return about ? [{ ...question, about }] : [];
  });
  const said = asked.length === 0 || !engine.askUser ? {} : await engine.askUser(asked, signal);
  if (signal.aborted) return [];
  if (said === null) return [{ type: 'cancel.requested' }];
  const answers = Object.fromEntries(
    Object.entries({ ...given, ...said }).map(([id, text]) => [id, engine.redact(text)]),
  );
  const unanswered = open.filter(({ id }) => (answers[id] ?? '') === '').map(({ id }) => id);
  const warning = `not answered, so that the fixer has to decide by itself: ${unanswered.join(', ')}`;
  return [
    ...(unanswered.length > 0 ? [{ type: 'warning', message: warning } as const] : []),
    { type: 'questions.answered', n, answers },
  ];
};
