/** Where a generated history starts from: a configuration and findings of every shape. */
import { Config } from '../../../src/config/schema.ts';
import type { Command } from '../../../src/model/run/outcome.ts';
import type { DraftFinding, Finding } from '../../../src/model/finding.ts';
import type { TextEdit } from '../../../src/model/finding/edits.ts';
import type { Random } from './random.ts';
import { generateJudgement } from './scenario-judgement.ts';

export type Scenario = {
  config: Config;
  command: Command;
  /** Given beforehand; null when reviewers are asked for them. */
  findings: Finding[] | null;
  /** They come with a plan. */
  planned: boolean;
  /** How often the run may be cancelled or killed, and how often it is resumed after it ended early. */
  disturbances: number;
  resumes: number;
  /** How likely things are to go wrong, from 0 to 1: some histories are smooth, some are hell. */
  trouble: number;
  /** What happens again and again, however often it is tried: chance alone would always find a way out. */
  habit: Habit | null;
  /** How likely a tree that failed is to pass when it is run again. */
  flaky: number;
};

const habits = [
  'rate-limit',
  'deferred',
  'weak',
  'crashed',
  'no-change',
  'conflict',
  'check-fails',
  'head-fails',
  'review-fails',
  'asks-on',
  'silent',
  'low-scores',
] as const;
export type Habit = (typeof habits)[number];

const defaults = Config.parse({});
const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
const levels = ['blocking', 'warning', 'suggestion'] as const;
export const files = 'abcdefghijkl'.split('').map((name) => `${name}.ts`);
export const rules = ['eqeqeq', 'no-var', 'no-eval'] as const;

export const generateScenario = (random: Random): Scenario => {
  const command = random.weighted([
    [7, 'fix'],
    [6, 'run'],
    [0.8, 'plan'],
    [0.4, 'review'],
  ] as const);
  const isGiven = command === 'fix' || (command === 'plan' && random.chance(0.5));
  const config = generateConfig(random, random.pick(isGiven ? [0, 0, 1] : [1, 2, 3, 3]));
  const count = random.weighted([
    [1, 0],
    [1, 1],
    [2, 2],
    [4, 3],
    [6, 5],
    [6, 7],
    [2, 12],
    [1, 20],
  ]);
  return asDocumentsSay(
    withLadder({
      config,
      command,
      findings: isGiven ? Array.from({ length: count }, (_, index) => generateFinding(random, index, config)) : null,
      planned: command === 'fix' && random.chance(0.1),
      disturbances: random.pick([0, 1, 2, 4]),
      resumes: random.pick([1, 0, 2, 4]),
      trouble: random.pick([0.1, 0.3, 0.6, 0.9]),
      habit: random.chance(0.2) ? random.pick(habits) : null,
      flaky: random.pick([0, 0, 0.2, 0.6]),
    }),
  );
};

/** Only asked about, and trusted: what presets bring, again without another look at the dice. */
const asDocumentsSay = (scenario: Scenario): Scenario => {
  const { config, command, disturbances, resumes } = scenario;
  if (command === 'plan' && disturbances === 1) return { ...scenario, command: 'clarify' };
  const verify: Config['verify'] = { ...config.verify, claims: 'trust' };
  return resumes === 2 && disturbances !== 0 ? { ...scenario, config: { ...config, verify } } : scenario;
};

/** In some histories, by what they are anyway, so that the others stay as they were. */
const withLadder = (scenario: Scenario): Scenario => {
  const { agent, ...fix } = scenario.config.fix;
  if (scenario.trouble !== 0.6 || agent !== 'house') return requiringProof(scenario);
  const agents = fix.concurrency === 1 ? ['reader', 'reader', 'house'] : ['house', 'planner'];
  return { ...scenario, config: { ...scenario.config, fix: { ...fix, agents } } };
};

const requiringProof = (scenario: Scenario): Scenario => {
  const { config, trouble, resumes, command } = scenario;
  if (trouble !== 0.3) return scenario;
  const required: Config['verify']['requireProof'] =
    resumes === 0 ? ['any'] : resumes === 2 && command === 'run' ? ['review'] : ['tool'];
  return { ...scenario, config: { ...config, verify: { ...config.verify, requireProof: required } } };
};

