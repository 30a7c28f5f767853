/** What was wrong with attempts, as a prompt tells it: bounded, and what several findings share with a number. */
import type { Attempt } from '../../model/attempt.ts';
import type { CommandResult } from '../../model/verification.ts';
import { cutStart } from '../../plain/cut.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';

export type Tried = { attempts: readonly Attempt[] };

/** How much of each text is told: the more there are, the less of each. */
export type Sizes = { stream: number; text: number; improvements: number };

/** Enough to see what failed: test runners print it last, on either stream. */
const outputs = { all: 60_000, least: 400, most: 2_500 };
const texts = { all: 30_000, least: 200, most: 1_000 };
const mostImprovements = 10;
const improvementsOfAll = 60;
const mostCommands = 10;

const shareOf = ({ all, least, most }: typeof texts, among: number): number =>
  Math.min(most, Math.max(least, Math.floor(all / Math.max(1, among))));

export const sizesFor = (entries: readonly Tried[]): Sizes => {
  const attempts = entries.flatMap((entry) => entry.attempts);
  const different = new Set(attempts.map((attempt) => JSON.stringify(failedIn(attempt))));
  return {
    stream: shareOf(outputs, 2 * different.size),
    text: shareOf(texts, attempts.length),
    improvements: Math.max(1, Math.min(mostImprovements, Math.floor(improvementsOfAll / Math.max(1, attempts.length)))),
  };
};

/** Shorter ones are told where they belong. */
const worthSharing = 80;

/** What is told of several findings in the same words, with its number. */
export const sharedFailures = (entries: readonly Tried[], sizes: Sizes): Map<string, number> => {
  const times = new Map<string, number>();
  for (const entry of entries)
    for (const failure of failuresOf(entry, sizes)) times.set(failure, (times.get(failure) ?? 0) + 1);
  const shared = [...times].filter(([failure, n]) => n > 1 && failure.length >= worthSharing);
  return new Map(shared.map(([failure], index) => [failure, index + 1]));
};

/** Each once. */
export const failuresOf = ({ attempts }: Tried, sizes: Sizes): Set<string> =>
  new Set(
    attempts
      .flatMap((attempt) => [reasonOf(attempt, sizes), failedCommands(attempt, sizes)])
      .filter((failure) => failure !== ''),
  );

export const reasonOf = ({ reason }: Attempt, { text }: Sizes): string =>
  reason === undefined ? '' : asData('reason', headAndTail(reason, text));

/** What is told of a command; how long it took is not. */
type Failed = Pick<CommandResult, 'command' | 'status' | 'exitCode' | 'stdout' | 'stderr'>;

const failedIn = ({ verification }: Attempt): Failed[] =>
  (verification?.commands ?? [])
    .filter(({ status }) => status !== 'passed')
    .map(({ command, status, exitCode, stdout, stderr }) => ({ command, status, exitCode, stdout, stderr }));

export const failedCommands = (attempt: Attempt, sizes: Sizes): string => {
  const failed = failedIn(attempt);
  const more = failed.length - mostCommands;
  return [
    ...failed.slice(0, mostCommands).flatMap((command) => describe(command, sizes)),
    ...(more > 0 ? [`   and ${more} more commands`] : []),
  ].join('\n');
};

const describe = ({ command, status, exitCode, stdout, stderr }: Failed, sizes: Sizes): string[] => [
  `   \`${headAndTail(command, 500)}\` ${status}${exitCode === null ? '' : ` with exit code ${exitCode}`}:`,
  ...stream('standard output', stdout, sizes),
  ...stream('standard error', stderr, sizes),
];

const stream = (name: string, text: string, sizes: Sizes): string[] =>
  text.trim() === '' ? [] : [asData(name, tail(text.trim(), sizes.stream))];

/** What is left out is said. */
const tail = (text: string, characters: number): string => {
  const end = cutStart(text, characters);
  return end.length === text.length ? text : `… ${text.length - end.length} characters left out …\n${end}`;
};
