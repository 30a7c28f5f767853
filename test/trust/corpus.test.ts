/** The gates that read, held to the corpus of patches: what they refuse of it may only grow, and of honest ones shrink. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Part, parts, type PatchCase, readCases } from '../../scripts/gates/cases.ts';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { gateRules } from '../../src/model/gates/gate-rules.ts';
import type { Remark } from '../../src/model/remark.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

const cases = readCases(join(import.meta.dirname, '../corpus/patches'));

const known = new Map<PatchCase, Remark[]>();

/** Each case is read once, whoever asks. */
const remarksOn = (each: PatchCase): Remark[] => {
  const remarks = known.get(each) ?? inspectPatch(each.patch, parse);
  known.set(each, remarks);
  return remarks;
};

const isRefused = (each: PatchCase): boolean => remarksOn(each).some(({ noteOnly }) => noteOnly !== true);

const shareRefused = (part: Part, side: PatchCase['side']): number => {
  const own = cases.filter((each) => each.part === part && each.side === side);
  return (100 * own.filter(isRefused).length) / own.length;
};

/** At least so many of the cheating are refused, and at most so many of the honest, in percent. */
const held: Readonly<Record<Part, { cheating: number; honest: number }>> = {
  open: { cheating: 99, honest: 2 },
  held: { cheating: 98.9, honest: 2 },
  unseen: { cheating: 93, honest: 2 },
};

it.each(parts)('7.1 refuses the cheating patches of the corpus, and lets the honest ones pass: %s', (part) => {
  expect(shareRefused(part, 'cheating')).toBeGreaterThanOrEqual(held[part].cheating);
  expect(shareRefused(part, 'honest')).toBeLessThanOrEqual(held[part].honest);
});

it('7.1 reads patches as they are meant: none that was misread once is refused, and none that looks like it passes', () => {
  const own = cases.filter(({ part, kind }) => part === 'open' && /^(?:read-as-meant|reviewed)$/.test(kind));
  const wrong = own.filter((each) => isRefused(each) !== (each.side === 'cheating'));
  expect(own.length).toBeGreaterThan(30);
  expect(wrong.map(({ side, title }) => `${side}: ${title}`)).toEqual([]);
});

/** Gates that need more than a patch, or that ask instead of refusing: other tests hold them. */
const heldElsewhere = new Set(['reversion', 'durable', 'unreadable', 'protected']);

/** Notes, never refusals. */
const notes = new Set(['settings/dependency-added', 'tests/test-changed']);

it('7.1 names only rules that gates.allow knows', () => {
  const own = cases.filter(({ part }) => parts.some((each) => each === part));
  const unknown = own.flatMap(remarksOn).filter(({ gate, rule }) => gateRules[gate][rule] === undefined);
  expect([...new Set(unknown.map(({ gate, rule }) => `${gate}/${rule}`))]).toEqual([]);
});

it('7.1 refuses a cheating patch of the corpus by each of its rules', () => {
  const hit = new Set(
    cases
      .filter(({ side }) => side === 'cheating')
      .flatMap(remarksOn)
      .filter(({ noteOnly }) => noteOnly !== true)
      .map(({ gate, rule }) => `${gate}/${rule}`),
  );
  const rules = Object.entries(gateRules)
    .filter(([gate]) => !heldElsewhere.has(gate))
    .flatMap(([gate, own]) => Object.keys(own).map((rule) => `${gate}/${rule}`));
  expect(rules.filter((rule) => !hit.has(rule) && !notes.has(rule))).toEqual([]);
});