const generateConfig = (random: Random, reviewers: number): Config => {
  return {
    ...defaults,
    preset: random.pick(['default', 'default', 'raven']),
    ...generateJudgement(random, reviewers),
    findings: {
      dedup: random.pick(['off', 'exact', 'fuzzy']),
      missing: random.pick(['judged', 'blocked', 'dismissed']),
    },
    fix: generateFix(random),
    verify: generateVerify(random),
    commit: { ...defaults.commit, per: random.pick(['finding', 'run', 'none']), hooks: random.chance(0.2) },
    limits: {
      cycles: random.weighted([
        [8, 3],
        [6, 2],
        [4, 4],
        [2, 1],
        [1, 0],
      ]),
      attemptsPerFinding: random.pick([3, null, 1, 2, 4]),
      wait: random.pick([60_000, 1_000, 120_000]),
      ...(random.chance(0.15) && { usd: random.pick([0.1, 3, 12, 40]) }),
      ...(random.chance(0.15) && { tokens: random.pick([10, 34_000, 100_000]) }),
      ...(random.chance(0.1) && { usdPerFinding: random.pick([0.3, 4, 12]) }),
      ...(random.chance(0.1) && { tokensPerFinding: random.pick([10, 34_000, 70_000]) }),
      ...(random.chance(0.15) && { stages: generateShares(random) }),
    },
  };
};

const generateShares = (random: Random): NonNullable<Config['limits']['stages']> => ({
  ...(random.chance(0.4) && { review: 0.5 }),
  ...(random.chance(0.4) && { fix: random.pick([0.3, 0.6]) }),
  ...(random.chance(0.4) && { challenge: random.pick([0.2, 0.5]) }),
});

const generateFix = (random: Random): Config['fix'] => ({
  ...(random.chance(0.05) ? {} : { agent: random.weighted([[20, 'house'] as const, [1, 'autofix'] as const]) }),
  mode: random.pick(['perFinding', 'perFinding', 'batch', 'delegated']),
  similar: random.pick(['apart', 'apart', 'together']),
  concurrency: random.pick([4, 1, 2, 3, 8]),
  minSeverity: random.weighted([[12, 'info'] as const, [1, 'low'] as const, [1, 'high'] as const]),
  levels: random.pick([[...levels], [...levels], ['blocking', 'warning'], ['blocking']]),
});

const generateVerify = (random: Random): Config['verify'] => ({
  ...defaults.verify,
  setup: random.chance(0.2) ? ['npm ci'] : [],
  commands: random.chance(0.2) ? [] : ['npm test'],
  together: random.pick(['auto', 'auto', 'each', 'each', 1, 2, 3] as const),
  ...(random.chance(0.2) && { concurrency: random.pick([1, 2, 4]) }),
  baseline: !random.chance(0.4),
  unproven: random.pick(['refuse', 'accept']),
});

const generateFinding = (random: Random, index: number, config: Config): Finding => ({
  ...generateDraft(random, index),
  id: `id${index}`,
  code: `F${index}`,
  reviewer: config.reviewers[0] && random.chance(0.5) ? config.reviewers[0].name : 'import',
  level: random.weighted([[8, 'blocking'] as const, [1, 'warning'] as const, [1, 'suggestion'] as const]),
});

export const generateDraft = (random: Random, index: number): DraftFinding => {
  const file = random.chance(0.1) ? undefined : random.pick(files);
  const edits = random.chance(0.3) ? generateEdits(random, file) : [];
  return {
    severity: random.pick(severities),
    category: random.pick(['correctness', 'style']),
    title: `problem ${index}`,
    description: 'what is wrong',
    ...(file !== undefined && { file, line: 1 + random.below(50) }),
    ...(random.chance(0.7) && { rule: random.pick(rules) }),
    ...(edits.length > 0 && { edits }),
  };
};

const generateEdits = (random: Random, file: string | undefined): TextEdit[] =>
  [file ?? random.pick(files), ...random.some(files, 0.1)].map((name) => ({
    file: name,
    range: { by: 'offset', start: 0, end: 1 },
    text: 'x',
  }));
