/** A finding is closed for the reason that is given, and for no other. */
import type { RunEventOf } from '../../../src/model/event.ts';
import { isRejection } from './check-challenge.ts';
import type { Evidence } from './check-proof.ts';
import { cyclesNow, isWanted } from './check-limits.ts';
import { demand, type World } from './world.ts';

/** Said before anything is spent on a finding. */
const judgedBefore: ReadonlySet<string> = new Set(['no-evidence', 'not-found', 'disposition', 'not-new']);

export const checkClosing = (world: World, evidence: Evidence, event: RunEventOf<'finding.closed'>): void => {
  demand(holds(world, evidence, event), `finding ${event.id} is closed as ${event.cause}, which is not so`);
  demand(
    event.status === 'blocked' ||
      judgedBefore.has(event.cause) ||
      event.cause === 'taken-back' ||
      event.cause === 'refuted' ||
      (event.cause === 'file-deleted' && world.scenario.config.findings.missing === 'dismissed'),
    `${event.id} is dismissed`,
  );
};

const holds = (world: World, evidence: Evidence, { id, cause }: RunEventOf<'finding.closed'>): boolean => {
  const { state, scenario } = world;
  const attempts = state.findings.get(id)?.attempts ?? [];
  switch (cause) {
    case 'cancelled':
      return evidence.cancelled;
    case 'stopped':
      return evidence.stop !== undefined && !evidence.cancelled;
    case 'disabled':
      return (
        scenario.config.limits.cycles === 0 ||
        scenario.command === 'review' ||
        scenario.command === 'clarify' ||
        (scenario.command === 'plan' && state.fixing.plan !== undefined)
      );
    case 'not-selected':
      return !isWanted(world, id);
    case 'needs-decision':
      return attempts.length === 0 || ['dispute', 'durable'].includes(attempts.at(-1)?.gate ?? '');
    case 'refuted':
      return attempts.at(-1)?.dispute !== undefined && attempts.at(-1)?.ruling?.verdict === 'refuted';
    case 'no-agent':
      return attempts.length === 0 && !hasAgent(world);
    case 'fixer':
      return attempts.at(-1)?.claim === 'blocked' && attempts.at(-1)?.ruling === undefined;
    case 'exhausted':
      if (isPurseEmpty(world, id) || state.reviews.rounds.at(-1)?.cause === 'last') return true;
      if (attempts.length > 0 && triesUsedUp(world, id)) return true;
      return (attempts.length > 0 || evidence.takenBack.has(id)) && cyclesNow(world) === scenario.config.limits.cycles;
    case 'no-evidence':
    case 'not-found':
    case 'disposition':
    case 'not-new':
      return attempts.length === 0;
    case 'no-proof':
      return scenario.config.verify.requireProof.length > 0 || state.findings.get(id)?.reopened !== undefined;
    case 'own-lines':
      return isMinted(world, id) && attempts.length === 0;
    case 'taken-back':
      return state.code.restored !== undefined;
    case 'file-deleted':
      return state.findings.get(id)?.finding.file !== undefined;
    default:
      return cause satisfies never;
  }
};

const isMinted = ({ state }: World, id: string): boolean =>
  state.reviews.rounds.some(({ measured }) => measured?.minted.includes(id)) &&
  state.findings.get(id)?.finding.severity !== 'critical';

const hasAgent = ({ scenario }: World): boolean => {
  const { agent, agents } = scenario.config.fix;
  return agents !== undefined || !['autofix', undefined].includes(agent);
};

/** 10.4: one more attempt at it could take more than may be spent on one finding. */
const isPurseEmpty = ({ state, scenario }: World, id: string): boolean => {
  const { usdPerFinding, tokensPerFinding } = scenario.config.limits;
  const { usd = 0, tokens = 0 } = state.money.spentOn.get(id) ?? {};
  const seen = [{ usd: 1, tokens: 33_000 }, ...state.money.largestCalls.values()];
  const calls = 1 + scenario.config.challenger.agents.length;
  const most = (key: 'usd' | 'tokens'): number => calls * Math.max(...seen.map((each) => each[key]));
  return usd + most('usd') > (usdPerFinding ?? Infinity) || tokens + most('tokens') > (tokensPerFinding ?? Infinity);
};

const triesUsedUp = (world: World, id: string): boolean => {
  const attempts = world.state.findings.get(id)?.attempts ?? [];
  const paid = attempts.filter((attempt) => attempt.agent !== 'autofix' && attempt.result !== 'cancelled');
  const { limits, challenger } = world.scenario.config;
  const refused = attempts.filter(isRejection).length;
  return !hasAgent(world) || paid.length === limits.attemptsPerFinding || refused === challenger.iterations;
};
