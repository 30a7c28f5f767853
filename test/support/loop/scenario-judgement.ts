/** Who reviews, asks, plans and judges in a generated history. */
import { Config, type ReviewerConfig } from '../../../src/config/schema.ts';
import { AgentSettings } from '../../../src/config/sections/agents.ts';
import type { Random } from './random.ts';

type Judgement = Pick<
  Config,
  'agents' | 'reviewers' | 'review' | 'clarify' | 'plan' | 'challenger' | 'disputes' | 'justification'
>;

const defaults = Config.parse({});

/** The reader of a reason cannot take these for anything else, whatever the rest of the list is. */
export const weakReasons = ['This is out of scope.', 'It would take too long.', 'A pre-existing issue.'] as const;
export const goodReasons = [
  'The credentials for the payment service are missing.',
  'A product owner has to decide which of the two behaviours is wanted.',
] as const;

export const generateJudgement = (random: Random, reviewers: number): Judgement => ({
  agents: generateAgents(random),
  reviewers: Array.from({ length: reviewers }, (_, index) => generateReviewer(random, index)),
  review: {
    ...defaults.review,
    concurrency: random.pick([2, 1, 3]),
    sequence: random.chance(0.3),
    again: random.pick(['final', 'never', 'final']),
    rounds: random.pick([2, 1, 3, 6]),
  },
  clarify: random.chance(0.2)
    ? {
        agent: random.pick(['house', 'planner']),
        rounds: random.pick([1, 2, 3]),
        wait: random.chance(0.5),
      }
    : { ...defaults.clarify, wait: random.chance(0.3) },
  plan: random.chance(0.25) ? { ...defaults.plan, agent: random.pick(['house', 'planner']) } : defaults.plan,
  challenger: {
    ...defaults.challenger,
    agents: ['judge', 'jury', 'house'].slice(
      0,
      random.weighted([[5, 0] as const, [3, 1] as const, [1, 2] as const, [1, 3] as const]),
    ),
    vote: random.pick(['veto', 'median', 'majority']),
    threshold: random.pick([90, 50, 100]),
    iterations: random.pick([2, 1, 3]),
  },
  disputes: { hear: !random.chance(0.1), ...(random.chance(0.4) && { agent: random.pick(['jury', 'house']) }) },
  justification: { ...defaults.justification, weak: random.pick(['refuse', 'flag', 'off']) },
});

const generateReviewer = (random: Random, index: number): ReviewerConfig => {
  const level = random.pick(['blocking', 'blocking', 'warning'] as const);
  if (random.chance(0.5))
    return {
      name: `reader${index}`,
      kind: 'agent',
      agent: random.pick(['reader', 'house']),
      level,
      languages: [],
      paths: [],
    };
  return { name: `tool${index}`, kind: 'tool', command: ['lint', '{files}'], level, timeout: 300_000, paths: [] };
};

const settings = (fallback?: string): Config['agents'][string] =>
  AgentSettings.parse({
    kind: 'command',
    command: 'agent',
    price: { inputPerMTok: 1, outputPerMTok: 1 },
    ...(fallback && { fallback }),
  });
const plain = settings();
const replaceable = settings('neighbour');

const generateAgents = (random: Random): Config['agents'] => ({
  neighbour: plain,
  ...Object.fromEntries(
    ['house', 'reader', 'planner', 'judge', 'jury'].map((name) => [name, random.chance(0.3) ? replaceable : plain]),
  ),
});
