/** The part of a prompt that tells what was tried before, and what was wrong with it: what is long, only once. */
import type { Attempt } from '../../model/attempt.ts';
import { present } from '../../plain/present.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';
import { failedCommands, failuresOf, reasonOf, sharedFailures, type Sizes, sizesFor, type Tried } from './failures.ts';

export type History = {
  /** What is said once above the findings, where several of them were tried before. */
  introduction: string | undefined;
  /** What failed for this one and for others as well: told once, above them. */
  failures: (entry: Tried) => string[];
  /** What is told below one of them. */
  below: (entry: Tried) => string[];
};

/** Said each time: whoever goes on with a conversation remembers changes that may not be there. */
const introduction = (fromRefused: boolean, entries: readonly Tried[]): string => {
  const isReopened = entries.some(({ attempts }) => attempts.some(({ result }) => result === 'accepted'));
  if (isReopened && !fromRefused) return reportedAgain;
  return fromRefused
    ? 'Earlier attempts, none of which was accepted. Your working folder holds the changes of the last one: ' +
        'go on from there, keep what is right about them, and put right what is not. For each objection, either act ' +
        'on it or say in your explanation why you keep what you have.'
    : 'Earlier attempts, none of which was accepted. Their changes are not in your working folder: its files ' +
        'are as they were before.';
};

/** A fix that was taken in and did not help: the files hold it, and somebody has looked at it (7.9). */
const reportedAgain =
  'Earlier attempts. Where one was accepted, its change is in your working folder, and a reviewer has reported the ' +
  'finding again since: it did not help, or not enough. The changes of the others are not there.';

/** `entries`: all that a prompt may hold. */
export const historyOf = (entries: readonly Tried[], fromRefused: boolean): History => {
  const sizes = sizesFor(entries);
  const shared = sharedFailures(entries, sizes);
  const isCommon = entries.filter(({ attempts }) => attempts.length > 0).length > 1;
  const told = introduction(fromRefused, entries);
  const head = `${isCommon ? 'Earlier attempts:' : told}\n`;
  return {
    introduction: isCommon ? told : undefined,
    failures: (entry) => [...failuresOf(entry, sizes)].filter((each) => shared.has(each)).map(numbered(shared)),
    below: ({ attempts }) =>
      attempts.length === 0 ? [] : [head, ...attempts.map((attempt) => describe(attempt, sizes, shared))],
  };
};

const numbered =
  (shared: ReadonlyMap<string, number>) =>
  (failure: string): string =>
    `Failure ${shared.get(failure)}:\n${failure}\n`;

/** Reasons and explanations hold words of agents, tools and hooks: they are data like everything else. */
const describe = (attempt: Attempt, sizes: Sizes, shared: ReadonlyMap<string, number>): string => {
  const reason = shared.get(reasonOf(attempt, sizes));
  const commands = failedCommands(attempt, sizes);
  const said = [
    ...(reason === undefined ? ownReason(attempt, sizes) : []),
    ...improvements(attempt, sizes),
    ...explanation(attempt, sizes),
  ];
  return present([
    headOf(attempt, present([reason, shared.get(commands)])),
    said.length !== 0 && asData(`attempt ${attempt.n}`, said.join('\n')),
    commands !== '' && !shared.has(commands) && commands,
  ]).join('\n');
};

const headOf = ({ n, result, gate }: Attempt, above: readonly number[]): string => {
  const head = `${n}. ${result}${gate === undefined ? '' : ` (${gate})`}`;
  return above.length === 0 ? head : `${head}: failure ${above.join(' and ')} above`;
};

const ownReason = ({ reason }: Attempt, { text }: Sizes): string[] =>
  reason === undefined ? [] : [`reason: ${headAndTail(reason, text)}`];

const explanation = ({ explanation, reason }: Attempt, { text }: Sizes): string[] =>
  explanation && !reason?.includes(explanation)
    ? [`the fixer said: ${headAndTail(explanation, Math.min(500, text))}`]
    : [];

/** What challengers still want; their feedback is the reason already. */
const improvements = ({ challenge }: Attempt, sizes: Sizes): string[] =>
  (challenge?.improvements ?? [])
    .slice(0, sizes.improvements)
    .map((improvement) => `to be improved: ${headAndTail(improvement, Math.min(500, sizes.text))}`);
