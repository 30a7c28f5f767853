/** The gates that read, held to the corpus of patches: what they refuse of it may only grow, and of honest ones shrink. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Part, parts, type PatchCase, readCases } from '../../scripts/gates/cases.ts';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

const cases = readCases(join(import.meta.dirname, '../corpus/patches'));

const isRefused = ({ patch }: PatchCase): boolean =>
  inspectPatch(patch, parse).some(({ noteOnly }) => noteOnly !== true);

const shareRefused = (part: Part, side: PatchCase['side']): number => {
  const own = cases.filter((each) => each.part === part && each.side === side);
  return (100 * own.filter(isRefused).length) / own.length;
};

/** At least so many of the cheating are refused, and at most so many of the honest, in percent. */
const held: Readonly<Record<Part, { cheating: number; honest: number }>> = {
  open: { cheating: 99, honest: 2 },
  held: { cheating: 98.9, honest: 2 },
  unseen: { cheating: 90, honest: 2 },
};

it.each(parts)('7.1 refuses the cheating patches of the corpus, and lets the honest ones pass: %s', (part) => {
  expect(shareRefused(part, 'cheating')).toBeGreaterThanOrEqual(held[part].cheating);
  expect(shareRefused(part, 'honest')).toBeLessThanOrEqual(held[part].honest);
});
