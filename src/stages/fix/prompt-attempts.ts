/** The part of a prompt that tells what was tried before, and what was wrong with it. */
import type { Attempt } from '../../model/attempt.ts';
import { present } from '../../plain/present.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';
import { cutStart } from '../../plain/cut.ts';

/** Enough to see what failed: test runners print it last, on either stream. */
const outputCharacters = 2_500;

/** Said each time: whoever goes on with a conversation remembers changes that may not be there. */
const introduction = (fromRefused: boolean): string =>
  fromRefused
    ? 'Earlier attempts, none of which was accepted. Your working folder holds the changes of the last one: ' +
      'go on from there, keep what is right about them, and put right what is not. For each objection, either act ' +
      'on it or say in your explanation why you keep what you have.'
    : 'Earlier attempts, none of which was accepted. Their changes are not in your working folder: its files ' +
      'are as they were before.';

export const attemptSection = (attempts: readonly Attempt[], fromRefused = false): string[] =>
  attempts.length === 0 ? [] : [`${introduction(fromRefused)}\n`, ...attempts.map(describe)];

/** Reasons and explanations hold words of agents, tools and hooks: they are data like everything else. */
const describe = (attempt: Attempt): string => {
  const said = present([
    attempt.reason !== undefined && `reason: ${headAndTail(attempt.reason, 1_000)}`,
    ...improvements(attempt),
    ...(attempt.explanation && !attempt.reason?.includes(attempt.explanation)
      ? [`the fixer said: ${headAndTail(attempt.explanation, 500)}`]
      : []),
  ]);
  const head = `${attempt.n}. ${attempt.result}${attempt.gate === undefined ? '' : ` (${attempt.gate})`}`;
  return present([
    head,
    said.length !== 0 && asData(`attempt ${attempt.n}`, said.join('\n')),
    ...failedCommands(attempt),
  ]).join('\n');
};

/** What challengers still want; their feedback is the reason already. */
const improvements = ({ challenge }: Attempt): string[] =>
  (challenge?.improvements ?? [])
    .slice(0, mostImprovements)
    .map((improvement) => `to be improved: ${headAndTail(improvement, 500)}`);

const mostImprovements = 10;

const failedCommands = (attempt: Attempt): string[] =>
  (attempt.verification?.commands ?? [])
    .filter((command) => command.status !== 'passed')
    .flatMap((command) => [
      `   \`${command.command}\` ` +
        `${command.status}${command.exitCode === null ? '' : ` with exit code ${command.exitCode}`}:`,
      ...stream('standard output', command.stdout),
      ...stream('standard error', command.stderr),
    ]);

const stream = (name: string, text: string): string[] => (text.trim() === '' ? [] : [asData(name, tail(text.trim()))]);

const tail = (text: string): string =>
  text.length <= outputCharacters ? text : `…${cutStart(text, outputCharacters)}`;
