/** Calls an agent for a unit: what it may do, what it may use, and what can be watched of it meanwhile. */
import { settingsOf } from '../../config/agents.ts';
import type { Config } from '../../config/schema.ts';
import { tokensOf, type Usage } from '../../model/attempt.ts';
import { costOf } from '../../model/prices.ts';
import type { AgentEvent, AgentLimits, AgentResult } from '../../ports/agent.ts';
import type { Workspace } from '../../ports/repo.ts';
import { budgetLeft, exceeded, priceForCosts } from '../budget.ts';
import { remainingMs } from '../deadline.ts';
import type { Performing } from '../engine.ts';
import { sessionFor } from '../session.ts';
import type { UnitState } from '../state.ts';
import type { Question } from './ask.ts';
import { watchCall } from './watch.ts';

const usualTimeoutMs = 900_000;

export type Call = { agent: string; unit: UnitState; question: Question; workspace: Workspace };

export const callAgent = async (performing: Performing, { agent, unit, question, workspace }: Call): Promise<AgentResult> => {
  const { engine, state, config, signal, note } = performing;
  const key = unit.plan.unit;
  const settings = settingsOf(config, agent);
  const session = sessionFor(state, config, unit);
  const scratch = await engine.scratch();
  const watch = watchCall({ ...performing, redact: engine.redact, redactStream: engine.redactStream }, key);
  const budget = watchBudget(performing, agent, key);
  try {
    const result = await engine.agent(agent).run(
      {
        role: 'fix',
        prompt: question.prompt,
        input: question.input,
        answerSchema: question.answerSchema,
        answerBy: settings?.answer ?? 'text',
        workspace: workspace.path,
        scratch: scratch.path,
        startText: (file) => engine.custody.readText(engine.custody.start.commit, file),
        ...(session && { session }),
        access: settings?.access ?? 'edit',
        commands: [...question.input.verify, ...(settings?.allow ?? [])],
        limits: limitsOf(performing, agent, unit),
      },
      {
        signal: AbortSignal.any([signal, budget.signal]),
        onEvent: (event) => {
          watch.onEvent(event);
          budget.onEvent(event);
        },
        onProcess: (process) => note({ type: 'process.started', ...process, what: `${agent} ${state.run}` }),
      },
    );
    const usage = withCost(config, agent, result.usage);
    // Some agents end by themselves when they have used up what they were given.
    const why = signal.aborted || result.outcome === 'ok' ? null : (budget.why() ?? overspent(performing, key, usage));
    return { ...result, usage, ...(why !== null && { outcome: 'cancelled', message: why }) };
  } finally {
    watch.end();
    await scratch.remove();
  }
};

const limitsOf = ({ state, config, engine }: Performing, agent: string, { reserved }: UnitState): AgentLimits => {
  const settings = settingsOf(config, agent);
  const usd = budgetLeft(state, config).usd + (reserved?.usd ?? 0);
  return {
    timeoutMs: Math.min(settings?.timeout ?? usualTimeoutMs, remainingMs(state, config, engine.clock.now())),
    ...(settings?.idle !== undefined && { idleMs: settings.idle }),
    ...(Number.isFinite(usd) && { usd }),
  };
};

const withCost = (config: Config, agent: string, usage: Usage): Usage => {
  const usd = costOf(usage, priceForCosts(config, agent));
  return usd === undefined ? usage : { ...usage, usd };
};

const overspent = ({ state, config }: Performing, unit: string, usage: Usage): string | null =>
  exceeded(state, config, unit, { usd: usage.usd ?? 0, tokens: tokensOf(usage) });

/** Ends a call that is about to use more than there is. */
const watchBudget = (
  performing: Performing,
  agent: string,
  unit: string,
): { signal: AbortSignal; onEvent: (event: AgentEvent) => void; why: () => string | null } => {
  const controller = new AbortController();
  let why: string | null = null;
  return {
    signal: controller.signal,
    why: () => why,
    onEvent: (event) => {
      if (event.kind !== 'usage' || why !== null) return;
      const usage = withCost(performing.config, agent, event.usage);
      why = overspent(performing, unit, usage);
      if (why !== null) controller.abort();
    },
  };
};
