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
      return attempts.length === 0;
    case 'no-agent':
      return attempts.length === 0 && !hasAgent(world);
    case 'fixer':
      return attempts.at(-1)?.claim === 'blocked';
    case 'exhausted':
      return attempts.length > 0 && (triesUsedUp(world, id) || cyclesNow(world) === scenario.config.limits.cycles);
    case 'no-evidence':
    case 'not-found':
    case 'disposition':
    case 'not-new':
      return attempts.length === 0;
    case 'no-proof':
      return scenario.config.verify.requireProof.length > 0 || state.findings.get(id)?.reopened !== undefined;
    case 'file-deleted':
      return state.findings.get(id)?.finding.file !== undefined;
    default:
      return cause satisfies never;
  }
};

const hasAgent = ({ scenario }: World): boolean => {
  const { agent, agents } = scenario.config.fix;
  return agents !== undefined || !['autofix', undefined].includes(agent);
};

const triesUsedUp = (world: World, id: string): boolean => {
  const attempts = world.state.findings.get(id)?.attempts ?? [];
  const paid = attempts.filter((attempt) => attempt.agent !== 'autofix' && attempt.result !== 'cancelled');
  const { limits, challenger } = world.scenario.config;
  const refused = attempts.filter(isRejection).length;
  return !hasAgent(world) || paid.length === limits.attemptsPerFinding || refused === challenger.iterations;
};
