/** A run's events in the words of TurboWrap, which has eight. */
import type { Challenge } from '../../model/challenge.ts';
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { consumer } from '../../model/run/per-event.ts';
import { type EventView, nothing, unsaid } from './view.ts';

export type TurbowrapName =
  | 'fix_session_started'
  | 'fix_step_started'
  | 'fix_issue_streaming'
  | 'fix_step_completed'
  | 'fix_challenger_evaluating'
  | 'fix_challenger_result'
  | 'fix_session_completed'
  | 'fix_session_error';

type Message = [TurbowrapName, object];

/** What TurboWrap calls the findings and the units of a run: by the codes of the findings. */
type Codes = { of: (ids: readonly string[]) => string[]; ofUnit: (unit: string) => string[] };

/** As its challenger answers; the status follows from the score. */
const evaluation = ({ score, threshold, feedback, improvements, votes }: Challenge): object => ({
  score,
  status: score >= threshold ? 'SOLVED' : 'IN_PROGRESS',
  feedback,
  ...(votes.length === 1 && votes[0]?.quality && { quality_scores: votes[0].quality }),
  improvements_needed: improvements,
});

const stepStarted = ({ step, cycle, units }: RunEventOf<'step.started'>, codes: Codes): Message => [
  'fix_step_started',
  { step, cycle, issues: units.flatMap(({ findings }) => codes.of(findings)) },
];

const callStarted = ({ subject, agent }: RunEventOf<'call.started'>, codes: Codes): Message | null =>
  subject.role === 'challenge'
    ? ['fix_challenger_evaluating', { issues: codes.ofUnit(subject.unit), challenger: agent }]
    : null;

const judged = ({ results }: RunEventOf<'attempt.judged'>, codes: Codes): Message | null => {
  const scored = Object.entries(results).flatMap(([id, { challenge }]) =>
    challenge ? [[codes.of([id])[0], evaluation(challenge)]] : [],
  );
  return scored.length === 0 ? null : ['fix_challenger_result', { issues: Object.fromEntries(scored) }];
};

const runFinished = ({ status, message, stopReason }: RunEventOf<'run.finished'>): Message => {
  const isError = status === 'failed' || (stopReason !== undefined && stopReason !== 'cancelled');
  return isError
    ? ['fix_session_error', { status, error: message ?? status, reason: stopReason ?? null }]
    : ['fix_session_completed', { status, message: message ?? null }];
};

const turbowrapMessage = consumer<Message | null, [Codes]>({
  ...unsaid,
  'cycle.started': nothing,
  'cycle.finished': nothing,
  'attempt.started': nothing,
  'check.started': nothing,
  'check.finished': nothing,
  'head.check.started': nothing,
  'head.checked': nothing,
  'culprits.removed': nothing,
  'run.started': ({ start }) => ['fix_session_started', { start: start.commit }],
  'step.started': stepStarted,
  'attempt.output': ({ unit, text }, codes) => ['fix_issue_streaming', { issues: codes.ofUnit(unit), content: text }],
  'step.finished': ({ step, cycle }) => ['fix_step_completed', { step, cycle }],
  'call.started': callStarted,
  'attempt.judged': judged,
  'run.finished': runFinished,
});

const learnCodes = (): Codes & { learn: (event: StoredEvent) => void } => {
  const codeOf = new Map<string, string>();
  const units = new Map<string, readonly string[]>();
  const of = (ids: readonly string[]): string[] => ids.map((id) => codeOf.get(id) ?? id);
  const learn = (event: StoredEvent): void => {
    if (event.type === 'findings.admitted') for (const { id, code } of event.findings) codeOf.set(id, code);
    if (event.type === 'step.started') for (const { unit, findings } of event.units) units.set(unit, findings);
    if (event.type === 'unit.split') for (const { unit, findings } of event.parts) units.set(unit, findings);
  };
  return { of, ofUnit: (unit) => of(units.get(unit) ?? []), learn };
};

/**
 * TurboWrap: `event` and `data`, as its server-sent events have them. What the challengers said together comes with the
 * judgement on an attempt.
 */
export const turbowrapView = (): EventView => {
  const codes = learnCodes();
  return (event) => {
    codes.learn(event);
    const said = turbowrapMessage(event, codes);
    return said === null ? null : { event: said[0], data: { session_id: event.run, timestamp: event.at, ...said[1] } };
  };
};
