/** Paths that a fix may not change, such as those behind a git filter. */
import { everybody, gate, nobody } from './gate.ts';

export const protectedPaths = gate({
  name: 'protected',
  about: 'fixes',
  needs: ['change'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ change }, subject) => {
    const paths = change?.protected ?? [];
    if (paths.length === 0) return nobody;
    return everybody(subject, {
      result: 'refused',
      reason: `changes ${paths.join(', ')}, which git keeps behind a filter`,
    });
  },
});
