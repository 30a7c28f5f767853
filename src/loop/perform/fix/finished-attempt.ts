/** What an attempt came to, as the one event that is stored of it. */
import type { Session, Usage } from '../../../model/attempt.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Snapshot } from '../../../model/run/snapshot.ts';
import { headAndTail } from '../../../plain/text.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import { replacement } from '../../../secrets/find/span.ts';
import type { FixReading } from '../../../stages/fix/answer.ts';
import type { UnitState } from '../../state/unit.ts';
import type { FixQuestion } from './ask.ts';

type Attempting = { agent: string; unit: UnitState };

export type Facts = {
  question: Pick<FixQuestion, 'cut'>;
  result: AgentResult;
  reading: FixReading;
  snapshot: Snapshot | null;
  artifacts: string[];
  durationMs: number;
};

export const finishedAttempt = ({ agent, unit }: Attempting, facts: Facts): RunEventOf<'attempt.finished'> => {
  const { result, reading } = facts;
  const claims = Object.fromEntries(
    Object.entries(reading.claims).map(([id, claim]) => [
      id,
      { ...claim, explanation: headAndTail(claim.explanation, 4_000) },
    ]),
  );
  const usage: Usage = { ...reading.usage, ...result.usage };
  const session = sessionOf(result, reading);
  const message = messageOf(isSilentChange(facts) ? withoutComplaint(result) : result, reading);
  return {
    type: 'attempt.finished',
    unit: unit.plan.unit,
    agent,
    outcome: result.outcome,
    ...(message !== '' && { message: headAndTail(message, 2_000) }),
    claims,
    cut: facts.question.cut,
    unknownIds: reading.unknownIds.slice(0, 100),
    snapshot: facts.snapshot,
    ...(session && { session }),
    usage,
    ...(result.denials.length > 0 && {
      denials: result.denials.slice(0, 50).map((denial) => headAndTail(denial, 500)),
    }),
    artifacts: facts.artifacts,
    durationMs: facts.durationMs,
  };
};

const sessionOf = (result: AgentResult, { session }: FixReading): Session | undefined =>
  result.session ?? (session === undefined || session.includes(replacement) ? undefined : { id: session, used: {} });

/** Whoever only edits has nothing to say, and there is nothing to complain of. */
const isSilentChange = ({ result, reading, snapshot }: Facts): boolean =>
  result.outcome === 'ok' &&
  result.text.trim() === '' &&
  snapshot !== null &&
  Object.values(reading.claims).some(({ silent }) => silent);

const withoutComplaint = ({ message, ...result }: AgentResult): AgentResult =>
  message === undefined || message.startsWith('no answer') ? result : { ...result, message };

/** Why it failed; of a call that ended well, what could not be read of its answer. */
const messageOf = (result: AgentResult, reading: FixReading): string =>
  [
    ...(result.message === undefined ? [] : [result.message]),
    ...(result.outcome === 'ok' ? result.problems : []),
    ...(result.outcome === 'ok' && result.answer !== null ? reading.problems : []),
  ].join('; ');

export const failedAttempt = ({ agent, unit }: Attempting, message: string, began: number): RunEvent => ({
  type: 'attempt.finished',
  unit: unit.plan.unit,
  agent,
  outcome: 'crashed',
  message,
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: {},
  artifacts: [],
  durationMs: performance.now() - began,
});
