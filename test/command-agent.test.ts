/** The examples for authors of `command` agents, held against the schemas that are published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemas } from '../scripts/schemas.ts';
import { Role } from '../src/model/answer.ts';
import { looksLikeAnswer } from '../src/model/answers/shape.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/command-agent.md'), 'utf8');
const schemas = jsonSchemas();

/** The JSON blocks below the heading of a role: its input, then its answers. */
const examplesOf = (role: Role): unknown[] => {
  const [, section = ''] = page.split(`\n### ${role}\n`);
  const [own = ''] = section.split(/\n##/);
  return [...own.matchAll(/```json\n([^`]*)```/g)].map(([, json = '']): unknown => JSON.parse(json));
};

const problemsOf = (name: string, value: unknown): unknown => {
  const ajv = new Ajv2020({ strictTypes: false });
  ajv.validate(z.record(z.string(), z.unknown()).parse(schemas[`schemas/${name}.json`]), value);
  return ajv.errors;
};

describe.each(Role.options)('15 role %s', (role) => {
  it('has an example of its input and of each answer that fits the published schema', () => {
    const [input, ...answers] = examplesOf(role);
    expect(input).toMatchObject({ role });
    expect(problemsOf(`${role}-input`, input)).toBeNull();
    expect(answers.length).toBe(role === 'review' ? 2 : 1);
    for (const answer of answers) {
      expect(problemsOf(`${role}-answer`, answer)).toBeNull();
      expect(looksLikeAnswer(role)(answer)).toBe(true);
    }
  });

  it('has a schema that refuses what is no answer', () => {
    expect(problemsOf(`${role}-answer`, { name: 'x' })).not.toBeNull();
    expect(problemsOf(`${role}-input`, { role: 'other' })).not.toBeNull();
  });
});
