/** Takes secrets out of findings as they come in. A machine-made edit stays as it is: it is code that is put back. */
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { given } from '../../plain/given.ts';

export type Collected = { findings: DraftFinding[]; problems: ReadProblem[] };

export const cleanFindings = <T extends Collected>(collected: T, { clean }: Pick<Secrets, 'clean'>): T => ({
  ...collected,
  findings: collected.findings.map((draft) => cleanDraft(draft, clean)),
  problems: clean(collected.problems),
});

/**
 * Quoted code is compared with the file: without its secret it would be found nowhere, so such a quote is left out. The
 * file is looked up under its real name; it is cleaned where the finding leaves.
 */
const cleanDraft = (draft: DraftFinding, clean: Secrets['clean']): DraftFinding => {
  const cleaned = clean(draft);
  if (cleaned === draft) return draft;
  const { quote, ...words } = cleaned;
  return {
    ...words,
    ...(quote !== undefined && quote === draft.quote && { quote }),
    ...given({ file: draft.file }),
  };
};
