/** The verification commands, compared with the untouched start (5.1). */
import type { Verification } from '../../model/verification.ts';
import { isAcceptable } from './acceptable.ts';
import { everybody, gate, nobody } from './gate.ts';

export const reasonOf = ({ reason, verdict }: Verification): string => reason ?? `verification: ${verdict}`;

export const verify = gate({
  name: 'verify',
  about: 'fixes',
  needs: ['piece', 'check'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ check: { shown } }, subject) =>
    shown === null || isAcceptable(shown, subject.config)
      ? nobody
      : everybody(subject, { result: 'refused', reason: reasonOf(shown) }),
});
