/** How far a run has come: what is proven, in how many groups and runs of the commands, and what is left. */
import type { StoredEvent } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { count } from '../words/amounts.ts';
import { type Clock, follow, newClock, roughly, settled, timeLeft } from './time-left.ts';

export type Tally = {
  /** Ids of findings that are to be fixed. */
  wanted: Set<string>;
  /** Of those, the ones that a gate has judged at least once, and the proven ones. */
  tried: Set<string>;
  proven: Set<string>;
  groups: number;
  runs: number;
  clock: Clock;
};

export const noTally = (): Tally => ({
  wanted: new Set(),
  tried: new Set(),
  proven: new Set(),
  groups: 0,
  runs: 0,
  clock: newClock(),
});

/** Only what went through the commands: hooks and checks of single files are cheap. */
const runsIn = ({ runs, commands }: Verification): number =>
  commands.some(({ hook, target }) => hook !== true && !target) ? (runs ?? 1) : 0;

/** `findingsOf`: of a unit. */
export const countEvent = (tally: Tally, event: StoredEvent, findingsOf: (unit: string) => readonly string[]): void => {
  follow(tally.clock, event);
  switch (event.type) {
    case 'findings.admitted':
      for (const { id } of event.findings) tally.wanted.add(id);
      return;
    case 'finding.closed':
      tally.wanted.delete(event.id);
      tally.tried.delete(event.id);
      return;
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

const groupWords = ({ tried, groups, runs }: Tally): string[] =>
  groups > 0 ? [`${count(groups, 'group')}, ${count(runs, 'run')} of the commands (${tried.size + 1} one by one)`] : [];

/** What no command has verified is fixed, as far as anybody can tell, and not proven. */
const provenWords = (tally: Tally): string[] => {
  const { wanted, proven, groups, runs } = tally;
  const some = `${proven.size} of ${wanted.size}`;
  return groups > 0 && runs === 0
    ? [`${some} fixed`, 'no command verifies them']
    : [`${some} proven`, ...groupWords(tally)];
};

export const tallyWords = (tally: Tally): string => {
  const untried = [...tally.wanted].filter((id) => !tally.tried.has(id));
  const left = timeLeft(tally.clock, untried);
  const parts = [
    ...provenWords(tally),
    ...(left === undefined ? [] : [`${roughly(left)} left, without second attempts`]),
  ];
  return parts.join('; ');
};
