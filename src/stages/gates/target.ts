/** The check that speaks about the file of a finding (5.7): a fix that fails its own is refused before all else. */
import { isOfTargets } from '../../model/verification.ts';
import { isAcceptable } from './acceptable.ts';
import { everybody, gate, nobody } from './gate.ts';
import { reasonOf } from './verify.ts';

export const target = gate({
  name: 'target',
  about: 'fixes',
  needs: ['piece', 'check'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ check }, subject) =>
    check === null || !isOfTargets(check) || isAcceptable(check, subject.config)
      ? nobody
      : everybody(subject, { result: 'refused', reason: reasonOf(check) }),
});
