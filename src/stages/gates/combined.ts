/** Fixes of one step have to merge, and to hold together (7.5). */
import { everybody, gate, nobody } from './gate.ts';

export const combined = gate({
  name: 'combined',
  about: 'fixes',
  needs: ['combination'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ combination }, subject) => {
    switch (combination.fate) {
      case 'holds':
        return nobody;
      case 'conflict': {
        const files = combination.files.join(', ') || 'the same lines';
        return everybody(subject, { result: 'conflict', reason: `another fix of the same step changed ${files}` });
      }
      case 'fails':
        return everybody(subject, { result: 'refused', reason: combination.reason });
      default:
        return combination satisfies never;
    }
  },
});
