/**
 * One trial: a run in a fresh copy, killed and resumed as told until it is finished; and what is wrong with what it
 * came to.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinished, type Journal, readJournal, storedCalls } from './journal.ts';
import { commitsIn, type Ended, type Kill, launch, startArguments } from './launch.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { processesIn } from './processes.ts';
import { config } from './scenario.ts';
import { changesOf, usersFiles } from './users-files.ts';

export type Trial = {
  outcome: Outcome | null;
  /** How the last process ended; null when even that one was killed, after the run was finished. */
  code: number | null;
  problems: string[];
  hits: Kill[];
  calls: number;
  /** Calls that were made again, because the kill came before their answer was stored. */
  repeats: number;
};

export type Place = { program: string; base: string; folder: string };

export const performTrial = async (place: Place, kills: readonly Kill[]): Promise<Trial> => {
  const { base, folder } = place;
  execFileSync('cp', ['-a', base, folder]);
  writeFileSync(join(folder, 'fixpoint.json'), config(folder));
  const before = usersFiles(join(folder, 'repo'));
  const { hits, problems, last } = await runToTheEnd(place, kills);
  const journal = readJournal(folder);
  const calls = callsIn(folder);
  const finished = isFinished(journal) && journal.run !== null;
  const unasked = [...storedCalls(journal)].filter((call) => !calls.includes(call));
  return {
    outcome: finished ? outcomeOf(place, journal.run ?? '') : null,
    code: last?.code ?? null,
    problems: [
      ...problems,
      ...(finished ? [] : [`the run is not finished; the last process ended with ${last?.code}: ${last?.output}`]),
      ...journal.problems,
      ...processesIn(folder).map((each) => `left running: ${each}`),
      ...changesOf(before, usersFiles(join(folder, 'repo')), journal.runs),
      ...unasked.map((call) => `nobody was asked for the stored answer ${call}`),
    ],
    hits,
    calls: calls.length,
    repeats: calls.length - new Set(calls).size,
  };
};

type Lives = { hits: Kill[]; problems: string[]; last: Ended | null };

/** One process after the other, until one ends by itself or the run is finished. */
const runToTheEnd = async ({ program, folder }: Place, kills: readonly Kill[]): Promise<Lives> => {
  const hits: Kill[] = [];
  const problems: string[] = [];
  const waiting = [...kills];
  for (;;) {
    const journal = readJournal(folder);
    if (isFinished(journal)) return { hits, problems, last: null };
    const kill = nextKill(waiting, folder);
    const known = storedCalls(journal);
    const earlier = callsIn(folder).length;
    const ended = await launch(program, folder, argumentsFor(journal, folder), kill);
    const again = callsIn(folder).slice(earlier);
    problems.push(
      ...again.filter((call) => known.has(call)).map((call) => `asked again although the answer was stored: ${call}`),
    );
    if (!ended.killed || kill === null) return { hits, problems, last: ended };
    hits.push(kill);
  }
};

/** A commit that came earlier than it did in the undisturbed run cannot be waited for any more. */
const nextKill = (waiting: Kill[], folder: string): Kill | null => {
  const past = new Set<string | number>(commitsIn(folder));
  for (let kill = waiting.shift(); kill !== undefined; kill = waiting.shift()) if (!past.has(kill.at)) return kill;
  return null;
};

/** A run that was killed before its first event has nothing to go on with: it is started again. */
const argumentsFor = ({ run }: Journal, folder: string): string[] =>
  run === null ? startArguments(folder) : ['resume', run, '--quiet'];

/** Code of the finding and number of its attempts before, of every call that the agent was started for. */
const callsIn = (folder: string): string[] => {
  const file = join(folder, 'calls.log');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => line.split(' ').slice(1, 3).join(' '));
};
