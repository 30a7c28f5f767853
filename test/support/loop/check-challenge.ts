/**
 * 6: whoever is asked for an opinion must be content before a fix counts. Worked out anew from the scores that are
 * stored.
 */
import type { Attempt } from '../../../src/model/attempt.ts';
import type { RunEventOf } from '../../../src/model/event.ts';
import type { Calls } from './check-calls.ts';
import type { Evidence } from './check-proof.ts';
import { demand, type World } from './world.ts';

type Judged = RunEventOf<'attempt.judged'>;

export const checkChallenges = (world: World, calls: Calls, evidence: Evidence, { unit, results }: Judged): void => {
  const { config } = world.scenario;
  const { agents, threshold } = config.challenger;
  const byMachine = world.state.fixing.units.get(unit)?.plan.agent === 'autofix';
  for (const [id, { result, gate, challenge }] of Object.entries(results)) {
    if (agents.length === 0 || byMachine) {
      demand(challenge === undefined && gate !== 'challenge', `6.1: ${id} is judged by challengers, and nobody is one`);
      continue;
    }
    const isSolved = (each: string): boolean =>
      !isBesideThePoint(world, evidence, unit, each) && solves(world, scoresOf(calls, unit, each, agents));
    demand(
      result !== 'accepted' || isSolved(id),
      `6.1: ${id} is accepted in ${unit} although the challengers were not content`,
    );
    if (gate !== 'challenge') continue;
    const cutShort = calls
      .of('challenge')
      .some(({ subject, answer }) => subject.unit === unit && answer.outcome === 'cancelled');
    demand(!cutShort, `6.3: a call that the budget cut short is held against ${id}`);
    demand(
      !Object.keys(results).every(isSolved),
      `6.1: ${id} is refused in ${unit} although the challengers were content with everything`,
    );
    demand(challenge === undefined || challenge.threshold === threshold, `6.1: ${id} is held to another threshold`);
  }
  checkIterations(world, Object.keys(results));
};

/**
 * A fix that was good enough, or that nobody said anything about, may be refused with others all the same: that is not
 * held against it.
 */
export const isRejection = ({ gate, challenge }: Attempt): boolean =>
  gate === 'challenge' && challenge !== undefined && challenge.score < challenge.threshold;

/** 6.2: the first fix, and re-fixes. */
const checkIterations = ({ state, scenario }: World, ids: readonly string[]): void => {
  const { iterations } = scenario.config.challenger;
  for (const id of ids) {
    const refused = (state.findings.get(id)?.attempts ?? []).filter(isRejection).length;
    demand(
      refused <= iterations,
      `6.2: ${id} was refused by challengers ${refused} times, challenger.iterations is ${iterations}`,
    );
  }
};

/** 6.5: it touches neither what it claims to fix, nor what it says that it touches. */
const isBesideThePoint = ({ state }: World, evidence: Evidence, unit: string, id: string): boolean => {
  const { file, edits = [] } = state.findings.get(id)?.finding ?? {};
  const answer = evidence.answers.get(unit);
  const touched = answer?.snapshot?.files.map(({ path }) => path) ?? [];
  const isNamed = (path: string): boolean => answer?.claims[id]?.explanation.includes(path) === true;
  return (
    file !== undefined &&
    !touched.some((path) => path === file || edits.some((edit) => edit.file === path) || isNamed(path))
  );
};

/** Of each challenger the first score that it gave, or nothing. */
const scoresOf = (calls: Calls, unit: string, id: string, agents: readonly string[]): (number | undefined)[] => {
  const given = calls.of('challenge').filter(({ subject }) => subject.unit === unit);
  return agents.map((challenger) => {
    const own = given
      .filter(({ subject }) => subject.challenger === challenger)
      .toSorted((a, b) => a.subject.n - b.subject.n);
    const scores = own.flatMap(({ answer: { outcome, answer } }) =>
      outcome === 'ok' && answer?.role === 'challenge' ? (answer.scores[id]?.score ?? []) : [],
    );
    return scores[0];
  });
};

/** In other words than the loop's: how many have to be content. */
const solves = ({ scenario }: World, scores: readonly (number | undefined)[]): boolean => {
  const { vote, threshold } = scenario.config.challenger;
  const content = scores.filter((score) => score !== undefined && score >= threshold).length;
  return vote === 'veto' ? content === scores.length : content * 2 > scores.length;
};
