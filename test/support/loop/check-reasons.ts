/** 4.5: a weak reason is no reason: what was deferred for one is open again, what was blocked for one is flagged. */
import type { RunEventOf } from '../../../src/model/event.ts';
import type { Evidence } from './check-proof.ts';
import { goodReasons, weakReasons } from './scenario-judgement.ts';
import { demand, type World } from './world.ts';

const weak: ReadonlySet<string> = new Set(weakReasons);
const good: ReadonlySet<string> = new Set(goodReasons);

export const checkReasons = (
  world: World,
  evidence: Evidence,
  { unit, results }: RunEventOf<'attempt.judged'>,
): void => {
  const answer = evidence.answers.get(unit);
  if (answer?.outcome !== 'ok') return;
  const { weak: policy } = world.scenario.config.justification;
  for (const [id, { gate, flag }] of Object.entries(results)) {
    const { claim, explanation = '' } = answer.claims[id] ?? {};
    const isFlagged = flag !== undefined;
    if (claim !== 'deferred' && claim !== 'blocked')
      demand(!isFlagged && gate !== 'justification', `4.5: ${id} is flagged, and was not given up`);
    else if (weak.has(explanation))
      demand(isFlagged === (policy !== 'off'), `4.5: the weak reason for ${id} is passed over`);
    else if (good.has(explanation)) demand(!isFlagged, `4.5: the good reason for ${id} is taken for a weak one`);
    if (claim !== 'deferred' || !weak.has(explanation)) continue;
    const { status } = world.state.findings.get(id) ?? {};
    // The fix of another took it along, or its file, meanwhile.
    if (status !== 'open' && status !== 'deferred') continue;
    const isRefused = gate === 'justification' && status === 'open';
    demand(
      policy === 'refuse' ? isRefused : status === 'deferred',
      `4.5: ${id} was put off for a weak reason and is ${status}`,
    );
  }
};
