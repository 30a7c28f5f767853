/** The verification commands, compared with the untouched start (5.1). */
import type { Verification } from '../../model/verification.ts';
import { isAcceptable } from './acceptable.ts';
import { everybody, gate, nobody } from './gate.ts';

export const reasonOf = ({ reason, verdict }: Verification): string => reason ?? `verification: ${verdict}`;

export const verify = gate({
  name: 'verify',
  about: 'fixes',
  needs: ['piece', 'proof'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ proof: { verification } }, subject) =>
    verification === null || isAcceptable(verification, subject.config)
      ? nobody
      : everybody(subject, { result: 'refused', reason: reasonOf(verification) }),
});
