/**
 * A result that Fixpoint wrote: what it kept of the finding besides SARIF is put back, where it is what it should be.
 */
import type { DraftFinding } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { SarifProperties } from './properties.ts';
import { toRepoPath } from '../../read/paths.ts';
import { findingText, titleOf } from '../../read/text.ts';
import { firstIssue } from '../../../plain/shape.ts';
import type { Result } from './result-shape.ts';

const Kept = SarifProperties.omit({ status: true, reason: true, commit: true, proof: true });

/** Written as it is, for what a URI cannot say; so it must be what it is when it is read. */
const isInside = (path: string): boolean => toRepoPath(`/${path}`, ['/']).file === path;

const longestText = 20_000;
const isClean = (text: string): boolean => text.length <= longestText && !text.includes('\0') && text.isWellFormed();
const clean = (text: string): string => (isClean(text) ? text : findingText(text));

export const ownFinding = (
  read: DraftFinding,
  result: Result,
  fromTool: boolean,
  say: (message: string) => void,
): DraftFinding => {
  const properties = result.properties?.['fixpoint'];
  if (properties === undefined) return read;
  const parsed = Kept.safeParse(properties);
  const paths = parsed.success ? [parsed.data.file, ...(parsed.data.edits ?? []).map(({ file }) => file)] : [];
  const outside = paths.find((path) => path !== undefined && !isInside(path));
  if (!parsed.success || outside !== undefined) {
    const why = parsed.success ? `${JSON.stringify(outside)} is no path in the repository` : firstIssue(parsed.error);
    say(`its fixpoint properties cannot be read, and are left out: ${why}`);
    return read;
  }
  const { reviewer, reviewers, level, ...kept } = parsed.data;
  const { file = read.file, edits = read.edits, suggestion } = kept;
  return {
    ...kept,
    title: kept.title.length <= 200 && isClean(kept.title) ? kept.title : titleOf(findingText(kept.title)),
    description: clean(kept.description),
    ...(suggestion !== undefined && { suggestion: clean(suggestion) }),
    ...given({ file, edits, fingerprints: read.fingerprints }),
    // Who a configured tool is, and what its word counts, is configured.
    ...(!fromTool && { reviewer, level, ...given({ reviewers }) }),
  };
};
