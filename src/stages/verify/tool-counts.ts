/** Counts what a tool reports per file and rule: what stays comparable while lines move. */
import type { DraftFinding } from '../../model/finding.ts';
import type { ToolCounts, ToolResult } from '../../model/verification.ts';

const ruleOf = (draft: DraftFinding): string => draft.rule ?? draft.category;

export const countReported = (drafts: readonly DraftFinding[]): ToolCounts => {
  const counts: ToolCounts = {};
  for (const draft of drafts) {
    if (draft.file === undefined) continue;
    const rules = (counts[draft.file] ??= {});
    rules[ruleOf(draft)] = (rules[ruleOf(draft)] ?? 0) + 1;
  }
  return counts;
};

/** What the tool says of the touched files; a file without findings is there with no rules, which is news too. */
export const toolResult = (reviewer: string, drafts: readonly DraftFinding[], touched: readonly string[]): ToolResult => {
  const files = new Set(touched);
  const concerned = drafts.filter((draft) => draft.file !== undefined && files.has(draft.file));
  return {
    reviewer,
    status: 'ran',
    counts: { ...Object.fromEntries(touched.map((file) => [file, {}])), ...countReported(concerned) },
    places: concerned.slice(0, 50).map((draft) => ({
      file: draft.file ?? '',
      rule: ruleOf(draft),
      ...(draft.line !== undefined && { line: draft.line }),
      text: draft.title,
    })),
  };
};
