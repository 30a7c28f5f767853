/** Whatever an agent says: nothing throws, nothing hangs, and nothing is allowed by it. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { agentRequest } from '../../../../test/support/agent-request.ts';
import { inputOf } from '../../../../test/support/answer-client.ts';
import { Client } from './client.ts';

const Saved = z.looseObject({ dir: z.string(), m: z.string().optional(), r: z.unknown().optional() });
const saved = readFileSync(new URL('../../../../test/fixtures/agent-streams/acp-gemini.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Saved.parse(JSON.parse(line)));

/** The messages of an agent, as they went over the wire. */
const messages = (): object[] => {
  const ids: Record<string, number> = { initialize: 1, 'session/new': 2, 'session/prompt': 3 };
  return saved.slice(0, 25).flatMap(({ dir, m = '', r, ...params }): object[] => {
    if (dir === 'res') return [{ id: ids[m], result: r }];
    if (dir === 'update') return [{ method: 'session/update', params }];
    return dir === 'permission' ? [{ id: 'ask', method: 'session/request_permission', params }] : [];
  });
};

const random = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return (state >>> 0) / 2 ** 32;
  };
};
const nasty: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  '\0',
  '../../etc/passwd',
  [],
  {},
  [[]],
  true,
  { __proto__: null },
  '\uD800',
  'a'.repeat(10_000),
];

/** Replaces parts of a value. */
const spoil = (value: unknown, next: () => number, chance: number): unknown => {
  if (next() < chance) return nasty[Math.floor(next() * nasty.length)];
  if (Array.isArray(value)) return value.map((each) => spoil(each, next, chance));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [next() < chance / 4 ? 'other' : name, spoil(each, next, chance)]),
  );
};

it('4.9 takes 3,000 spoiled conversations', async () => {
  const original = messages();
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const next = random(seed);
    const request = agentRequest({ workspace: tmpdir(), scratch: tmpdir(), input: inputOf([]), access: 'read' });
    const written: string[] = [];
    const talk = new Client(request, { name: 'reporter', command: 'true', args: [] }, () => undefined);
    talk.begin({ write: (text) => written.push(text), end: () => undefined }, undefined, () => undefined);
    const chance = seed % 3 === 0 ? 0 : 0.004 * (seed % 10);
    for (const message of original) {
      const line = JSON.stringify({ jsonrpc: '2.0', ...Object(spoil(message, next, chance)) });
      talk.receive(next() < chance ? line.slice(0, Math.floor(next() * line.length)) : line);
      if ('result' in message) await Promise.resolve().then(() => undefined);
    }
    talk.close();
    outcomes.add((await talk.turn())?.outcome ?? 'none');
    expect(written.some((text) => text.includes('proceed_always'))).toBe(false);
  }
  expect(outcomes).toContain('ok');
  expect(outcomes).toContain('none');
  expect(outcomes).toContain('crashed');
});
