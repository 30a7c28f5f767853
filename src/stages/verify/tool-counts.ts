/** Counts what a tool reports per file and rule: what stays comparable while lines move. */
import type { DraftFinding } from '../../model/finding.ts';
import type { ToolCounts, ToolResult } from '../../model/verification.ts';
import { given } from '../../plain/given.ts';

type Counted = { file?: string | undefined; rule?: string | undefined; category: string };

const ruleOf = (draft: Counted): string => draft.rule ?? draft.category;

/**
 * Names come from tools and repositories: only own properties are made and read, so that `constructor` is a file like
 * any other.
 */
export const countReported = (drafts: readonly Counted[]): ToolCounts => {
  const files = Map.groupBy(drafts, (draft) => draft.file);
  return Object.fromEntries(
    [...files].flatMap(([file, ofFile]) => (file === undefined ? [] : [[file, countRules(ofFile)]])),
  );
};

const countRules = (drafts: readonly Counted[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(drafts, ruleOf)].map(([rule, ofRule]) => [rule, ofRule.length]));

/** They are kept with every check. */
const mostPlaces = 200;

/** What the tool says of the touched files; a file without findings is there with no rules, which is news too. */
export const toolResult = (
  reviewer: string,
  drafts: readonly DraftFinding[],
  touched: readonly string[],
): ToolResult => {
  const files = new Set(touched);
  const concerned = drafts.filter((draft) => draft.file !== undefined && files.has(draft.file));
  return {
    reviewer,
    status: 'ran',
    counts: { ...Object.fromEntries(touched.map((file) => [file, {}])), ...countReported(concerned) },
    places: concerned.slice(0, mostPlaces).map((draft) => ({
      file: draft.file ?? '',
      rule: ruleOf(draft),
      ...given({ line: draft.line }),
      text: draft.title,
    })),
  };
};
