/** A run's events in the words of Raven, which has seven. */
import { consumer } from '../../model/run/per-event.ts';
import type { Verification } from '../../model/verification.ts';
import { type EventView, nothing, unsaid } from './view.ts';

export type RavenType =
  | 'fix_started'
  | 'cycle_started'
  | 'agent_invoked'
  | 'verification_started'
  | 'verification_result'
  | 'cycle_completed'
  | 'fix_completed';

type Message = [RavenType, string];

const joined = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join(': ');

const verified = ({ verification: { verdict, reason } }: { verification: Verification }): Message => [
  'verification_result',
  joined(verdict, reason),
];

const ravenMessage = consumer<Message | null>({
  ...unsaid,
  'call.started': nothing,
  'step.started': nothing,
  'step.finished': nothing,
  'attempt.output': nothing,
  'attempt.judged': nothing,
  'run.started': ({ start }) => ['fix_started', `fixing from ${start.commit}`],
  'cycle.started': ({ cycle }) => ['cycle_started', `cycle ${cycle}`],
  'attempt.started': ({ agent, unit }) => ['agent_invoked', `${agent} on ${unit}`],
  'check.started': ({ unit }) => ['verification_started', unit],
  'head.check.started': () => ['verification_started', 'all fixes together'],
  'check.finished': verified,
  'head.checked': verified,
  'culprits.removed': verified,
  'cycle.finished': ({ fixed, open }) => ['cycle_completed', `${fixed} fixed, ${open} open`],
  'run.finished': ({ status, message }) => ['fix_completed', joined(status, message)],
});

/** Raven: type, cycle (0 before the first), message, timestamp. */
export const ravenView = (): EventView => {
  let cycle = 0;
  return (event) => {
    if (event.type === 'cycle.started') cycle = event.cycle;
    const said = ravenMessage(event);
    return said === null ? null : { type: said[0], cycle, message: said[1], timestamp: event.at };
  };
};
