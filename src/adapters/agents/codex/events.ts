/** Codex: what it prints, read to its result. */
import { cutEnd } from '../../../plain/cut.ts';
import { given } from '../../../plain/given.ts';
import { looksLikeAnswer } from '../../../model/answers/shape.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { begun, ended, longestDetail } from './items.ts';
import { readCodexLog } from './log.ts';
import { outcomeOf } from './outcome.ts';
import { hasNoSandbox, nothingSeen, type State } from './state.ts';
import { type CodexEvent, parseCodexEvent } from './stream.ts';
import { codexUsage } from './usage.ts';

export const codexReader = (request: AgentRequest): CliReader => {
  const state = nothingSeen();
  const isOver = (): boolean =>
    state.completed !== undefined || state.failed !== undefined || state.retrying || hasNoSandbox(state);
  return {
    line: (line) => {
      const event = parseCodexEvent(line);
      return event === null || isOver() ? [] : take(state, event);
    },
    isOver,
    end: (process) => read(state, request, process),
  };
};

const take = (state: State, event: CodexEvent): AgentEvent[] => {
  switch (event.type) {
    case 'thread.started':
      state.id = event.thread_id;
      return [];
    case 'turn.completed':
      state.completed = { tokens: event.usage };
      return [];
    case 'turn.failed':
      state.failed = event.error.message;
      return [];
    case 'error':
      state.lastError = event.message;
      state.retrying = /^Reconnecting\b/.test(event.message);
      return [];
    case 'item.started':
      return begun(event.item);
    case 'item.completed':
      return ended(state, event.item);
    default:
      return event satisfies never;
  }
};

const read = (state: State, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const log = readCodexLog(process.stderr);
  const { usage, session } = codexUsage(state.id, state.completed?.tokens, log.tokens, request.session);
  const formless = request.answerBy === 'schema' && isFormless(state.text, request) ? [notInForm(state)] : [];
  return {
    ...outcomeOf(state, request, process, log),
    text: formless.length > 0 ? '' : state.text,
    ...given({ session }),
    usage,
    stderr: log.forPeople,
    denials: [...state.denials, ...log.denials],
    problems: [...state.problems, ...log.problems, ...formless],
  };
};

const notInForm = ({ text }: State): string =>
  `its answer is not in the form that was asked for: ${cutEnd(text, longestDetail)}`;

/**
 * JSON, but neither in the form that was asked for nor in another that is understood: better no answer than this one.
 */
const isFormless = (text: string, { role, answerSchema: { required } }: AgentRequest): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    const has = (key: unknown): boolean =>
      typeof value === 'object' && value !== null && typeof key === 'string' && Object.hasOwn(value, key);
    return !looksLikeAnswer(role)(value) && !(Array.isArray(required) && required.every(has));
  } catch {
    return false;
  }
};
