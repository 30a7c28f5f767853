/**
 * Makes the plan of a round: an agent's where one was asked and can be used, else a computed one; kept as files (3.2).
 */
import type { RunEvent } from '../../../model/event.ts';
import type { Finding } from '../../../model/finding.ts';
import type { TodoNotes } from '../../../model/todo.ts';
import { computePlan } from '../../../stages/plan/compute.ts';
import { todoFiles } from '../../../stages/plan/todo-files.ts';
import type { Performing } from '../../engine.ts';
import { callOf } from '../../decide/calls/wanted-calls.ts';
import { clarificationsIn } from './ask-for-questions.ts';
import { snippetsOf, toBeFixed } from '../fix/open-findings.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { given } from '../../../plain/given.ts';

type Planned = Pick<Extract<RunEvent, { type: 'plan.made' }>, 'by' | 'steps' | 'todos' | 'corrections'>;

export const performPlan = async (performing: Performing, round: number): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const findings = toBeFixed(state);
  const computed: Planned = { by: 'computed', steps: computePlan(findings), todos: {}, corrections: [] };
  const planned = plannedByAgent(performing, round, computed);
  const todos = withAnswers(planned.todos, performing, findings);
  const files = todoFiles({
    session: state.run.id,
    branch: state.config.commit.branch.replaceAll('{run}', state.run.id),
    steps: planned.steps,
    todos,
    findings,
    folder: round <= 1 ? 'plan' : `plan/${round}`,
    snippets: await snippetsOf(performing, findings),
  });
  const stored: string[] = [];
  for (const { name, text } of files) stored.push(await engine.artifacts.put(name, text));
  const file = stored.find((name) => name.endsWith('master_todo.json'));
  return [...unusedAnswers(performing), { type: 'plan.made', round, ...planned, todos, ...given({ file }) }];
};

/** What attempts lead to: a dispute, or something that lasts. */
const comesUpLater = /-[ds]\d+$/;

/** Said once all questions of agents are known, before the first plan: a mistake in an id would go unnoticed. */
const unusedAnswers = ({ state }: Performing): RunEvent[] => {
  const unused = Object.keys(state.run.started.request.answers ?? {}).filter(
    (id) => !state.people.questions.has(id) && !comesUpLater.test(id),
  );
  if (state.fixing.plan || unused.length === 0) return [];
  const shown = unused.slice(0, 20).map((id) => JSON.stringify(cutEnd(id, 100)));
  const more = unused.length > shown.length ? ` and ${unused.length - shown.length} more` : '';
  return [{ type: 'warning', message: `answers to questions that nobody asked: ${shown.join(', ')}${more}` }];
};

/** Computed where no agent plans, and where the agent's plan cannot be used. */
const plannedByAgent = ({ state }: Performing, round: number, computed: Planned): Planned => {
  const { agent } = state.config.plan;
  if (agent === undefined) return computed;
  const answer = callOf(state, { role: 'plan', round })?.answer;
  const reading = answer?.answer?.role === 'plan' ? answer.answer : undefined;
  if (reading && reading.problem === undefined) {
    const { steps, todos, corrections } = reading;
    return { by: 'agent', steps, todos, corrections };
  }
  const why = reading?.problem ?? answer?.message ?? 'it did not answer';
  return {
    ...computed,
    corrections: [`${agent} gave no plan that can be used (${why}): the steps are computed`],
  };
};

/** Answers reach the todo of the finding that they belong to (3.4). */
const withAnswers = (
  todos: Readonly<Record<string, TodoNotes>>,
  { state }: Performing,
  findings: readonly Finding[],
): Record<string, TodoNotes> =>
  Object.fromEntries(
    findings.flatMap(({ id }): [string, TodoNotes][] => {
      const clarifications = clarificationsIn(state, id);
      const notes = todos[id];
      if (!notes && clarifications.length === 0) return [];
      return [[id, { related_files: [], existing_patterns: [], ...notes, clarifications }]];
    }),
  );
