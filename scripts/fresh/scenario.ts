/**
 * What happens in one run: the kind of project, the findings, and what the agent does at its first and its second
 * attempt.
 */
import type { Random } from '../crash/random.ts';
import type { Change, Kind, Slot } from './kind.ts';

export type Attempted = { name: string; change: Change };

export type Plan = {
  kind: Kind;
  caged: boolean;
  /** The agent too: it gets what it needs, and the sandbox is demanded. */
  agentCaged: boolean;
  concurrency: number;
  /** What is wrong with the start, if anything. */
  start: Attempted | null;
  findings: readonly { code: string; slot: Slot; attempts: readonly Attempted[] }[];
};

const pickFrom = <T>(random: Random, list: readonly T[]): T => {
  const picked = list[random(list.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
};

const wrongIn = (random: Random, slot: Slot): Attempted => {
  const [name, change] = pickFrom(random, Object.entries(slot.others));
  return { name: `${slot.file}: ${name}`, change };
};

const attemptAt = (random: Random, slot: Slot): Attempted =>
  random(100) < 45 ? { name: `${slot.file}: right`, change: slot.right } : wrongIn(random, slot);

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: random(1 << 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

export const planOf = (random: Random, kind: Kind, caged: boolean): Plan => {
  const count = Math.min(kind.slots.length, 2 + random(3));
  const slots = shuffled(random, kind.slots).slice(0, count);
  const broken = random(12) === 0 ? pickFrom(random, kind.slots) : undefined;
  return {
    kind,
    caged,
    agentCaged: caged && random(2) === 0,
    concurrency: 2 + random(3),
    start: broken === undefined ? null : wrongIn(random, broken),
    findings: slots.map((slot, n) => ({
      code: `F${n + 1}`,
      slot,
      attempts: [attemptAt(random, slot), attemptAt(random, slot)],
    })),
  };
};

export const showPlan = ({ kind, caged, agentCaged, concurrency, start, findings }: Plan): string =>
  [
    `${kind.name}, ${caged ? `in the cage${agentCaged ? ', the agent too' : ''}` : 'without a cage'}, ${concurrency} at a time`,
    ...(start ? [`start with ${start.name}`] : []),
    ...findings.map(({ code, attempts }) => `${code}: ${attempts.map(({ name }) => name).join(', then ')}`),
  ].join('; ');
