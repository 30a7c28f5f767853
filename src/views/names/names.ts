/** What people call the findings, units and calls of a run: learnt from its events. */
import type { CallSubject } from '../../model/call.ts';
import type { StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { printable } from '../../plain/printable.ts';
import { place } from '../words/places.ts';
import { type Learnt, learn } from './learn.ts';
import { countEvent, noTally, tallyWords } from './tally.ts';

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
  /** Behind words about a fix: its commit, where the repository of the user gets it. */
  commit: (commit: string, before: string, after?: string) => string;
  /** Why a finding was closed, in a word where that was said of the run already. */
  reason: (reason: string) => string;
  /** How far the run has come, in words. */
  tally: () => string;
  /** What a call does: `Review by security, part 2 of 3`. */
  call: (call: string) => string;
};

const codeOf = ({ findings }: Learnt, id: string): string => printable(findings.get(id)?.code ?? id);

const codesOf = (learnt: Learnt, ids: readonly string[]): string => ids.map((id) => codeOf(learnt, id)).join(', ');

const unitName = (learnt: Learnt, key: string): string => codesOf(learnt, learnt.units.get(key) ?? [key]);

const labelOf = (learnt: Learnt, key: string): string => {
  const name = unitName(learnt, key);
  const [only, ...others] = learnt.units.get(key) ?? [];
  if (only === undefined || others.length > 0) return name;
  const finding = learnt.findings.get(only);
  return finding?.file === undefined ? name : `${name} ${printable(place(finding))}`;
};

const partsOf = ({ parts }: Learnt, reviewer: string): number => parts.get(reviewer) ?? 1;

const workOf = (learnt: Learnt, subject: CallSubject): string => {
  switch (subject.role) {
    case 'review': {
      const parts = partsOf(learnt, subject.reviewer);
      return `Review by ${printable(subject.reviewer)}${parts > 1 ? `, part ${subject.part} of ${parts}` : ''}`;
    }
    case 'clarify':
      return subject.n > 1 ? `Clarifying, round ${subject.n}` : 'Clarifying';
    case 'plan':
      return 'Planning';
    case 'challenge':
      return `Challenge of ${unitName(learnt, subject.unit)} by ${printable(subject.challenger)}`;
    case 'adjudicate':
      return `Dispute about ${unitName(learnt, subject.unit)}, decided by ${printable(subject.judge)}`;
    default:
      return subject satisfies never;
  }
};

const callName = (learnt: Learnt, call: string): string => {
  const subject = learnt.subjects.get(call);
  return subject === undefined ? printable(call) : workOf(learnt, subject);
};

export const createNames = (): Names => {
  const tally = noTally();
  const learnt: Learnt = {
    findings: new Map(),
    units: new Map(),
    subjects: new Map(),
    parts: new Map(),
    round: 0,
    stopped: '',
    keepsCommits: true,
  };
  return {
    learn: (event) => {
      learn(event, learnt);
      countEvent(tally, event, (unit) => learnt.units.get(unit) ?? []);
    },
    tally: () => tallyWords(tally),
    reason: (reason) => (reason !== '' && reason === learnt.stopped ? 'the run stops' : reason),
    finding: (id) => learnt.findings.get(id),
    code: (id) => codeOf(learnt, id),
    codes: (ids) => codesOf(learnt, ids),
    unit: (key) => unitName(learnt, key),
    label: (key) => labelOf(learnt, key),
    round: () => learnt.round,
    subject: (call) => learnt.subjects.get(call),
    parts: (reviewer) => partsOf(learnt, reviewer),
    commit: (commit, before, after = '') => (learnt.keepsCommits ? `${before}${commit.slice(0, 12)}${after}` : ''),
    call: (call) => callName(learnt, call),
  };
};
