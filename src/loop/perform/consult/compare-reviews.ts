/**
 * What a tool reports at the start that it did not report at an earlier commit: it saw both, so it knows what is new
 * (requirement 1.9).
 */
import type { DraftFinding } from '../../../model/finding.ts';
import { anchorOf } from '../../../findings/identity/anchor.ts';
import { matchFindings } from '../../../findings/identity/match.ts';
import { given } from '../../../plain/given.ts';

export type Reviewed = { findings: readonly DraftFinding[]; readText: (file: string) => Promise<string | null> };

/** All findings are of one reviewer, so what it is called says nothing. */
type Anchored = Omit<DraftFinding, 'reviewer'> & { anchor?: string };

const anchored = async ({ findings, readText }: Reviewed): Promise<Anchored[]> => {
  const texts = new Map<string, string | null>();
  const result: Anchored[] = [];
  for (const { reviewer: _, ...finding } of findings) {
    const { file } = finding;
    if (file !== undefined && !texts.has(file)) texts.set(file, await readText(file));
    const anchor = anchorOf(finding, file === undefined ? null : (texts.get(file) ?? null));
    result.push({ ...finding, ...given({ anchor }) });
  }
  return result;
};

export const compareReviews = async (before: Reviewed, now: Reviewed): Promise<DraftFinding[]> => {
  const [old, fresh] = [await anchored(before), await anchored(now)];
  const seenBefore = new Set(matchFindings(old, fresh).values());
  return now.findings.map((finding, index) => ({ ...finding, baseline: seenBefore.has(index) ? 'unchanged' : 'new' }));
};
