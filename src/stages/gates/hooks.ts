/** The user's own commit hooks (8.3): they may refuse a patch. */
import { provesTogether } from '../../config/trust.ts';
import { isAcceptable } from './acceptable.ts';
import { everybody, gate, nobody, type Subject } from './gate.ts';
import { reasonOf } from './verify.ts';

/** Nobody but the hooks looks at a fix by itself. */
const areAlone = ({ config }: Subject): boolean => provesTogether(config) || config.verify.commands.length === 0;

export const hooks = gate({
  name: 'hooks',
  about: 'fixes',
  needs: ['piece', 'check'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ check }, subject) => {
    if (!check || isAcceptable(check, subject.config)) return nobody;
    const refusal = { result: 'refused', reason: reasonOf(check) } as const;
    if (check.commands.some(({ hook }) => hook)) return everybody(subject, refusal);
    // They were never asked, such as where set-up failed. Whatever else was asked about it, another gate judges.
    return areAlone(subject) ? everybody(subject, { ...refusal, as: 'verify' }) : nobody;
  },
});
