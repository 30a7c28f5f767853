/** The user's own commit hooks (8.3): they may refuse a patch. */
import { isAcceptable } from './acceptable.ts';
import { everybody, gate, nobody } from './gate.ts';
import { reasonOf } from './verify.ts';

export const hooks = gate({
  name: 'hooks',
  about: 'fixes',
  needs: ['piece', 'check'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ check }, subject) => {
    if (!check?.commands.some(({ hook }) => hook) || isAcceptable(check, subject.config)) return nobody;
    return everybody(subject, { result: 'refused', reason: reasonOf(check) });
  },
});
