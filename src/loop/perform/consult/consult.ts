/**
 * One call of an agent that only reads: to review, to ask, to plan, to judge. Everything it came to is stored in one
 * event.
 */
import { type CallAnswer, type CallSubject, keyOfCall } from '../../../model/call.ts';
import type { Session } from '../../../model/attempt.ts';
import type { RunEvent } from '../../../model/event.ts';
import { headAndTail } from '../../../plain/text.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Workspace } from '../../../ports/repo.ts';
import { affordable, reservationFor } from '../../decide/calls/budget.ts';
import type { Performing } from '../../engine.ts';
import { agentNow } from '../../decide/calls/replace-agent.ts';
import { callAgent, type Question } from '../fix/call.ts';
import { captureWork } from '../fix/capture-work.ts';
import { askChallenger } from './ask-challenger.ts';
import { askForPlan } from './ask-for-plan.ts';
import { askForQuestions } from './ask-for-questions.ts';
import { askReviewer } from './ask-reviewer.ts';
import { postponement, waitForTurn } from '../fix/wait.ts';

/** What a role is asked, where it looks, and how its answer is read. */
export type Consultation = {
  question: Question;
  session?: Session | undefined;
  timeoutMs?: number | undefined;
  /** Files that it changed although it only reads are put back by then. */
  read: (result: AgentResult, changed: string[]) => Promise<{ answer: CallAnswer; message?: string | undefined }>;
};

/** `stopping`: the run stops, so that nobody waits for an agent any more; calls under way are heard out. */
export const performCall = async (
  performing: Performing,
  subject: CallSubject,
  asked: string,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const { engine, state, config, signal } = performing;
  const key = keyOfCall(subject);
  if (!(await waitForTurn(performing, state.calls.get(key), stopping))) return [];
  // While it waited, others may have used up the budget, or another agent may have taken over.
  const agent = agentNow(state, asked);
  if (signal.aborted || affordable(state, config, [{ agent }]).length === 0) return [];
  const reserved = reservationFor(state, config, agent);
  await performing.emit({ type: 'call.started', call: key, subject, agent, ...(reserved && { reserved }) });
  const workspace = await engine.custody.workspace(revisionFor(performing, subject), 'agent');
  try {
    return await consult(performing, { subject, key, agent, workspace });
  } finally {
    await workspace.release();
  }
};

type Place = { subject: CallSubject; key: string; agent: string; workspace: Workspace };

const consult = async (performing: Performing, { subject, key, agent, workspace }: Place): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const began = performance.now();
  const { question, session, timeoutMs, read } = await prepare(performing, subject, agent, workspace);
  const artifacts = [await engine.artifacts.put(`calls/${key}/prompt.md`, question.prompt)];
  const pending = () => state.calls.get(key) ?? {};
  const result = await callAgent(performing, {
    key,
    agent,
    question,
    workspace,
    pending,
    session,
    access: 'read',
    timeoutMs,
  });
  const later = postponement(result, engine.clock.now(), state);
  if (later) return [{ type: 'call.postponed', call: key, ...later }];
  const capture = await captureWork(engine.custody, workspace, workspace.revisionTree, performing.signal);
  if (result.transcript !== '')
    artifacts.push(await engine.artifacts.put(`calls/${key}/transcript.txt`, result.transcript));
  const isOk = result.outcome === 'ok';
  // Its answer stands: whatever it left is thrown away with the workspace.
  const changed =
    'problem' in capture ? [`files that cannot be read (${capture.problem})`] : capture.files.map(({ path }) => path);
  const { answer, message } = isOk
    ? await read(result, changed)
    : { answer: null, message: whyNot(result, agent, subject) };
  const undone =
    isOk || changed.length === 0 ? '' : `it changed ${changed.join(', ')} although it only reads: put back`;
  const said = [message, undone, ...(isOk ? result.problems : [])]
    .filter((each) => each !== undefined && each !== '')
    .join('; ');
  return [
    {
      type: 'call.finished',
      call: key,
      agent,
      outcome: result.outcome,
      ...(said !== '' && { message: headAndTail(said, 2_000) }),
      answer,
      ...(result.session && { session: result.session }),
      usage: result.usage,
      artifacts,
      durationMs: performance.now() - began,
    },
  ];
};

/** Challengers have a time limit of their own: an agent knows only that of its settings. */
const whyNot = ({ message }: AgentResult, agent: string, { role }: CallSubject): string | undefined =>
  role === 'challenge' ? message?.replace(`agents.${agent}.timeout`, 'challenger.timeout') : message;

/** What it looks at: the reviewed state, the head, or the very tree that would be committed. */
const revisionFor = ({ state, engine }: Performing, subject: CallSubject): string => {
  switch (subject.role) {
    case 'review':
      return state.rounds.find(({ round }) => round === subject.round)?.head.commit ?? engine.custody.start.commit;
    case 'challenge':
      return state.units.get(subject.unit)?.answer?.snapshot?.tree ?? engine.custody.start.tree;
    case 'clarify':
    case 'plan':
      return state.head?.commit ?? engine.custody.start.commit;
    default:
      return subject satisfies never;
  }
};

const prepare = (
  performing: Performing,
  subject: CallSubject,
  agent: string,
  workspace: Workspace,
): Promise<Consultation> => {
  switch (subject.role) {
    case 'review':
      return askReviewer(performing, subject, workspace);
    case 'clarify':
      return askForQuestions(performing, agent);
    case 'plan':
      return askForPlan(performing, agent);
    case 'challenge':
      return askChallenger(performing, subject, agent);
    default:
      return subject satisfies never;
  }
};
