/** The proof that is required of a fix (5.10), as far as it can be there before the fix is taken in. */
import type { Config } from '../../config/schema.ts';
import type { Proof } from '../../model/proof.ts';
import { everybody, gate, nobody } from './gate.ts';

type Required = Config['verify']['requireProof'][number];

const missingFrom = (proof: readonly Proof[], required: readonly Required[]): Required[] =>
  required.filter((kind) => (kind === 'any' ? proof.length === 0 : !proof.includes(kind)));

/** `nobody`: why no tool looks again. */
const wordsFor = (kind: Required, nobodyLooks: string | undefined): string => {
  const why = nobodyLooks === undefined ? '' : ` (${nobodyLooks})`;
  switch (kind) {
    case 'tool':
      return `no tool looks again${why}: name a command with --recheck CMD, or install the tool with verify.setup`;
    case 'review':
      return 'no later review looked at it: raise review.rounds, or look at it yourself';
    case 'target':
      return 'no check of its own passed on it: name one for its file under verify.targets';
    case 'reproduction':
      return 'no test fails without it and passes with it: add one, or name one in the finding (verify.reproduction)';
    case 'tests':
      return 'no verification command passed on it: name one with --verify CMD';
    case 'any':
      return `nothing proves it${why}: name a test with --verify CMD, or a command that looks again with --recheck CMD`;
    default:
      return kind satisfies never;
  }
};

/** What is required and not there, in words; null when nothing is missing. */
export const missingProof = (
  proof: readonly Proof[],
  config: Config,
  nobodyLooks: string | undefined,
): string | null => {
  const missing = missingFrom(proof, config.verify.requireProof);
  return missing.length === 0 ? null : missing.map((kind) => wordsFor(kind, nobodyLooks)).join('; ');
};

export const proof = gate({
  name: 'proof',
  about: 'fixes',
  needs: ['piece', 'proof'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ proof: shown }, subject) => {
    const [reason] = subject.findings.flatMap(
      ({ id }) => missingProof(shown.proof[id] ?? [], subject.config, shown.nobody[id]) ?? [],
    );
    return reason === undefined ? nobody : everybody(subject, { result: 'refused', reason });
  },
});
