/** What a gate judged by, in a few words: kept with its result. The whole of it stands in the events before. */
import type { Verification } from '../../model/verification.ts';
import type { Evidence, EvidenceKind, Gathered } from './gate.ts';

const changed = (files: number): string => `${files} ${files === 1 ? 'file' : 'files'} changed`;

const verdictOf = (shown: Verification | null): string =>
  shown === null ? 'nothing to check with' : `${shown.verdict}, tree ${shown.tree.slice(0, 12)}`;

const words: { [Kind in EvidenceKind]: (evidence: Evidence[Kind], id: string) => string } = {
  answer: (claims, id) => claims[id]?.claim ?? 'none',
  change: (change) => changed(change?.files.length ?? 0),
  piece: ({ files }) => changed(files.length),
  growth: ({ own, run }) => `${own} more lines, ${run} in all`,
  reading: (remarks) =>
    remarks.length === 0
      ? 'nothing noticed'
      : remarks.map(({ rule, file, line }) => `${rule} in ${file}${line === undefined ? '' : `:${line}`}`).join(', '),
  ruling: (rulings, id) => {
    const own = rulings[id];
    return own === undefined ? 'nothing in dispute' : `${own.verdict}, by ${own.by}`;
  },
  decision: (decision) => (decision === null ? 'nothing to ask' : decision.verdict),
  check: (check) => verdictOf(check),
  proof: ({ verification }) => verdictOf(verification),
  opinion: (opinion, id) => {
    const own = opinion[id];
    return own === undefined ? 'nobody was asked' : `scored ${own.score}, needs ${own.threshold}`;
  },
  combination: (combination) =>
    combination.fate === 'holds' ? `holds, tree ${combination.tree.slice(0, 12)}` : combination.fate,
};

const wordsOf = <Kind extends EvidenceKind>(kind: Kind, gathered: Gathered, id: string): [Kind, string][] => {
  const evidence = gathered[kind];
  return evidence === undefined ? [] : [[kind, words[kind](evidence, id)]];
};

/** By kind of evidence. */
export const evidenceWords = (kinds: readonly EvidenceKind[], gathered: Gathered, id: string): Record<string, string> =>
  Object.fromEntries(kinds.flatMap((kind) => wordsOf(kind, gathered, id)));
