/** What there are names for in a run: learnt from its events. */
import { own } from '../../plain/shape.ts';
import type { CallSubject } from '../../model/call.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { consumer, type PerEvent } from '../../model/run/per-event.ts';
import { moveTo } from '../../model/place.ts';

/** What is learnt of a run, as far as it has gone. */
export type Learnt = {
  findings: Map<string, Finding>;
  units: Map<string, readonly string[]>;
  subjects: Map<string, CallSubject>;
  parts: Map<string, number>;
  round: number;
  /** Why the run stops; empty while it does not. */
  stopped: string;
  /** Whether the commits of fixes end up in the repository of the user, each as it is. */
  keepsCommits: boolean;
};

/** One for all fixes, or none: those of single fixes stay with the run. */
const isKept = (config: unknown): boolean => !['run', 'none'].includes(String(own(own(config, 'commit'), 'per')));

const nothing = (): void => undefined;

/** Nothing gets a name by these. */
const unnamed = {
  'run.waiting': nothing,
  'run.handed-over': nothing,
  'leftover.planned': nothing,
  'leftover.sent': nothing,
  'leftover.confirmed': nothing,
  'leftover.failed': nothing,
  'leftovers.filed': nothing,
  'run.finished': nothing,
  'cancel.requested': nothing,
  'limits.set': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'run.moved': nothing,
  warning: nothing,
  'review.started': nothing,
  'review.finished': nothing,
  'finding.closed': nothing,
  'finding.fixed': nothing,
  'call.postponed': nothing,
  'call.finished': nothing,
  'question.asked': nothing,
  'question.answered': nothing,
  'questions.answered': nothing,
  'plan.made': nothing,
  'baseline.started': nothing,
  'baseline.finished': nothing,
  'recheck.started': nothing,
  'recheck.finished': nothing,
  'cycle.started': nothing,
  'cycle.finished': nothing,
  'step.finished': nothing,
  'agent.replaced': nothing,
  'attempt.started': nothing,
  'attempt.output': nothing,
  'attempt.activity': nothing,
  'attempt.postponed': nothing,
  'attempt.finished': nothing,
  'attempt.judged': nothing,
  'check.started': nothing,
  'check.finished': nothing,
  'units.integrated': nothing,
  'head.check.started': nothing,
  'head.checked': nothing,
  'round.measured': nothing,
  'head.accepted': nothing,
  'head.restored': nothing,
  'units.ready': nothing,
  'group.finished': nothing,
  'culprits.removed': nothing,
} satisfies Partial<PerEvent<void>>;

const learnUnits = ({ units }: Learnt, named: readonly { unit: string; findings: readonly string[] }[]): void => {
  for (const { unit, findings } of named) units.set(unit, findings);
};

const learnPlaces = ({ findings }: Learnt, { places }: RunEventOf<'places.moved'>): void => {
  for (const [id, moved] of Object.entries(places)) {
    const finding = findings.get(id);
    if (finding) findings.set(id, moveTo(finding, moved));
  }
};

export const learn = consumer<void, [Learnt]>({
  ...unnamed,
  'findings.admitted': ({ findings }, learnt) => {
    for (const finding of findings) learnt.findings.set(finding.id, finding);
  },
  'finding.reopened': ({ id, finding }, learnt) => void learnt.findings.set(id, finding),
  'places.moved': (event, learnt) => learnPlaces(learnt, event),
  'run.started': ({ config }, learnt) => void (learnt.keepsCommits = isKept(config)),
  'run.stopping': ({ message }, learnt) => void (learnt.stopped = message ?? ''),
  'run.resumed': (_, learnt) => void (learnt.stopped = ''),
  'round.started': ({ round }, learnt) => void (learnt.round = round),
  'step.started': ({ units }, learnt) => learnUnits(learnt, units),
  'unit.split': ({ parts }, learnt) => learnUnits(learnt, parts),
  'review.scoped': ({ reviewer, parts }, learnt) => void learnt.parts.set(reviewer, parts.length),
  'call.started': ({ call, subject }, learnt) => void learnt.subjects.set(call, subject),
});
