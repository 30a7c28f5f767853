/** How far a run has come: what is proven, what it has cost, and how long the rest may take. */
import type { StoredEvent } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { followMoney, type Money, moneyWords, noMoney } from './money.ts';
import { type Clock, follow, newClock, roughly, settled, timeLeft, withoutMachineMade } from './time-left.ts';

export type Tally = {
  /** Ids of findings that are to be fixed. */
  wanted: Set<string>;
  /** Of those, the ones that a gate has judged at least once, and the proven ones. */
  tried: Set<string>;
  proven: Set<string>;
  /** Closed only because the run had to end. */
  stopped: Set<string>;
  groups: number;
  runs: number;
  clock: Clock;
  money: Money;
};

export const noTally = (): Tally => ({
  wanted: new Set(),
  tried: new Set(),
  proven: new Set(),
  stopped: new Set(),
  groups: 0,
  runs: 0,
  clock: newClock(),
  money: noMoney(),
});

/** Only what went through the commands: hooks and checks of single files are cheap. */
const runsIn = ({ runs, commands }: Verification): number =>
  commands.some(({ hook, target }) => hook !== true && !target) ? (runs ?? 1) : 0;

/** `findingsOf`: of a unit. */
export const countEvent = (tally: Tally, event: StoredEvent, findingsOf: (unit: string) => readonly string[]): void => {
  follow(tally.clock, event);
  followMoney(tally.money, event, findingsOf);
  switch (event.type) {
    case 'findings.admitted':
      for (const { id } of event.findings) tally.wanted.add(id);
      return;
    case 'finding.closed':
      tally.wanted.delete(event.id);
      tally.tried.delete(event.id);
      if (event.cause === 'stopped' || event.cause === 'cancelled') tally.stopped.add(event.id);
      return;
    case 'run.resumed':
      return reopen(tally);
    case 'finding.reopened':
      tally.proven.delete(event.id);
      return;
    case 'head.restored':
      tally.proven = new Set([...tally.proven].filter((id) => Object.hasOwn(event.fixed, id)));
      return;
    case 'finding.fixed':
      return settle(tally, event.id, true);
    case 'attempt.judged':
      for (const [id, { result }] of Object.entries(event.results)) settle(tally, id, result === 'accepted');
      return;
    case 'baseline.finished':
    case 'check.finished':
    case 'head.checked':
      tally.runs += runsIn(event.verification);
      return;
    case 'head.accepted':
      return accept(tally, (event.units ?? []).flatMap(findingsOf));
    default:
  }
};

const reopen = ({ wanted, stopped }: Tally): void => {
  for (const id of stopped) wanted.add(id);
  stopped.clear();
};

const accept = (tally: Tally, findings: readonly string[]): void => {
  if (findings.length > 0) tally.groups += 1;
  for (const id of findings) settle(tally, id, true);
};

/** What a group has shown may still be refused by a challenger. */
const settle = (tally: Tally, id: string, isProven: boolean): void => {
  if (!tally.tried.has(id)) settled(tally.clock, id);
  tally.tried.add(id);
  if (isProven) tally.proven.add(id);
  else tally.proven.delete(id);
};

/** What no command has verified is fixed, as far as anybody can tell, and not proven. */
const provenWords = ({ wanted, proven, groups, runs }: Tally): string[] => {
  const some = `${proven.size} of ${wanted.size}`;
  return groups > 0 && runs === 0 ? [`${some} fixed`, 'no command verifies them'] : [`${some} proven`];
};

export const tallyWords = (tally: Tally): string => {
  const untried = [...tally.wanted].filter((id) => !tally.tried.has(id));
  const left = timeLeft(tally.clock, untried);
  const parts = [
    ...provenWords(tally),
    ...moneyWords(tally.money, withoutMachineMade(tally.clock, [...tally.wanted])),
    ...(left === undefined ? [] : [`${roughly(left)} left, without second attempts`]),
  ];
  return parts.join('; ');
};
