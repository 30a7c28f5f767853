/** A finding as it is written to SARIF: what is known of it, and what became of it where there was a run. */
import type { Finding, FindingStatus } from '../../model/finding.ts';
import type { Proof } from '../../model/proof.ts';
import type { BaselineState, Suppression } from './log.ts';

export type SarifFinding = Finding & {
  status?: FindingStatus | undefined;
  /** Why it has this status. */
  reason?: string | undefined;
  commit?: string | undefined;
  /** What proves the fix. */
  proof?: Proof[] | undefined;
  /** Against what the consumer saw before; what the source says by default. */
  baselineState?: BaselineState | undefined;
  /** A dismissed finding has one by itself. */
  suppression?: Suppression | undefined;
};
