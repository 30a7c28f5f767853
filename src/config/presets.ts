/**
 * Presets: where the defaults come from. One row for each key and one column for each preset; where a column is empty,
 * the default of the schema holds. What the user sets wins over all of it.
 */
import { type Path, setIn } from '../plain/plain-data.ts';

export const presetNames = ['default', 'raven', 'turbowrap', 'ralph', 'unified', 'accountability'] as const;
export type PresetName = (typeof presetNames)[number];

type Column = Exclude<PresetName, 'default'>;
type Row = Partial<Record<Column, unknown>>;

const allLevels = ['blocking', 'warning', 'suggestion'];

const reviewer = (name: string): Readonly<Record<string, string>> => ({ name, kind: 'agent', skill: name });

/** As many as the attempts of a finding need: those are what ends it. */
const unlimited = 1_000;

/** `default` is the schema itself. */
export const matrix: Readonly<Record<string, Row>> = {
  reviewers: { unified: [reviewer('unified')], accountability: [reviewer('spec'), reviewer('technical')] },
  'review.spec': { accountability: 'specs' },
  'review.sequence': { ralph: true },
  'review.again': {
    raven: 'never',
    turbowrap: 'never',
    ralph: 'never',
    unified: 'never',
    accountability: 'never',
  },
  'findings.dedup': { raven: 'exact', turbowrap: 'off', ralph: 'off', unified: 'off', accountability: 'fuzzy' },
  'findings.missing': {
    raven: 'dismissed',
    turbowrap: 'dismissed',
    ralph: 'blocked',
    unified: 'blocked',
    accountability: 'blocked',
  },
  'plan.by': { turbowrap: 'agent' },
  'agents.claude': { turbowrap: { kind: 'claude', model: 'opus' } },
  'agents.gemini': { turbowrap: { kind: 'gemini', model: 'gemini-2.5-flash' } },
  'fix.agent': { turbowrap: 'claude', ralph: 'claude', unified: 'claude', accountability: 'claude' },
  'fix.mode': {
    raven: 'batch',
    turbowrap: 'delegated',
    ralph: 'perFinding',
    unified: 'delegated',
    accountability: 'batch',
  },
  'fix.similar': { ralph: 'together' },
  'fix.levels': {
    raven: allLevels,
    turbowrap: allLevels,
    ralph: ['blocking'],
    unified: allLevels,
    accountability: allLevels,
  },
  'verify.baseline': { raven: false, ralph: true },
  'verify.together': { raven: 'each', ralph: 'each' },
  'verify.claims': { turbowrap: 'trust', ralph: 'trust', unified: 'trust', accountability: 'trust' },
  'challenger.agents': { turbowrap: ['gemini'] },
  'challenger.threshold': { turbowrap: 90 },
  'challenger.iterations': { turbowrap: 2 },
  'challenger.explanation': { turbowrap: true },
  'justification.weak': {
    raven: 'off',
    turbowrap: 'off',
    ralph: 'off',
    unified: 'flag',
    accountability: 'refuse',
  },
  'gates.testIntegrity': { raven: false, turbowrap: false, ralph: false, unified: false, accountability: false },
  'gates.reversion': { raven: false, turbowrap: false, ralph: false, unified: false, accountability: false },
  'gates.protectedPaths': { raven: false, turbowrap: false, ralph: false, unified: false, accountability: false },
  'disputes.hear': { raven: false, turbowrap: false, ralph: false, unified: false, accountability: false },
  'gates.durable': { raven: 'allow', turbowrap: 'allow', ralph: 'allow', unified: 'allow', accountability: 'allow' },
  'gates.growth.fix': { raven: null, turbowrap: null, ralph: null, unified: null, accountability: null },
  'gates.growth.run': { raven: null, turbowrap: null, ralph: null, unified: null, accountability: null },
  'gates.growth.ownLines': { raven: 'fix', turbowrap: 'fix', ralph: 'fix', unified: 'fix', accountability: 'fix' },
  'commit.per': { raven: 'none', turbowrap: 'run', ralph: 'finding', unified: 'run', accountability: 'run' },
  'commit.branch': { turbowrap: 'fix/{run}' },
  'leftovers.to': { raven: 'none', turbowrap: 'none', ralph: 'none', unified: 'github', accountability: 'github' },
  'artifacts.retention': { turbowrap: '10d' },
  progress: { ralph: 'PROGRESS.txt' },
  'limits.cycles': { raven: 3, turbowrap: 2, ralph: unlimited, unified: 5, accountability: 3 },
  'limits.attemptsPerFinding': { raven: null, turbowrap: 2, ralph: 3, unified: 3, accountability: 3 },
};

const pathOf = (key: string): Path => key.split('.');

const columnOf = (name: PresetName): unknown =>
  Object.entries(matrix).reduce<unknown>(
    (value, [key, row]) =>
      name !== 'default' && row[name] !== undefined ? setIn(value, pathOf(key), row[name]) : value,
    {},
  );

/** Each is a partial configuration that lies under the user's own; held to the schema by its tests. */
export const presets: ReadonlyMap<PresetName, unknown> = new Map(presetNames.map((name) => [name, columnOf(name)]));

export const isPreset = (name: unknown): name is PresetName => presetNames.some((each) => each === name);
