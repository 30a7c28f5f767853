/** What people call the findings, units and calls of a run: learnt from its events. */
import type { CallSubject } from '../model/call.ts';
import type { StoredEvent } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';
import { consumer, type PerEvent } from '../model/run/per-event.ts';
import { moveTo } from '../model/place.ts';
import { printable } from '../plain/printable.ts';
import { place } from './words.ts';

export type Names = {
  learn: (event: StoredEvent) => void;
  finding: (id: string) => Finding | undefined;
  /** Code of a finding; its id when it is not known yet. */
  code: (id: string) => string;
  codes: (ids: readonly string[]) => string;
  /** Codes of a unit's findings. */
  unit: (key: string) => string;
  /** The same, with the place where there is only one. */
  label: (key: string) => string;
  /** The round of reviews under way; 0 before the first. */
  round: () => number;
  subject: (call: string) => CallSubject | undefined;
  /** Into how many calls the review of a reviewer is split. */
  parts: (reviewer: string) => number;
  /** What a call does: `Review by security, part 2 of 3`. */
  call: (call: string) => string;
};

const nothing = (): void => undefined;

/** Nothing gets a name by these. */
const unnamed = {
  'run.started': nothing,
  'run.resumed': nothing,
  'run.waiting': nothing,
  'run.stopping': nothing,
  'run.handed-over': nothing,
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
  'head.accepted': nothing,
  'culprits.removed': nothing,
} satisfies Partial<PerEvent<void>>;

export const createNames = (): Names => {
  const findings = new Map<string, Finding>();
  const units = new Map<string, readonly string[]>();
  const subjects = new Map<string, CallSubject>();
  const parts = new Map<string, number>();
  let round = 0;
  const code = (id: string): string => printable(findings.get(id)?.code ?? id);
  const codes = (ids: readonly string[]): string => ids.map(code).join(', ');
  const unit = (key: string): string => codes(units.get(key) ?? [key]);
  const work = (subject: CallSubject): string => {
    switch (subject.role) {
      case 'review': {
        const of = parts.get(subject.reviewer) ?? 1;
        return `Review by ${printable(subject.reviewer)}${of > 1 ? `, part ${subject.part} of ${of}` : ''}`;
      }
      case 'clarify':
        return subject.n > 1 ? `Clarifying, round ${subject.n}` : 'Clarifying';
      case 'plan':
        return 'Planning';
      case 'challenge':
        return `Challenge of ${unit(subject.unit)} by ${printable(subject.challenger)}`;
      default:
        return subject satisfies never;
    }
  };
  const learn = consumer<void>({
    ...unnamed,
    'findings.admitted': (event) => {
      for (const finding of event.findings) findings.set(finding.id, finding);
    },
    'places.moved': ({ places }) => {
      for (const [id, moved] of Object.entries(places)) {
        const finding = findings.get(id);
        if (finding) findings.set(id, moveTo(finding, moved));
      }
    },
    'round.started': (event) => void (round = event.round),
    'step.started': (event) => {
      for (const { unit: key, findings: ids } of event.units) units.set(key, ids);
    },
    'unit.split': (event) => {
      for (const { unit: key, findings: ids } of event.parts) units.set(key, ids);
    },
    'review.scoped': (event) => void parts.set(event.reviewer, event.parts.length),
    'call.started': ({ call, subject }) => void subjects.set(call, subject),
  });
  return {
    learn,
    finding: (id) => findings.get(id),
    round: () => round,
    code,
    codes,
    unit,
    label: (key) => {
      const [only, ...others] = units.get(key) ?? [];
      const finding = only === undefined || others.length > 0 ? undefined : findings.get(only);
      return finding?.file === undefined ? unit(key) : `${unit(key)} ${printable(place(finding))}`;
    },
    subject: (call) => subjects.get(call),
    parts: (reviewer) => parts.get(reviewer) ?? 1,
    call: (call) => {
      const subject = subjects.get(call);
      return subject === undefined ? printable(call) : work(subject);
    },
  };
};
