/** A fixer says that a finding is wrong (7.8): it is gone when somebody else says so too, and else to be fixed. */
import { gate, type Refusal, whoever } from '../gate.ts';
import type { Ruling } from '../../../model/finding/dispute.ts';

const refusalFor = (ruling: Ruling): Refusal => {
  const { verdict, by, reason } = ruling;
  switch (verdict) {
    case 'refuted':
      return { result: 'no-change', reason: `refuted by ${by}: ${reason}`, ruling };
    case 'upheld':
      return { result: 'refused', reason: `the finding holds, says ${by}: ${reason}. Fix it`, ruling };
    case 'not-heard':
      return { result: 'refused', reason: `the dispute is not heard: ${reason}`, ruling };
    case 'undecided':
      return { result: 'refused', reason, ruling };
    default:
      return verdict satisfies never;
  }
};

export const dispute = gate({
  name: 'dispute',
  about: 'excuses',
  needs: ['ruling'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ ruling }, subject) =>
    whoever(subject, ({ id }) => {
      const own = ruling[id];
      return own ? refusalFor(own) : null;
    }),
});
