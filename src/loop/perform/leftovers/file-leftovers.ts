/** Writes down what is left over, and sends it where it goes. A run never fails because of a tracker. */
import type { RunEvent } from '../../../model/event.ts';
import type { TrackerKind, TrackerPlace } from '../../../model/finding/leftover.ts';
import { TrackerError, type Tracker } from '../../../ports/tracker.ts';
import type { HeldIssue } from '../../../stages/leftovers/decide.ts';
import { leftoversFile } from '../../../stages/leftovers/markdown.ts';
import { isWaiting, type OutboxEntry } from '../../../stages/leftovers/outbox.ts';
import { leftoverFindings, leftoversOf, targetOf } from '../../decide/leftovers.ts';
import type { Performing } from '../../engine.ts';
import { buildReport } from '../../report.ts';
import type { PatienceOptions } from './patient.ts';
import { planIssues } from './plan-issues.ts';
import { lookAround, sendOutbox } from './send.ts';

export const performFileLeftovers = async (performing: Performing): Promise<RunEvent[]> => {
  const to = targetOf(performing.state);
  if (to === 'github' || to === 'gitlab') await fileIssues(performing, to);
  const file = to === 'markdown' ? await writeMarkdown(performing) : null;
  return [{ type: 'leftovers.filed', to, file }];
};

const writeMarkdown = async ({ engine, state }: Performing): Promise<string> => {
  const left = new Set(leftoverFindings(state).map(({ finding }) => finding.id));
  const findings = buildReport(state).findings.filter(({ id }) => left.has(id));
  return engine.artifacts.put('leftovers.md', leftoversFile(state.run.id, findings));
};

const fileIssues = async (performing: Performing, to: TrackerKind): Promise<void> => {
  const { engine, state, signal } = performing;
  const { repository } = leftoversOf(state);
  const remote = state.run.started.repository?.remote ?? null;
  const place = orFault(() => engine.trackers.locate({ to, repository, remote }));
  if (place instanceof TrackerError) return planBlindly(performing, { to, place: undefined, fault: place });
  await engine.trackers.inTurn(place, () => fileAt(performing, to, place), signal);
};

const orFault = <T>(work: () => T): T | TrackerError => {
  try {
    return work();
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
};

type Blind = { to: TrackerKind; place: TrackerPlace | undefined; fault: TrackerError };

/** The tracker cannot be asked: what is wanted of it waits in the outbox, with the reason. */
const planBlindly = async (performing: Performing, { to, place, fault }: Blind): Promise<void> => {
  await plan(performing, { to, place, held: null });
  for (const { finding, plan: named } of waitingIn(performing))
    await performing.emit({ type: 'leftover.failed', finding, plan: named, error: fault.message });
};

const fileAt = async (performing: Performing, to: TrackerKind, place: TrackerPlace): Promise<void> => {
  const patience = patienceOf(performing);
  try {
    const tracker = await performing.engine.trackers.open(place);
    const held = await lookAround(tracker, patience);
    await plan(performing, { to, place, held });
    await send(performing, { tracker, held, patience });
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await planBlindly(performing, { to, place, fault: error });
  }
};

type Connection = { tracker: Tracker; held: Map<string, HeldIssue[]>; patience: PatienceOptions };

const send = (performing: Performing, { tracker, held, patience }: Connection): Promise<void> =>
  sendOutbox(waitingIn(performing), { ...patience, tracker, held, emit: (_, event) => performing.emit(event) });

type Known = Pick<Parameters<typeof planIssues>[1], 'to' | 'place' | 'held'>;

/** Durable before anything is sent. */
const plan = async ({ engine, state, emit }: Performing, known: Known): Promise<void> => {
  const commit = state.run.started.repository?.commit ?? state.run.started.start.commit;
  const published = await engine.published(commit).catch(() => null);
  // All of them at once: they are stored together.
  await Promise.all(planIssues(state, { ...known, published }).map(emit));
};

const waitingIn = ({ state }: Pick<Performing, 'state'>): OutboxEntry[] =>
  [...state.leftovers.outbox.values()].filter(isWaiting);

const patienceOf = ({ engine, state, signal }: Performing): PatienceOptions => {
  const { wait = 0, pause = 0 } = leftoversOf(state);
  return { clock: engine.clock, signal, waitMs: wait, pauseMs: pause };
};
