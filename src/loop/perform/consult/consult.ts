/**
 * One call of an agent that only reads: to review, to ask, to plan, to judge. Everything it came to is stored in one
 * event.
 */
import { type CallAnswer, type CallSubject, keyOfCall, stageOf } from '../../../model/call.ts';
import type { RunEvent } from '../../../model/event.ts';
import { headAndTail } from '../../../plain/text.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { Workspace } from '../../../ports/repo.ts';
import type { Performing } from '../../engine.ts';
import { agentNow } from '../../decide/calls/replace-agent.ts';
import { type Beginning, beginCall } from '../fix/begin-call.ts';
import { callAgent } from '../fix/call.ts';
import { uncapturable } from '../fix/capture-work.ts';
import { askAdjudicator } from './ask-adjudicator.ts';
import { askChallenger } from './ask-challenger.ts';
import { askForPlan } from './ask-for-plan.ts';
import { askForQuestions } from './ask-for-questions.ts';
import { askReviewer } from './ask-reviewer.ts';
import type { Consultation } from './consultation.ts';
import { postponement } from '../fix/wait.ts';

export const performCall = (
  performing: Performing,
  subject: CallSubject,
  asked: string,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const key = keyOfCall(subject);
  const beginning: Beginning = {
    pending: state.agents.calls.get(key),
    role: stageOf(subject.role),
    agent: () => agentNow(state, asked),
    isAnswered: () => state.agents.calls.get(key)?.answer !== undefined,
    started: (agent, reserved) => ({ type: 'call.started', call: key, subject, agent, ...reserved }),
    workspace: () => engine.custody.workspace(revisionFor(performing, subject), 'agent'),
    call: (workspace, agent) => consult(performing, { subject, key, agent, workspace }),
  };
  return beginCall(performing, beginning, stopping);
};

type Place = { subject: CallSubject; key: string; agent: string; workspace: Workspace };

const consult = async (performing: Performing, place: Place): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { subject, key, agent, workspace } = place;
  const began = performance.now();
  const { read, ...consultation } = await prepare(performing, subject, agent, workspace);
  const artifacts = [await engine.artifacts.put(`calls/${key}/prompt.md`, consultation.question.prompt)];
  const pending = () => state.agents.calls.get(key) ?? {};
  const result = await callAgent(performing, { key, agent, workspace, pending, access: 'read', ...consultation });
  const later = postponement(result, engine.clock.now(), state);
  if (later) return [{ type: 'call.postponed', call: key, ...later }];
  const changed = await changedFiles(performing, workspace);
  if (result.transcript !== '')
    artifacts.push(await engine.artifacts.put(`calls/${key}/transcript.txt`, result.transcript));
  const heard = result.outcome === 'ok' ? await read(result, changed) : { answer: null, message: result.message };
  const message = sayWith(result, changed, heard.message);
  return [finished(place, { result, answer: heard.answer, message, artifacts, began })];
};

/** Its answer stands: whatever it left is thrown away with the workspace. */
const changedFiles = async ({ engine, signal }: Performing, workspace: Workspace): Promise<string[]> => {
  const capture = await engine.custody.capture(workspace, workspace.revisionTree, signal).catch(uncapturable);
  return 'problem' in capture
    ? [`files that cannot be read (${capture.problem})`]
    : capture.files.map(({ path }) => path);
};

const sayWith = (
  { outcome, problems }: AgentResult,
  changed: readonly string[],
  message: string | undefined,
): string => {
  const isOk = outcome === 'ok';
  const undone =
    isOk || changed.length === 0 ? '' : `it changed ${changed.join(', ')} although it only reads: put back`;
  return [message, undone, ...(isOk ? problems : [])].filter((each) => each !== undefined && each !== '').join('; ');
};

type Facts = {
  result: AgentResult;
  answer: CallAnswer | null;
  message: string;
  artifacts: string[];
  began: number;
};

const finished = ({ key, agent }: Place, { result, answer, message, artifacts, began }: Facts): RunEvent => {
  const { session } = result;
  return {
    type: 'call.finished',
    call: key,
    agent,
    outcome: result.outcome,
    ...(message !== '' && { message: headAndTail(message, 2_000) }),
    answer,
    ...(session && { session }),
    usage: result.usage,
    artifacts,
    durationMs: performance.now() - began,
  };
};

/** What it looks at: the reviewed state, the head, or the very tree that would be committed. */
const revisionFor = ({ state, engine }: Performing, subject: CallSubject): string => {
  switch (subject.role) {
    case 'review':
      return (
        state.reviews.rounds.find(({ round }) => round === subject.round)?.head.commit ?? engine.custody.start.commit
      );
    case 'challenge':
      return state.fixing.units.get(subject.unit)?.answer?.snapshot?.tree ?? engine.custody.start.tree;
    case 'adjudicate':
      return state.fixing.units.get(subject.unit)?.base ?? state.code.head.commit;
    case 'clarify':
    case 'plan':
      return state.code.head.commit;
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
    case 'adjudicate':
      return askAdjudicator(performing, subject);
    default:
      return subject satisfies never;
  }
};
