/** What a call of opencode came to. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReading } from '../shared/driver.ts';
import { opencodeSilence } from './failure.ts';
import type { Seen, Used } from './seen.ts';
import { nameOfSession, sessionToGoOn } from './session.ts';

const mostProblems = 100;

/** It says that a model costs nothing when it does not know the price. */
export const usageOf = ({ usd, ...tokens }: Used): Usage => ({ ...tokens, ...(usd > 0 && { usd }) });

export const conclude = (seen: Seen, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const usage = usageOf(seen.used);
  const before = sessionToGoOn(request).id;
  const id = seen.session ?? before;
  return {
    ...(seen.verdict ?? opencodeSilence(process)),
    text: seen.text,
    ...(id !== undefined && {
      session: {
        id: nameOfSession(id, request.workspace),
        used: sum(before === undefined ? {} : (request.session?.used ?? {}), usage),
      },
    }),
    usage,
    denials: seen.denials,
    problems: problemsIn(process.stderr),
  };
};

const sum = (before: Usage, now: Usage): Usage => {
  const keys = ['inputTokens', 'cachedTokens', 'outputTokens', 'usd'] as const;
  const known = keys.filter((key) => before[key] !== undefined || now[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, (before[key] ?? 0) + (now[key] ?? 0)]));
};

const unavailable = /message="server unavailable" key=(\S{1,100})/;

const problemsIn = (stderr: string): string[] =>
  stderr
    .split('\n')
    .flatMap((line) => unavailable.exec(line.slice(0, 1_000))?.[1] ?? [])
    .slice(0, mostProblems)
    .map((name) => `the tools of ${name} could not be started`);
