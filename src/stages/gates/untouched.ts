/** A change has to touch the file of its finding, or one that the fixer names (6.5): else it scores 0, unseen. */
import { automaticZero, isChallenged } from './automatic.ts';
import { besideThePoint } from './beside-the-point.ts';
import { gate, nobody, whoever } from './gate.ts';

export const untouchedFile = gate({
  name: 'untouched',
  about: 'fixes',
  needs: ['answer', 'piece'],
  retry: { when: 'at once', from: 'refused change' },
  judge: ({ answer, piece }, subject) => {
    if (!isChallenged(subject)) return nobody;
    const files = piece.files.map(({ path }) => path);
    const beside = new Map(
      subject.findings.flatMap((finding): [string, string][] => {
        const why = besideThePoint({ finding, files, explanation: answer[finding.id]?.explanation ?? '' });
        return why === null ? [] : [[finding.code, why]];
      }),
    );
    if (beside.size === 0) return nobody;
    const { threshold } = subject.config.challenger;
    return whoever(subject, ({ code }) => {
      const why = beside.get(code);
      const reason =
        why === undefined
          ? `its fix cannot be separated from that of ${[...beside.keys()].join(', ')}, which was not good enough`
          : `scored 0, needs ${threshold}: ${why}`;
      // A score, though nobody had to be asked for it: it is counted with those of challengers.
      return { result: 'refused', as: 'challenge', reason, ...(why !== undefined && automaticZero(subject, why)) };
    });
  },
});
