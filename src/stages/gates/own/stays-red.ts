/** A finding whose own tests failed before its fix, and all fail with it, is not fixed, whatever else passes (7.4). */
import type { Finding } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import { gate, nobody, whoever } from '../gate.ts';

/** A check that is more its own than tests that were recognised: a tool, a target, or the test that it names. */
const hasOther = (proof: readonly Proof[], { reproduction }: Finding): boolean =>
  proof.some((kind) => kind === 'tool' || kind === 'target' || (kind === 'reproduction' && reproduction !== undefined));

export const staysRed = gate({
  name: 'stays-red',
  about: 'fixes',
  needs: ['piece', 'proof'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ proof: { verification, proof } }, subject) => {
    if (subject.config.gates?.allow.includes('stays-red')) return nobody;
    return whoever(subject, (finding) => {
      const red = verification?.stillRed?.[finding.id] ?? [];
      if (red.length === 0 || hasOther(proof[finding.id] ?? [], finding)) return null;
      const what = red.length === 1 ? 'a test that speaks about it' : 'the tests that speak about it';
      return { result: 'refused', reason: `${what} failed before, and not one passes now: ${red.join('; ')}` };
    });
  },
});
