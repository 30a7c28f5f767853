/** Ends a run: every finding gets its final status, what was proven is handed over, and the outcome is named. */
import { trustsClaims } from '../../config/trust.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import { isFailure } from '../../model/run/outcome.ts';
import type { Action } from '../actions.ts';
import { type Question, record } from './first-of.ts';
import { hasSomethingToFile } from './leftovers.ts';
import { closed, unfinished } from './closings.ts';
import { goBackToTheBest } from './converge/go-back.ts';
import { lookBeforeTheEnd } from './converge/look-before-the-end.ts';
import { coverageOfRun } from './coverage.ts';
import { judgementOn } from './gates/judge.ts';
import { proveGroup } from './prove/prove-group.ts';
import { mustMovePlaces } from '../state/places.ts';
import { lacksProofInTheEnd } from './gates/proof.ts';
import { type RunState, workingUnits } from '../state/state.ts';

export const conclude = (state: RunState): Action[] =>
  recordAcceptance(state) ??
  record([...provenUnits(state), ...cutShort(state)]) ??
  lookBeforeTheEnd(state) ??
  (isTampered(state) ? null : goBackToTheBest(state)) ??
  followTheCode(state) ??
  record([...unfinished(state), ...notProven(state)]) ??
  handOver(state) ??
  fileLeftovers(state) ?? [{ do: 'record', events: [finished(state)] }];

/** What holds by now of the group that is being proven. */
const recordAcceptance: Question = (state) =>
  record(proveGroup(state).decided.filter(({ type }) => type === 'head.accepted'));

const followTheCode: Question = (state) =>
  mustMovePlaces(state) && !isTampered(state) ? [{ do: 'move-places' }] : null;

const handOver: Question = (state) => (state.end.handedOver || isTampered(state) ? null : [{ do: 'hand-over' }]);

const fileLeftovers: Question = (state) =>
  state.leftovers.filed || !hasSomethingToFile(state) ? null : [{ do: 'file-leftovers' }];

/** Nothing is done with a repository that somebody else has changed. */
const isTampered = ({ end }: RunState): boolean => end.stopping?.reason === 'tampered';

/** A cancelled run keeps what was committed and verified before. */
const provenUnits = (state: RunState): RunEvent[] =>
  workingUnits(state)
    .filter((unit) => unit.phase === 'proven')
    .flatMap((unit) => judgementOn({ state, unit }));

/** Calls that the cancelling cut short; an answer that was already stored stays for a resumed run. */
const cutShort = (state: RunState): RunEvent[] =>
  workingUnits(state)
    .filter((unit) => unit.phase === 'answered')
    .filter(({ answer }) => answer.outcome === 'cancelled')
    .flatMap((unit) => judgementOn({ state, unit }));

/** What only a later review could prove, and none did: its change is handed over, and it is not called fixed. */
const notProven = (state: RunState): RunEvent[] =>
  [...state.findings.values()].flatMap((finding) => {
    const reason = finding.status === 'fixed' ? lacksProofInTheEnd(state, finding) : null;
    return reason === null ? [] : [closed(finding, 'no-proof', reason)];
  });

type Ending = Omit<RunEventOf<'run.finished'>, 'type'>;

const finished = (state: RunState): RunEvent => {
  const ending = endedEarly(state) ?? reviewFailed(state) ?? askingFailed(state) ?? leftOver(state);
  return { type: 'run.finished', ...(ending ?? { status: hasLeftovers(state) ? 'leftovers' : 'clean' }) };
};

const endedEarly = ({ end: { cancelled, stopping } }: RunState): Ending | null => {
  if (cancelled) return { status: 'cancelled', stopReason: 'cancelled' };
  if (!stopping) return null;
  const { reason, message } = stopping;
  return { status: isFailure(reason) ? 'failed' : 'leftovers', stopReason: reason, message };
};

const reviewFailed = ({ reviews }: RunState): Ending | null => {
  const failed = reviews.rounds
    .flatMap(({ reviews }) => [...reviews.values()])
    .filter((review) => review.verdict === 'error')
    .map((review) => `reviewer ${review.reviewer}: ${review.message ?? 'no result'}`);
  return failed.length === 0 ? null : { status: 'failed', message: failed.join('; ') };
};

/** Elsewhere a run goes on without questions; one that was only to ask them has come to nothing. */
const askingFailed = ({ run, agents }: RunState): Ending | null => {
  if (run.started.command !== 'clarify') return null;
  const last = [...agents.calls.values()].findLast(({ subject }) => subject.role === 'clarify')?.answer;
  if (!last || last.answer?.role === 'clarify') return null;
  return { status: 'failed', message: `${last.agent} could not ask: ${last.message ?? last.outcome}` };
};

/** Why a run in which nothing went wrong is not clean all the same. */
const leftOver = (state: RunState): Ending | null => {
  const message = unverified(state) ?? notReviewed(state) ?? lostFindings(state) ?? wentBack(state);
  return message === null ? null : { status: 'leftovers', message };
};

/** What was fixed in the meantime is not, so this is never all that there is to say. */
const wentBack = ({ code }: RunState): string | null => code.restored?.reason ?? null;

const unverified = ({ code, config }: RunState): string | null =>
  code.commits.length > 0 && config.verify.commands.length === 0 && !trustsClaims(config)
    ? 'nothing is configured to verify fixes with (verify.commands)'
    : null;

const notReviewed = (state: RunState): string | null => {
  const coverage = coverageOfRun(state);
  if (!coverage || coverage.complete) return null;
  return `only ${coverage.reviewed} of ${coverage.hunks} changed places were reviewed`;
};

/** What a tool reported and nobody found is neither fixed nor wrong: such a run is not clean (1.11). */
const lostFindings = ({ findings }: RunState): string | null => {
  const lost = [...findings.values()].filter(({ cause }) => cause === 'not-found');
  const [first] = lost;
  if (!first) return null;
  const count = lost.length === 1 ? 'A finding of a tool is' : `${lost.length} findings of tools are`;
  return `${count} about a file that was not found, such as ${first.finding.code}: ${first.reason ?? ''}`;
};

const hasLeftovers = (state: RunState): boolean =>
  [...state.findings.values()].some((finding) => finding.status === 'blocked' && finding.cause !== 'not-selected');
