/**
 * Challengers have to be content (6.1). One finding that is not solved refuses all that cannot be separated from it.
 */
import { isSolved } from '../../model/challenge.ts';
import { gate, nobody, whoever } from './gate.ts';

export const challenge = gate({
  name: 'challenge',
  about: 'fixes',
  needs: ['piece', 'opinion'],
  retry: { when: 'at once', from: 'refused change' },
  judge: ({ opinion }, subject) => {
    const unsolved = subject.findings.filter(({ id }) => opinion[id] && !isSolved(opinion[id]));
    if (unsolved.length === 0) return nobody;
    const codes = unsolved.map(({ code }) => code).join(', ');
    return whoever(subject, ({ id }) => {
      const own = opinion[id];
      const reason =
        own && !isSolved(own)
          ? `scored ${own.score}, needs ${own.threshold}: ${own.feedback}`
          : `its fix cannot be separated from that of ${codes}, which was not good enough`;
      return { result: 'refused', reason };
    });
  },
});
