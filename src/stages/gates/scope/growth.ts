/** A fix stays within a size, and so do all of a run together (7.7): code without end is no fix. */
import { growthOf } from '../../../config/sections/gates.ts';
import { everybody, gate, nobody } from '../gate.ts';

export const growth = gate({
  name: 'growth',
  about: 'fixes',
  needs: ['piece', 'growth'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ growth: { own, run } }, subject) => {
    if (subject.isMachineMade || own <= 0) return nobody;
    const limits = growthOf(subject.config);
    const most = limits.fix === null ? Infinity : limits.fix * subject.findings.length;
    const left = limits.run === null ? Infinity : Math.max(0, limits.run - (run - own));
    if (own <= Math.min(most, left)) return nobody;
    const why = own > most ? `gates.growth.fix allows ${most}` : `gates.growth.run leaves ${left}`;
    const reason =
      `it makes the code ${own} lines longer, and ${why}. Accepted would be: only what the finding asks for, ` +
      `at most ${Math.min(most, left)} lines more than before`;
    return everybody(subject, { result: 'refused', reason });
  },
});
