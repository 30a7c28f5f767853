/** What shows that a finding is gone, in words. */
import type { Proof } from '../../../model/proof.ts';
import { proofWords } from '../../../views/words/judgements.ts';
import { html, type Html } from '../markup.ts';

export const proofLine = (proof: readonly Proof[]): Html => html`<p><b>Proof:</b> ${proofWords(proof, true)}</p>`;
