/**
 * What a SARIF result holds besides SARIF when Fixpoint wrote it, so that reading it back gives the same finding.
 *
 * `properties.fixpoint` of a result is this shape and says all of the finding, except: `file`, `edits` and
 * `fingerprints` are the
 * result's own location, first fix and `partialFingerprints`, unless they are given here because SARIF cannot say them
 * exactly; id and
 * anchor are `partialFingerprints` under the two names below. What is not there, the finding does not have: a region of
 * line 1 without
 * `line` here is about the whole file.
 */
import { z } from 'zod';
import { Finding, FindingStatus } from '../../../model/finding.ts';
import { Proof } from '../../../model/proof.ts';

/** Keys of `partialFingerprints` that are ours, and none of the source's. */
export const idFingerprint = 'fixpointId/v1';
export const anchorFingerprint = 'fixpointAnchor/v1';

export const SarifProperties = Finding.omit({ id: true, fingerprints: true, anchor: true }).extend({
  status: FindingStatus.optional(),
  reason: z.string().optional().describe('Why it has this status'),
  commit: z.string().optional().describe('The commit that fixed it'),
  proof: z.array(Proof).optional().describe('What proves the fix'),
});
export type SarifProperties = z.infer<typeof SarifProperties>;
