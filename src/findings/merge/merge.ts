/** Makes one finding of several that say the same, and keeps what each of them said. */
import { type DraftFinding, type Level, levelRank, type MergedReport, severityRank } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { given } from '../../plain/given.ts';
import { overlaps } from '../admit/overlap.ts';
import { findingText, maxText } from '../read/text.ts';

/** A finding as reported, with who said it; `merged`: the reports that it stands for, where there are several. */
export type Reported = DraftFinding & { reviewer: string; level: Level };

/** Each edit is compared with those that were kept, so there is an end to them. */
const maxEdits = 1_000;

const distinct = (texts: readonly (string | undefined)[]): string[] =>
  [...new Set(texts.filter((text) => text !== undefined && text !== ''))].map(String);

/** Paragraphs, each said once, up to what a person can read. */
const paragraphs = (texts: readonly (string | undefined)[]): string => {
  let joined = '';
  for (const text of distinct(texts)) {
    if (joined.length > maxText) break;
    joined += joined === '' ? text : `\n\n${text}`;
  }
  return findingText(joined);
};

/** The edits of all, as long as they leave each other alone; the same edit proposed twice is one. */
const mergeEdits = (members: readonly Reported[]): TextEdit[] => {
  const kept: TextEdit[] = [];
  const seen = new Set<string>();
  for (const { edits = [] } of members) {
    const fresh = edits.filter((edit) => !seen.has(JSON.stringify(edit)));
    if (kept.length > 0 && kept.length + fresh.length > maxEdits) continue;
    if (fresh.some((edit) => kept.some((other) => overlaps(edit, other)))) continue;
    for (const edit of fresh) {
      seen.add(JSON.stringify(edit));
      kept.push(edit);
    }
  }
  return kept;
};

/** New is what everybody calls new. */
const mergeBaseline = (members: readonly Reported[]): Reported['baseline'] => {
  const said = new Set(members.map(({ baseline }) => baseline));
  if (said.has('unchanged')) return 'unchanged';
  if (said.has('updated')) return 'updated';
  return said.size === 1 ? members[0]?.baseline : undefined;
};

/** Of two fingerprints of one name that of the earlier member is kept. */
const mergeFingerprints = (members: readonly Reported[]): Record<string, string> =>
  Object.fromEntries(members.toReversed().flatMap(({ fingerprints }) => Object.entries(fingerprints ?? {})));

const reportsOf = ({
  merged,
  reviewer,
  severity,
  category,
  title,
  rule,
  code,
  line,
  endLine,
}: Reported): MergedReport[] =>
  merged ?? [
    {
      reviewer,
      severity,
      category,
      title,
      ...given({ rule, code, line, endLine }),
    },
  ];

/** The first of the most severe leads: the finding is about its place, under its title. */
export const mergeGroup = (group: readonly Reported[]): Reported => {
  const members =
    group.length === 1 ? group : group.toSorted((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  const first = members[0];
  if (!first) throw new Error('a group has at least one member');
  if (members.length === 1) return first;
  const { baseline: _, ...leader } = first;
  const suggestion = paragraphs(members.map((each) => each.suggestion));
  const reviewers = distinct(members.flatMap((each) => each.reviewers ?? [each.reviewer]));
  const edits = mergeEdits(members);
  const baseline = mergeBaseline(members);
  const fingerprints = mergeFingerprints(members);
  const { ranIn } = members.find((each) => each.ranIn !== undefined) ?? {};
  return {
    ...leader,
    description: paragraphs(members.map((each) => each.description)),
    level: members.map((each) => each.level).reduce((a, b) => (levelRank[b] < levelRank[a] ? b : a)),
    merged: members.flatMap(reportsOf),
    ...given({ suggestion: suggestion || undefined }),
    ...(edits.length > 0 && { edits }),
    ...(reviewers.length > 1 && { reviewers }),
    ...given({ baseline, ranIn }),
    ...(Object.keys(fingerprints).length > 0 && { fingerprints }),
  };
};
