/** 7.7, 7.8: what was decided about disputes and about what lasts, said again from claims and answers alone. */
import type { RunEventOf } from '../../../src/model/event.ts';
import type { Evidence } from './check-proof.ts';
import { demand, type World } from './world.ts';

export const checkDisputes = (
  world: World,
  evidence: Evidence,
  { unit, results }: RunEventOf<'attempt.judged'>,
): void => {
  const answer = evidence.answers.get(unit);
  for (const [id, { result, gate, ruling }] of Object.entries(results)) {
    const { claim, dispute } = answer?.claims[id] ?? {};
    const isHeard = answer?.outcome === 'ok' && dispute !== undefined && world.scenario.config.disputes.hear;
    demand(
      isHeard === (ruling !== undefined),
      `7.8: ${id} is disputed, and nothing is decided, or the other way round`,
    );
    demand(gate !== 'dispute' || isHeard, `7.8: ${id} is refused for a dispute that is none`);
    if (!ruling) continue;
    demand(claim === 'blocked' && result !== 'accepted', `7.8: ${id} is disputed and accepted`);
    const before = (world.state.findings.get(id)?.attempts ?? []).slice(0, -1);
    const refusals = before.filter((each) => each.gate === 'dispute').length;
    const mayBeHeard = dispute?.problem === undefined && refusals < 2;
    demand(mayBeHeard || ruling.verdict === 'not-heard', `7.8: ${id} is heard after ${refusals} refusals`);
    demand(!mayBeHeard || ruling.verdict !== 'not-heard', `7.8: ${id} is not heard, though it should be`);
  }
  checkDurable(world, evidence, unit, results);
};

/** Nothing that lasts gets in without a yes. */
const checkDurable = (
  { state }: World,
  evidence: Evidence,
  unit: string,
  results: RunEventOf<'attempt.judged'>['results'],
): void => {
  const { plan } = state.fixing.units.get(unit) ?? {};
  const remarks = evidence.answers.get(unit)?.snapshot?.remarks ?? [];
  const accepted = Object.values(results).some(({ result }) => result === 'accepted');
  if (remarks.length === 0 || !accepted || plan?.agent === 'autofix') return;
  const answers = [...state.people.questions.values()].filter((question) => question.unit === unit);
  demand(
    answers.some(({ answer }) => answer?.startsWith('yes')),
    `7.7: ${unit} adds what lasts, and nobody has said yes`,
  );
};
