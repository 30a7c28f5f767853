/** What a conversation came to, as the result of an agent. */
import { cutEnd } from '../../../plain/cut.ts';
import { addUsage } from '../../../model/attempt.ts';
import type { AgentRequest, AgentResult, AgentSession } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { toolsWereListed } from '../answering/answer-tools.ts';
import { combineAnswers } from '../shared/answer.ts';
import type { CliOptions } from '../shared/cli-agent.ts';
import { endedByUs } from '../shared/ended-by-us.ts';
import { classifyFailure, statusIn } from '../shared/failure.ts';
import type { Transcript } from '../shared/transcript.ts';
import type { Client } from './client.ts';
import type { Turn } from './conversation.ts';
import { ofTools } from './session.ts';
import { usageOf } from './usage.ts';
import { given } from '../../../plain/given.ts';

export type Ended = {
  name: string;
  request: AgentRequest;
  /** What came through our tools. */
  reported: ReturnType<CliOptions['readReported']>;
  process: ProcessOutcome;
  turn: Turn | null;
  client: Client;
  transcript: Transcript;
};

export const toResult = async (ended: Ended): Promise<AgentResult> => {
  const { request, reported, process, turn, client, transcript } = ended;
  const { reading, denials } = client;
  const { role } = request;
  const earlier = turn?.session?.isOld === true ? request.session : undefined;
  const usage = usageOf(turn?.done, reading.sessionUsd(), earlier);
  const text = reading.text();
  return {
    ...verdict(ended),
    answer: await combineAnswers({ role, reported: reported.outcomes, structured: undefined, text }),
    text,
    transcript: transcript.text(process.stderr),
    ...(turn?.session !== undefined && { session: sessionOf(turn.session, request, usage) }),
    usage,
    denials: [...denials, ...reading.denials()],
    problems: problemsOf(ended),
  };
};

const sessionOf = (
  { id, isOld }: { id: string; isOld: boolean },
  { session }: AgentRequest,
  usage: AgentResult['usage'],
): AgentSession => ({ id, used: isOld ? addUsage(session?.used ?? {}, usage) : usage });

const problemsOf = ({ request, reported, turn }: Ended): string[] => {
  const problems = turn?.problems ?? [];
  const knowsTools = toolsWereListed(request.scratch) || problems.some((problem) => problem.includes(ofTools));
  const isUnlisted = request.answerBy === 'tools' && turn?.outcome === 'ok' && !knowsTools;
  return [
    ...problems,
    ...(isUnlisted ? [`has not started ${ofTools}`] : []),
    ...(reported.problem === undefined ? [] : [reported.problem]),
  ];
};

/** An end that it came to by itself counts before everything that we did to it; any other only when we did nothing. */
const verdict = ({
  name,
  request,
  process,
  turn,
}: Ended): Pick<AgentResult, 'outcome' | 'message' | 'retryAfterMs'> => {
  const ended = endedByUs(name, request.limits, process);
  if (turn === null || turn.outcome === null) return { ...diedEarly(process), ...ended };
  const { outcome, message, retryAfterMs } = turn;
  return {
    outcome,
    ...given({ message, retryAfterMs }),
    ...(outcome !== 'ok' && ended),
  };
};

const diedEarly = ({ exitCode, signal, stderr }: ProcessOutcome): Pick<AgentResult, 'outcome' | 'message'> => {
  const said = cutEnd(stderr.trim().split('\n').at(-1) ?? '', 500);
  const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : `killed by ${signal}`;
  return {
    outcome: classifyFailure(statusIn(said), said).outcome,
    message: `ended before its turn was over, ${how}${said === '' ? '' : `: ${said}`}`,
  };
};
