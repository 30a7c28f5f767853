/** Calls an agent: what it may do, what it may use, and what can be watched of it meanwhile. */
import { settingsOf } from '../../../config/agents.ts';
import type { AgentInput } from '../../../model/answer.ts';
import { stageOf } from '../../../model/call.ts';
import { leastTokens, possible, type Session, tokensOf, type Usage } from '../../../model/attempt.ts';
import { costOf } from '../../../model/run/prices.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { given } from '../../../plain/given.ts';
import type { AgentAccess, AgentEvent, AgentLimits, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { Layer } from '../../../ports/sandbox.ts';
import { TamperedError, type Workspace } from '../../../ports/repo.ts';
import { exceeded, mostUsd, type Payable } from '../../decide/calls/budget.ts';
import { priceForCosts } from '../../decide/calls/estimate.ts';
import { exceededOn } from '../../decide/calls/per-finding.ts';
import { remainingMs } from '../../decide/calls/deadline.ts';
import type { Engine, Performing } from '../../engine.ts';
import type { Pending } from '../../state/unit.ts';
import { watchCall } from './watch.ts';

const usualTimeoutMs = 900_000;

export type Question = { prompt: string; input: AgentInput; answerSchema: Readonly<Record<string, unknown>> };

export type Call = {
  /** What is shown of it is labelled with this. */
  key: string;
  agent: string;
  question: Question;
  workspace: Workspace;
  /** What was set aside for it. */
  pending: () => Pending;
  session?: Session | undefined;
  /** What set-up made, to be laid below the workspace. */
  layer?: Layer | undefined;
  access?: AgentAccess | undefined;
  /** The text that machine-made edits are about; that of the start by default. */
  startText?: AgentRequest['startText'] | undefined;
  timeout?: OwnTimeout | undefined;
  /** Whose budget it is paid from, by id. */
  findings?: readonly string[] | undefined;
};

/** A limit that a role has of its own, and its key in the configuration. */
export type OwnTimeout = { ms: number; key: string };

export const callAgent = async (performing: Performing, call: Call): Promise<AgentResult> => {
  const { engine, state, signal, note } = performing;
  const { agent, key } = call;
  const scratch = await engine.scratch(agent);
  const watch = watchCall(performing, key);
  const budget = watchBudget(performing, call);
  try {
    const result = await engine.agent(agent).run(requestOf(performing, call, scratch.path), {
      signal: AbortSignal.any([signal, budget.signal]),
      onEvent: (event) => {
        watch.onEvent(event);
        budget.onEvent(event);
      },
      onProcess: (process) => note({ type: 'process.started', ...process, what: `${agent} ${state.run.id}` }),
    });
    const usage = usageOf(performing, call, result.usage);
    // Some agents end by themselves when they have used up what they were given.
    const why = signal.aborted || result.outcome === 'ok' ? null : (budget.why() ?? overspent(performing, call, usage));
    return { ...result, usage, ...(why !== null && { outcome: 'cancelled', message: why }) };
  } finally {
    watch.end();
    await removeScratch(performing, scratch);
  }
};

/** What an agent left there may resist: that is worth a remark, and nothing more. */
const removeScratch = async ({ note }: Performing, scratch: Awaited<ReturnType<Engine['scratch']>>): Promise<void> => {
  try {
    await scratch.remove();
  } catch (error) {
    if (error instanceof TamperedError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    note({
      type: 'warning',
      message: `The folder of a call could not be removed, remove it by hand: ${scratch.path} (${why})`,
    });
  }
};

const requestOf = (performing: Performing, call: Call, scratch: string): AgentRequest => {
  const { engine, state } = performing;
  const { question, workspace, session, layer } = call;
  const settings = settingsOf(state.config, call.agent);
  const { input } = question;
  return {
    role: input.role,
    ...question,
    answerBy: settings?.answer ?? 'text',
    workspace: workspace.path,
    ...(layer && { layer }),
    scratch,
    startText: call.startText ?? ((file) => engine.custody.readText(engine.custody.start.commit, file)),
    ...(session && { session }),
    access: call.access ?? settings?.access ?? 'edit',
    commands: input.role === 'fix' ? [...input.verify, ...(settings?.allow ?? [])] : [],
    limits: limitsOf(performing, call),
  };
};

const limitsOf = (performing: Performing, call: Call): AgentLimits => {
  const { state } = performing;
  const settings = settingsOf(state.config, call.agent);
  const usd = mostUsd(state, payable(call), call.pending());
  return {
    ...timeoutOf(performing, call),
    ...(settings?.idle !== undefined && { idleMs: settings.idle }),
    ...(Number.isFinite(usd) && { usd }),
  };
};

/** Its own limit, or what is left of the time that the run may take. */
const timeoutOf = (
  { state, engine }: Performing,
  { agent, timeout }: Call,
): Pick<AgentLimits, 'timeoutMs' | 'timeoutKey'> => {
  const ofAgent = { ms: settingsOf(state.config, agent)?.timeout ?? usualTimeoutMs, key: `agents.${agent}.timeout` };
  const own = timeout ?? ofAgent;
  const left = remainingMs(state, engine.clock.now());
  return left < own.ms ? { timeoutMs: left, timeoutKey: 'limits.minutes' } : { timeoutMs: own.ms, timeoutKey: own.key };
};

const payable = ({ agent, question }: Call): Payable => ({ agent, role: stageOf(question.input.role) });

/** What it says, as far as that can be; what it cost; and the least that it can have used, where tokens are limited. */
const usageOf = ({ state: { config } }: Performing, { agent, question }: Call, said: Usage): Usage => {
  const usage = possible(said);
  const usd = costOf(usage, priceForCosts(config, agent));
  const isLimited = config.limits.tokens !== undefined || config.limits.tokensPerFinding !== undefined;
  return {
    ...usage,
    ...given({ usd, leastTokens: isLimited && !isMachineMade({ agent }) ? leastTokens(question.prompt) : undefined }),
  };
};

const overspent = ({ state }: Performing, call: Call, usage: Usage): string | null => {
  const used = { usd: usage.usd ?? 0, tokens: tokensOf(usage) };
  return exceeded(state, payable(call), call.pending(), used) ?? exceededOn(state, call.findings ?? [], used);
};

/** Ends a call that is about to use more than there is. */
const watchBudget = (
  performing: Performing,
  call: Call,
): { signal: AbortSignal; onEvent: (event: AgentEvent) => void; why: () => string | null } => {
  const controller = new AbortController();
  let why: string | null = null;
  return {
    signal: controller.signal,
    why: () => why,
    onEvent: (event) => {
      if (event.kind !== 'usage' || why !== null) return;
      why = overspent(performing, call, usageOf(performing, call, event.usage));
      if (why !== null) controller.abort();
    },
  };
};
