/** Blocked and deferred need a reason that counts (4.5): a weak one is refused, or at least flagged. */
import { gate, whoever } from './gate.ts';
import { weakReason } from './justification/justification.ts';

export const weakExcuse = gate({
  name: 'justification',
  about: 'excuses',
  needs: ['answer'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ answer }, subject) => {
    const { weak: policy, phrases } = subject.config.justification;
    return whoever(subject, ({ id }) => {
      const { claim, explanation = '', dispute } = answer[id] ?? {};
      // That a finding is wrong is no excuse: it is decided by what is cited.
      if (dispute && subject.config.disputes?.hear) return null;
      const weak = policy === 'off' ? null : weakReason(explanation, phrases);
      if (weak === null) return null;
      const said = explanation || 'none';
      const flag = `weak reason (${weak}): ${said}`;
      if (policy === 'refuse' && claim === 'deferred')
        return { result: 'refused', reason: `this is no reason not to fix it (${weak}): ${said}`, flag };
      return { result: 'no-change', reason: `${claim}: ${explanation || 'no explanation given'}`, flag };
    });
  },
});
