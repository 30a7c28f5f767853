/** Fixes about which something is to be known before they can be judged. */
import type { EvidenceKind } from '../../../stages/gates/gate.ts';
import type { Attempted } from '../gates/evidence.ts';
import type { Walk } from '../gates/judge.ts';

/** Those for whom evidence of these kinds is to be gathered first. */
export const lacking = (walks: readonly Walk[], ...kinds: EvidenceKind[]): Attempted[] =>
  walks.flatMap((walk) => (walk.status === 'lacks' && kinds.includes(walk.evidence) ? [walk.attempted] : []));
