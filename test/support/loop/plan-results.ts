/** What making a plan can come to. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { computePlan } from '../../../src/stages/plan/compute.ts';
import { correctPlan } from '../../../src/stages/plan/correct.ts';
import { toBeFixed } from '../../../src/loop/perform/fix/open-findings.ts';
import { callOf } from '../../../src/loop/decide/calls/wanted-calls.ts';
import { namedSteps } from './call-results.ts';
import type { World } from './world.ts';

export const planResults = ({ state, scenario }: World, round: number): RunEvent[] => {
  const reading = callOf(state, { role: 'plan', round })?.answer?.answer;
  if (reading?.role === 'plan' && reading.problem === undefined)
    return [
      {
        type: 'plan.made',
        round,
        by: 'agent',
        steps: reading.steps,
        todos: reading.todos,
        corrections: reading.corrections,
      },
    ];
  const steps = computePlan(toBeFixed(state));
  return [
    {
      type: 'plan.made',
      round,
      by: 'computed',
      steps,
      todos: {},
      corrections: scenario.config.plan.agent === undefined ? [] : ['no plan'],
    },
  ];
};

/** A plan that came with the findings. */
export const planOfFile = (world: World, findings: readonly Finding[]): RunEvent => ({
  type: 'plan.made',
  round: 0,
  by: 'file',
  ...correctPlan(namedSteps(world, findings), findings),
  todos: {},
});
