/** People in a generated history: whether they are there, what they answer, and when. */
import type { RunEvent } from '../../../src/model/event.ts';
import { type Answer, firstAnswers, openQuestions } from '../../../src/loop/decide/questions.ts';
import { goesWrong, type World } from './world.ts';

/** Longer than any run of the simulation is at work. */
export const dayMs = 24 * 60 * 60_000;

/** Somebody started the run, or goes on with it: they may be there to answer. */
export const presence = ({ random, scenario }: Pick<World, 'random' | 'scenario'>): { attended?: true } =>
  random.chance(scenario.config.clarify.agent === undefined ? 0.25 : 0.4) ? { attended: true } : {};

/** Brought along at the start, for questions that may be asked. */
export const answersBeforehand = ({
  random,
  scenario,
}: Pick<World, 'random' | 'scenario'>): { answers?: Record<string, string> } =>
  scenario.config.clarify.agent !== undefined && random.chance(0.3)
    ? { answers: { 'F0-q1': 'as before', 'F1-q1': '', 'nobody-q1': 'to nothing', 'F0-d1': 'yes', 'F1-s1': 'yes' } }
    : {};

/** Messages in any order: to some of the questions or all, to some of them twice, to questions that nobody asked. */
const messages = ({ random, state }: World): Answer[] => {
  const asked = [...state.people.questions.keys(), 'nobody-q1'];
  const answers = [...random.some(asked, random.pick([1, 0.5])), ...random.some(asked, 0.2)];
  return answers
    .toSorted(() => random.below(3) - 1)
    .map((question, index) => ({
      question,
      answer: random.pick(['the first', 'the other', '', 'yes', 'no']),
      command: `m${index}`,
    }));
};

/** What answers come to that are there when the loop looks; none may be. */
export const answersNow = (world: World): RunEvent[] => firstAnswers(world.state, messages(world));

/** In the end somebody answers whatever is asked. */
export const lastAnswers = ({ state }: World): RunEvent[] =>
  firstAnswers(
    state,
    openQuestions(state).map(({ id }) => ({ question: id, answer: 'whatever' })),
  );

export const givesUp = (world: World): boolean => goesWrong(world, 0.1);
