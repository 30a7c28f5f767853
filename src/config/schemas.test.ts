import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../scripts/schemas.ts';
import { ConfigError } from './error.ts';
import { type Layers, placeOf } from './layers.ts';
import { normalise } from './normalise.ts';
import { fromEnvironment, fromSet } from './overrides.ts';
import { parseConfig } from './files/parse.ts';
import { isPlain } from '../plain/plain-data.ts';
import { Config } from './schema.ts';

const schemas = jsonSchemas();

const validator = (path: string): ValidateFunction => {
  const schema = schemas[path];
  if (!isPlain(schema)) throw new Error(`${path} is not published`);
  return new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(schema);
};

const example = `
preset: default
agents:
  house: { kind: command, command: ["./tools/agent.sh", "--fast"], timeout: 15m, idle: 5m }
  zed:   { kind: acp, command: ["some-agent", "--acp"] }
  opus:  { kind: claude, model: opus, price: { inputPerMTok: 15, outputPerMTok: 75 }, fallback: house }
sandbox: auto
reviewers:
  - { name: types, kind: tool, command: ["npx", "eslint", "-f", "json", "."], format: eslint, level: blocking }
  - { name: python-code, kind: agent, agent: claude, skill: python, level: blocking, languages: [python], paths: ["src/**"] }
review: { base: main, concurrency: 2, sequence: false, again: final, spec: specs/ }
findings: { dedup: fuzzy }
clarify: { agent: claude }
plan: { agent: claude }
fix: { agent: house, mode: perFinding, concurrency: 4, minSeverity: info, levels: [blocking], notes: "…" }
verify: { setup: ["npm ci"], commands: ["npm test", ["npm", "run", "lint"]], timeout: 5m, stopOnFailure: true, baseline: true, unproven: refuse }
challenger: { agents: [gemini], vote: veto, threshold: 90, iterations: 2, timeout: 2m }
justification: { weak: refuse }
commit: { per: finding, branch: "fixpoint/{run}", hooks: false }
limits: { cycles: 3, attemptsPerFinding: 3, usd: 5, tokens: 2000000, minutes: 120 }
`;

/** Every property in a schema, with its place. */
const properties = (schema: unknown, path: string): [string, unknown][] => {
  if (!isPlain(schema)) return [];
  const named = isPlain(schema['properties']) ? Object.entries(schema['properties']) : [];
  const inner = named.flatMap(([key, value]): [string, unknown][] => [
    [`${path}.${key}`, value],
    ...properties(value, `${path}.${key}`),
  ]);
  return [
    ...inner,
    ...properties(schema['additionalProperties'], `${path}.*`),
    ...properties(schema['items'], `${path}[]`),
  ];
};

describe('published schemas', () => {
  it('14 accept the example of the specification, as the program does', () => {
    const validate = validator('schema.json');
    expect(validate(parse(example))).toBe(true);
    expect(Config.safeParse(parse(example)).success).toBe(true);
    expect(validate({})).toBe(true);
  });

  it.each([
    { fix: { concurency: 4 } },
    { fix: { concurrency: 0 } },
    { fix: { mode: 'delegate' } },
    { review: { again: 'always' } },
    { challenger: { agents: 'claude' } },
    { reviewers: [{ name: 'a', kind: 'agent', command: 'x' }] },
    { verify: { timeout: 'soon' } },
    { verify: { commands: 'npm test' } },
    { agents: { a: { command: 'x' } } },
    { agents: { a: { kind: 'claud' } } },
    { sandbox: 'yes' },
    { reviewers: [{ name: 'a' }] },
    { unknown: 1 },
    [],
  ])('14 reject %j, as the program does', (bad) => {
    expect(validator('schema.json')(bad)).toBe(false);
    expect(Config.safeParse(bad).success).toBe(false);
  });

  it('14 describe every key of the configuration', () => {
    const silent = properties(schemas['schema.json'], '').filter(
      ([, value]) => !isPlain(value) || typeof value['description'] !== 'string',
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it.each(['event', 'finding', 'fix-input', 'fix-answer', 'report'])(
    '15 16 publish a schema of %s that compiles',
    (name) => {
      expect(validator(`schemas/${name}.json`)({ nonsense: true })).toBe(false);
    },
  );

  it('15 accept an answer and an event as they are written', () => {
    expect(
      validator('schemas/fix-answer.json')({ outcomes: [{ id: 'F001', outcome: 'fixed' }], usage: { usd: 1 } }),
    ).toBe(true);
    expect(
      validator('schemas/event.json')({ type: 'warning', message: 'x', run: 'r', seq: 1, at: '2025-01-01T00:00:00Z' }),
    ).toBe(true);
    expect(validator('schemas/event.json')({ type: 'warning', message: 'x' })).toBe(false);
  });
});

describe('any configuration', () => {
  const keys = fc.constantFrom(
    'fix',
    'agents',
    'reviewers',
    'limits',
    'verify',
    'kind',
    'command',
    'name',
    'concurrency',
    '__proto__',
    'constructor',
    '0',
    'x',
  );
  const scalars = fc.constantFrom(
    'command',
    'tool',
    '15m',
    3,
    -1,
    Number.MAX_VALUE,
    true,
    null,
    '',
    '*a',
    '&a',
    '!!x',
    'npm test',
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalars,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 4, noNullPrototype: false }),
    ),
  }));
  const texts = fc.oneof(
    tree.map((value) => JSON.stringify(value) ?? ''),
    fc
      .array(
        fc.constantFrom(
          'fix',
          'agents',
          ':',
          ' ',
          '\n',
          '  ',
          '- ',
          '[',
          ']',
          '{',
          '}',
          '"',
          '&a ',
          '*a',
          '!!t ',
          '|',
          '#',
          '\t',
          '\0',
          '__proto__',
          'ü',
        ),
      )
      .map((parts) => parts.join('')),
  );
  const assignments = fc.array(
    fc.tuple(keys, keys, fc.string({ maxLength: 8 })).map(([a, b, value]) => `${a}.${b}=${value}`),
    { maxLength: 3 },
  );

  it('14 is read or refused with places and words, and touches no prototype', () => {
    fc.assert(
      fc.property(texts, assignments, (text, set) => {
        const parsed = parseConfig({ name: 'fixpoint.yaml', path: '/x', text });
        const env = Object.fromEntries(
          set.map((each) => [`FIXPOINT_SET_${each.split('=')[0]?.replace('.', '__').toUpperCase()}`, each]),
        );
        const given = [fromEnvironment(env, () => []), fromSet(set)];
        const file = isPlain(parsed.value) ? { ...parsed, name: 'fixpoint.yaml' } : null;
        const layers: Layers = {
          preset: { name: 'default', value: {} },
          file,
          overrides: given.flatMap((each) => each.overrides),
        };
        const { issues } = normalise(layers);
        const all = [
          ...parsed.problems,
          ...given.flatMap((each) => each.problems),
          ...issues.map((issue) => ({ ...issue, place: placeOf(layers, issue.path) })),
        ];
        for (const { place, message } of all) {
          expect(place).not.toBe('');
          expect(message).not.toBe('');
        }
        expect(new ConfigError(all).message).toContain('configuration');
        expect(Object.hasOwn(Object.prototype, 'kind') || Object.hasOwn(Object.prototype, 'x')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
