/** How a call of an agent can end, whatever it is about. */
import type { Usage } from '../../../src/model/attempt.ts';
import type { AgentOutcome } from '../../../src/model/run/outcome.ts';
import type { AgentResult } from '../../../src/ports/agent.ts';
import { goesWrong, type World } from './world.ts';

/** `ending`: the call was cut short, though it may have been through just before. */
export const outcomeFor = (world: World, agent: string, ending: boolean): AgentOutcome => {
  const { random, scenario } = world;
  if (ending && random.chance(0.6)) return 'cancelled';
  if (agent === 'autofix') return 'ok';
  if (scenario.habit === 'rate-limit' || scenario.habit === 'crashed') return scenario.habit;
  // It was about to use more than there is.
  if (isLimited(world) && goesWrong(world, 0.1)) return 'cancelled';
  const trouble = scenario.trouble / 12;
  return random.weighted([
    [1, 'ok'],
    [trouble, 'crashed'],
    [trouble, 'timeout'],
    [trouble, 'refused'],
    [trouble, 'rate-limit'],
    [trouble, 'overloaded'],
    [trouble, 'network'],
    [trouble / 3, 'quota'],
    [trouble / 3, 'auth'],
  ]);
};

const isLimited = ({ scenario }: World): boolean => {
  const { usd, tokens } = scenario.config.limits;
  return usd !== undefined || tokens !== undefined;
};

export const agentResult = ({ random, scenario }: World, outcome: AgentOutcome): AgentResult => ({
  outcome,
  answer: null,
  text: '',
  transcript: '',
  usage: {},
  denials: [],
  problems: [],
  ...(random.chance(0.7) && { message: `it says ${outcome}` }),
  ...(outcome !== 'ok' && random.chance(0.2) && { retryAfterMs: random.pick([30_000, 0, 1, 3_600_000]) }),
  ...(scenario.habit === 'rate-limit' && { retryAfterMs: 0 }),
});

/** A call that was cut short under a limit has used up what there was. */
export const usageFor = (world: World, outcome: AgentOutcome): Usage => {
  const { random } = world;
  if (outcome === 'cancelled' && isLimited(world)) return { inputTokens: 1_000_000, outputTokens: 0, usd: 1_000 };
  return random.chance(0.5)
    ? { inputTokens: random.below(1_000), outputTokens: random.below(100), usd: random.below(10) }
    : {};
};
