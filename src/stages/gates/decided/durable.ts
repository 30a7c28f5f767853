/** A fix that adds what lasts, and that its finding does not ask for, waits until a person lets it (7.7). */
import type { Config } from '../../../config/schema.ts';
import type { Remark } from '../../../model/remark.ts';
import { everybody, gate, nobody } from '../gate.ts';

const mostTold = 5;

/** What a person has to be asked about. */
export const durableIn = (remarks: readonly Remark[], { gates }: Pick<Config, 'gates'>): Remark[] => {
  // Runs of versions that did not ask go on without.
  if (gates?.durable !== 'ask') return [];
  const allowed = new Set(gates.allow);
  const isOpen = ({ gate: name, rule }: Remark): boolean => allowed.has(name) || allowed.has(rule);
  return remarks.filter((remark) => remark.gate === 'durable' && !isOpen(remark)).slice(0, mostTold);
};

const wordsOf = (remarks: readonly Remark[]): string =>
  remarks
    .map(({ rule, file, line, message, accepted }) => {
      const place = line === undefined ? file : `${file}:${line}`;
      return `${place}: ${message} (${rule}). Accepted would be: ${accepted}`;
    })
    .join('\n');

export const durable = gate({
  name: 'durable',
  about: 'fixes',
  needs: ['reading', 'decision'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ reading, decision }, subject) => {
    if (decision === null || decision.verdict === 'yes') return nobody;
    const why =
      decision.verdict === 'nobody'
        ? 'it adds what lasts and what the finding does not ask for, and nobody was there to ask'
        : `the user does not want what it adds${decision.words === '' ? '' : ` (${decision.words})`}`;
    return everybody(subject, {
      result: 'refused',
      reason: `${why}:\n${wordsOf(durableIn(reading, subject.config))}`,
    });
  },
});
