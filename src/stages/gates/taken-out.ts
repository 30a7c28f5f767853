/**
 * Tests that came with a fix and pass without it as well show nothing (7.4). That alone is no reason to refuse it: it
 * is one where nothing else is about the finding, and what the tests demanded before got less.
 */
import { isTestFile } from '../../trust/test-files.ts';
import { gate, nobody, whoever } from './gate.ts';

export const takenOut = gate({
  name: 'without-fix',
  about: 'fixes',
  needs: ['reading', 'check', 'proof'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ reading, check, proof }, subject) => {
    const [weaker] = reading.filter((remark) => remark.gate === 'tests');
    if (check?.withoutFix?.verdict !== 'passes' || weaker === undefined) return nobody;
    return whoever(subject, ({ id, file }) => {
      const others = (proof.proof[id] ?? []).some((kind) => kind !== 'tests' && kind !== 'review');
      if (others || (file !== undefined && isTestFile(file))) return null;
      const reason =
        `the tests that come with it pass without it too, so they show nothing, and ${weaker.message} ` +
        `(${weaker.file}${weaker.line === undefined ? '' : `:${weaker.line}`})`;
      return { result: 'refused', reason };
    });
  },
});
