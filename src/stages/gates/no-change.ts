/** Whoever says fixed has to have changed something. */
import { everybody, gate, nobody } from './gate.ts';
import { automaticZero } from './automatic.ts';

export const noChange = gate({
  name: 'no-change',
  about: 'fixes',
  needs: ['change'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ change }, subject) => {
    if (change !== null) return nobody;
    const reason = 'no changes applied: the agent claimed a fix but changed nothing';
    return everybody(subject, {
      result: 'no-change',
      reason,
      ...automaticZero(subject, 'the change is empty: nothing was changed'),
    });
  },
});
