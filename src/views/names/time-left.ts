/**
 * How long it may take until every finding was tried once, by how long those took that were: a range, since nobody
 * knows it better, and nothing where too little is known.
 */
import type { StoredEvent } from '../../model/event.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { duration } from '../words/amounts.ts';

/** Machine-made fixes take no time beside those of agents: one says nothing about the other. */
type Lane = 'machine' | 'agent';

/** How many were tried by when; a group is tried at once. Times: for how long the run was under way, in ms. */
type Pace = { began?: number; settled: { at: number; count: number }[] };

export type Clock = {
  activeMs: number;
  lastAt?: number;
  /** Nobody counts the time until a person has answered, or the run is resumed. */
  isStill: boolean;
  machineMade: Set<string>;
  lanes: Record<Lane, Pace>;
};

export const newClock = (): Clock => ({
  activeMs: 0,
  isStill: false,
  machineMade: new Set(),
  lanes: { machine: { settled: [] }, agent: { settled: [] } },
});

export const follow = (clock: Clock, event: StoredEvent): void => {
  tick(clock, event);
  if (event.type === 'findings.admitted')
    for (const { id, edits = [] } of event.findings) if (edits.length > 0) clock.machineMade.add(id);
  if (event.type === 'attempt.started')
    clock.lanes[isMachineMade(event) ? 'machine' : 'agent'].began ??= clock.activeMs;
};

const tick = (clock: Clock, event: StoredEvent): void => {
  const at = Date.parse(event.at);
  const isGap = clock.isStill || event.type === 'run.resumed';
  if (!isGap && clock.lastAt !== undefined) clock.activeMs += Math.max(0, at - clock.lastAt);
  clock.lastAt = at;
  clock.isStill = event.type === 'run.waiting';
};

const laneOf = ({ machineMade }: Clock, finding: string): Lane => (machineMade.has(finding) ? 'machine' : 'agent');

/** It was tried for the first time. */
export const settled = (clock: Clock, finding: string): void => {
  const pace = clock.lanes[laneOf(clock, finding)];
  const last = pace.settled.at(-1);
  if (last?.at === clock.activeMs) last.count += 1;
  else pace.settled.push({ at: clock.activeMs, count: (last?.count ?? 0) + 1 });
};

export type Range = { low: number; high: number };

/** From these on there is something to go by. */
const fewest = 5;

export const withoutMachineMade = (clock: Clock, findings: readonly string[]): string[] =>
  findings.filter((id) => laneOf(clock, id) === 'agent');

/** `left`: what nobody has tried yet. Undefined where some of it is of a kind of which too few were tried. */
export const timeLeft = (clock: Clock, left: readonly string[]): Range | undefined => {
  const sum = { low: 0, high: 0 };
  for (const [lane, ids] of Map.groupBy(left, (id) => laneOf(clock, id))) {
    const each = timeForOne(clock.lanes[lane]);
    if (!each) return undefined;
    sum.low += each.low * ids.length;
    sum.high += each.high * ids.length;
  }
  return left.length === 0 ? undefined : sum;
};

/** As long as all took, or the later half of them: what lies between the two is the honest answer. */
const timeForOne = ({ began, settled: points }: Pace): Range | undefined => {
  const last = points.at(-1);
  if (began === undefined || last === undefined || last.count < fewest) return undefined;
  const start = { at: began, count: 0 };
  const middle = points.findLast(({ count }) => count <= last.count / 2) ?? start;
  const [all, late] = [start, middle].map(({ at, count }) => (last.at - at) / (last.count - count));
  return { low: Math.min(all ?? 0, late ?? 0), high: Math.max(all ?? 0, late ?? 0) };
};

const minute = 60_000;

/** Minutes: anything finer would be a lie. */
export const roughly = ({ low, high }: Range): string => {
  const [least, most] = [Math.round(low / minute), Math.round(high / minute)];
  if (most < 1) return 'less than a minute';
  if (least < 1) return `up to ${minutes(most)}`;
  if (least === most) return `about ${minutes(most)}`;
  return most < 60 ? `about ${least} to ${minutes(most)}` : `about ${minutes(least)} to ${minutes(most)}`;
};

const minutes = (count: number): string => duration(count * minute).replace(/ 0 (?:s|min)$/, '');
