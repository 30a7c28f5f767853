/** A run's events in the words of other systems: Raven's seven and TurboWrap's eight event names. */
import type { Challenge } from '../model/challenge.ts';
import type { RunEvent, StoredEvent } from '../model/event.ts';

export const viewNames = ['raven', 'turbowrap'] as const;
export type ViewName = (typeof viewNames)[number];

/** Turns one event into what the other system would have said, or nothing. Events must come in order. */
export type EventView = (event: StoredEvent) => Record<string, unknown> | null;

export type RavenType =
  | 'fix_started'
  | 'cycle_started'
  | 'agent_invoked'
  | 'verification_started'
  | 'verification_result'
  | 'cycle_completed'
  | 'fix_completed';

const ravenMessage = (event: RunEvent): [RavenType, string] | null => {
  switch (event.type) {
    case 'run.started':
      return ['fix_started', `fixing from ${event.start.commit}`];
    case 'cycle.started':
      return ['cycle_started', `cycle ${event.cycle}`];
    case 'attempt.started':
      return ['agent_invoked', `${event.agent} on ${event.unit}`];
    case 'check.started':
      return ['verification_started', event.unit];
    case 'head.check.started':
      return ['verification_started', 'all fixes together'];
    case 'check.finished':
    case 'head.checked':
    case 'culprits.removed':
      return [
        'verification_result',
        [event.verification.verdict, event.verification.reason].filter(Boolean).join(': '),
      ];
    case 'cycle.finished':
      return ['cycle_completed', `${event.fixed} fixed, ${event.open} open`];
    case 'run.finished':
      return ['fix_completed', [event.status, event.message].filter(Boolean).join(': ')];
    case 'run.resumed':
    case 'run.waiting':
    case 'run.stopping':
    case 'run.handed-over':
    case 'cancel.requested':
    case 'limits.set':
    case 'process.started':
    case 'commits.kept':
    case 'run.moved':
    case 'warning':
    case 'round.started':
    case 'review.started':
    case 'review.scoped':
    case 'review.finished':
    case 'findings.admitted':
    case 'finding.closed':
    case 'finding.fixed':
    case 'places.moved':
    case 'call.started':
    case 'call.postponed':
    case 'call.finished':
    case 'question.answered':
    case 'questions.answered':
    case 'plan.made':
    case 'baseline.started':
    case 'baseline.finished':
    case 'recheck.started':
    case 'recheck.finished':
    case 'step.started':
    case 'step.finished':
    case 'agent.replaced':
    case 'attempt.output':
    case 'attempt.activity':
    case 'attempt.postponed':
    case 'attempt.finished':
    case 'attempt.judged':
    case 'unit.split':
    case 'units.integrated':
    case 'head.accepted':
      return null;
    default:
      return event satisfies never;
  }
};

/** Raven: type, cycle (0 before the first), message, timestamp. */
export const ravenView = (): EventView => {
  let cycle = 0;
  return (event) => {
    if (event.type === 'cycle.started') cycle = event.cycle;
    const said = ravenMessage(event);
    return said === null ? null : { type: said[0], cycle, message: said[1], timestamp: event.at };
  };
};

export type TurbowrapName =
  | 'fix_session_started'
  | 'fix_step_started'
  | 'fix_issue_streaming'
  | 'fix_step_completed'
  | 'fix_challenger_evaluating'
  | 'fix_challenger_result'
  | 'fix_session_completed'
  | 'fix_session_error';

type Codes = (ids: readonly string[]) => string[];

/** As its challenger answers; the status follows from the score. */
const evaluation = ({ score, threshold, feedback, improvements, votes }: Challenge): object => ({
  score,
  status: score >= threshold ? 'SOLVED' : 'IN_PROGRESS',
  feedback,
  ...(votes.length === 1 && votes[0]?.quality && { quality_scores: votes[0].quality }),
  improvements_needed: improvements,
});

const turbowrapData = (
  event: RunEvent,
  codes: Codes,
  unitCodes: (unit: string) => string[],
): [TurbowrapName, object] | null => {
  switch (event.type) {
    case 'run.started':
      return ['fix_session_started', { start: event.start.commit }];
    case 'step.started':
      return [
        'fix_step_started',
        { step: event.step, cycle: event.cycle, issues: event.units.flatMap(({ findings }) => codes(findings)) },
      ];
    case 'attempt.output':
      return ['fix_issue_streaming', { issues: unitCodes(event.unit), content: event.text }];
    case 'step.finished':
      return ['fix_step_completed', { step: event.step, cycle: event.cycle }];
    case 'call.started':
      return event.subject.role === 'challenge'
        ? ['fix_challenger_evaluating', { issues: unitCodes(event.subject.unit), challenger: event.agent }]
        : null;
    case 'attempt.judged': {
      const scored = Object.entries(event.results).flatMap(([id, { challenge }]) =>
        challenge ? [[codes([id])[0], evaluation(challenge)]] : [],
      );
      return scored.length === 0 ? null : ['fix_challenger_result', { issues: Object.fromEntries(scored) }];
    }
    case 'run.finished':
      return event.status === 'failed' || (event.stopReason !== undefined && event.stopReason !== 'cancelled')
        ? [
            'fix_session_error',
            { status: event.status, error: event.message ?? event.status, reason: event.stopReason ?? null },
          ]
        : ['fix_session_completed', { status: event.status, message: event.message ?? null }];
    case 'run.resumed':
    case 'run.waiting':
    case 'run.stopping':
    case 'run.handed-over':
    case 'cancel.requested':
    case 'limits.set':
    case 'process.started':
    case 'commits.kept':
    case 'run.moved':
    case 'warning':
    case 'round.started':
    case 'review.started':
    case 'review.scoped':
    case 'review.finished':
    case 'findings.admitted':
    case 'finding.closed':
    case 'finding.fixed':
    case 'places.moved':
    case 'call.postponed':
    case 'call.finished':
    case 'question.answered':
    case 'questions.answered':
    case 'plan.made':
    case 'baseline.started':
    case 'baseline.finished':
    case 'recheck.started':
    case 'recheck.finished':
    case 'cycle.started':
    case 'cycle.finished':
    case 'agent.replaced':
    case 'attempt.started':
    case 'attempt.activity':
    case 'attempt.postponed':
    case 'attempt.finished':
    case 'check.started':
    case 'check.finished':
    case 'unit.split':
    case 'units.integrated':
    case 'head.check.started':
    case 'head.checked':
    case 'head.accepted':
    case 'culprits.removed':
      return null;
    default:
      return event satisfies never;
  }
};

/**
 * TurboWrap: `event` and `data`, as its server-sent events have them. What the challengers said together comes with the
 * judgement on an attempt.
 */
export const turbowrapView = (): EventView => {
  const codeOf = new Map<string, string>();
  const unitFindings = new Map<string, readonly string[]>();
  const codes: Codes = (ids) => ids.map((id) => codeOf.get(id) ?? id);
  return (event) => {
    if (event.type === 'findings.admitted') for (const { id, code } of event.findings) codeOf.set(id, code);
    if (event.type === 'step.started') for (const { unit, findings } of event.units) unitFindings.set(unit, findings);
    if (event.type === 'unit.split') for (const { unit, findings } of event.parts) unitFindings.set(unit, findings);
    const said = turbowrapData(event, codes, (unit) => codes(unitFindings.get(unit) ?? []));
    return said === null ? null : { event: said[0], data: { session_id: event.run, timestamp: event.at, ...said[1] } };
  };
};

export const eventView = (name: ViewName): EventView => (name === 'raven' ? ravenView() : turbowrapView());
