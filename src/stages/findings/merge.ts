/** `exact` consolidation: findings in one file, on one line, of one category are one finding that keeps what each of them said. */
import { type DraftFinding, type Level, type MergedReport, type TextEdit, severityRank } from '../../model/finding.ts';
import { overlaps } from './overlap.ts';

/** A finding as reported, with who said it; `merged`: the reports that it stands for, where there are several. */
export type Reported = DraftFinding & { reviewer: string; reviewers?: string[]; level: Level; merged?: MergedReport[] };

const levelRank: Readonly<Record<Level, number>> = { blocking: 0, warning: 1, suggestion: 2 };

const key = (finding: Reported): string | null =>
  finding.file === undefined ? null : JSON.stringify([finding.file, finding.line ?? null, finding.category]);

const distinct = (texts: readonly (string | undefined)[]): string[] =>
  [...new Set(texts.filter((text) => text !== undefined && text !== ''))].map(String);

/** The edits of all, as long as they leave each other alone; the same edit proposed twice is one. */
const mergeEdits = (members: readonly Reported[]): TextEdit[] => {
  const kept: TextEdit[] = [];
  const seen = new Set<string>();
  for (const { edits = [] } of members) {
    const fresh = edits.filter((edit) => !seen.has(JSON.stringify(edit)));
    if (fresh.some((edit) => kept.some((other) => overlaps(edit, other)))) continue;
    for (const edit of fresh) seen.add(JSON.stringify(edit));
    kept.push(...fresh);
  }
  return kept;
};

const reportOf = ({ reviewer, severity, category, title, rule, code, line, endLine }: Reported): MergedReport => ({
  reviewer,
  severity,
  category,
  title,
  ...(rule !== undefined && { rule }),
  ...(code !== undefined && { code }),
  ...(line !== undefined && { line }),
  ...(endLine !== undefined && { endLine }),
});

const mergeGroup = (group: readonly Reported[]): Reported => {
  const [first, ...rest] = [...group].sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  if (!first) throw new Error('a group has at least one member');
  if (rest.length === 0) return first;
  const members = [first, ...rest];
  const suggestion = distinct(members.map((each) => each.suggestion)).join('\n\n');
  const reviewers = distinct(members.map((each) => each.reviewer));
  const edits = mergeEdits(members);
  const endLine = members.reduce((last, each) => Math.max(last, each.endLine ?? 0), 0);
  return {
    ...first,
    description: distinct(members.map((each) => each.description)).join('\n\n'),
    level: members.map((each) => each.level).reduce((a, b) => (levelRank[b] < levelRank[a] ? b : a)),
    merged: members.map(reportOf),
    ...(suggestion && { suggestion }),
    ...(endLine > 0 && { endLine }),
    ...(edits.length > 0 && { edits }),
    ...(reviewers.length > 1 && { reviewers }),
  };
};

/** In the order in which the first of each group was reported. Findings about no file in particular are never merged. */
export const mergeExact = (findings: readonly Reported[]): Reported[] => {
  const groups = new Map<string, Reported[]>();
  for (const [index, finding] of findings.entries()) {
    const group = key(finding) ?? `#${index}`;
    const members = groups.get(group);
    if (members) members.push(finding);
    else groups.set(group, [finding]);
  }
  return [...groups.values()].map(mergeGroup);
};
