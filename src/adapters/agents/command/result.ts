/** What a `command` agent's process came to, as the result of an agent. */
import type { AgentOutcome } from '../../../model/run/outcome.ts';
import type { AgentLimits, AgentResult } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CommandAnswer } from './answer.ts';
import { cutStart } from '../../../plain/cut.ts';
import { given } from '../../../plain/given.ts';

/** Exit codes of the contract; any other one is a failure. */
const outcomes: ReadonlyMap<number | null, AgentOutcome> = new Map([
  [0, 'ok'],
  [75, 'rate-limit'],
  [77, 'quota'],
]);

export const toResult = (
  name: string,
  limits: AgentLimits,
  process: ProcessOutcome,
  found: CommandAnswer,
): AgentResult => {
  const outcome = classify(process);
  const message = outcome === 'ok' ? found.problem : explain(name, limits, process);
  return {
    outcome,
    ...given({ message }),
    answer: found.answer,
    text: found.text,
    transcript: [process.stdout, process.stderr].filter((text) => text !== '').join('\n'),
    ...(found.session !== undefined && { session: { id: found.session, used: {} } }),
    usage: found.usage,
    denials: [],
    problems: [],
  };
};

const classify = (process: ProcessOutcome): AgentOutcome => {
  switch (process.status) {
    case 'timeout':
    case 'idle':
      return 'timeout';
    case 'cancelled':
      return 'cancelled';
    case 'exited':
      return outcomes.get(process.exitCode) ?? 'crashed';
    default:
      return 'crashed';
  }
};

const explain = (name: string, { timeoutKey }: AgentLimits, process: ProcessOutcome): string => {
  const after = `ended after ${(process.durationMs / 1000).toFixed(1)} s`;
  const said = usefulEnd(process);
  switch (process.status) {
    case 'not-started':
      return `${process.error ?? 'cannot be started'}; check agents.${name}.command`;
    case 'timeout':
      return `took longer than ${timeoutKey} allows, ${after}${said}`;
    case 'idle':
      return `printed nothing for as long as agents.${name}.idle allows, ${after}${said}`;
    case 'cancelled':
      return after;
    case 'signalled':
      return `killed by ${process.signal ?? 'a signal'}${said}`;
    default:
      return `exit code ${process.exitCode ?? 'unknown'}${said}${hintAt(name, process)}`;
  }
};

/** The shell's way to say that there is no such program, or that it may not be run. */
const isNotFound = ({ exitCode }: ProcessOutcome): boolean => exitCode === 127 || exitCode === 126;

const hintAt = (name: string, process: ProcessOutcome): string =>
  isNotFound(process) ? `; check agents.${name}.command` : '';

/** What a program that failed said last. */
const usefulEnd = ({ stdout, stderr }: ProcessOutcome): string => {
  const text = (stderr.trim() === '' ? stdout : stderr).trim();
  return text === '' ? '' : `: ${cutStart(text.split('\n').slice(-12).join('\n'), 1_500)}`;
};
