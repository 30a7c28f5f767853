/**
 * Finds findings among what a tool reports when it is run again: under which of its rules each of them is counted from
 * then on.
 */
import { type DraftFinding, type Finding, type MergedReport, reportsOf } from '../../model/finding.ts';

/** As many lines as reports that are merged may be apart. */
const reach = 5;

type RuleOf = (rule: string) => string;
type Report = MergedReport & { id: string; file: string | undefined };
type Pair = { report: Report; draft: DraftFinding; distance: number };

const countedAs = (draft: Pick<DraftFinding, 'rule' | 'category'>): string => draft.rule ?? draft.category;

/** Names under which a report is looked for: its rule, and its title where formats call the rule by other names. */
const namesOf = (said: Pick<DraftFinding, 'rule' | 'category' | 'title'>, ruleOf: RuleOf): string[] => [
  `rule ${ruleOf(countedAs(said))}`,
  `title ${said.title}`,
];

const keyOf = (file: string | undefined, name: string, line: number | 'any'): string =>
  JSON.stringify([file ?? null, name, line]);

/** By file, name and line; `any` for each, whatever its line. There may be very many of them. */
const indexOf = (drafts: readonly DraftFinding[], ruleOf: RuleOf): Map<string, DraftFinding[]> => {
  const index = new Map<string, DraftFinding[]>();
  const put = (key: string, draft: DraftFinding): void => {
    const before = index.get(key);
    if (before) before.push(draft);
    else index.set(key, [draft]);
  };
  for (const draft of drafts) {
    for (const name of namesOf(draft, ruleOf)) {
      put(keyOf(draft.file, name, 'any'), draft);
      if (draft.line !== undefined) put(keyOf(draft.file, name, draft.line), draft);
    }
  }
  return index;
};

/** `ruleOf`: a rule as all formats of the tool have it. By id; a finding that the tool does not report is not there. */
export const matchReports = (
  findings: readonly Finding[],
  drafts: readonly DraftFinding[],
  ruleOf: RuleOf = (rule) => rule,
): Map<string, string[]> => {
  const index = indexOf(drafts, ruleOf);
  const reports = findings.flatMap((finding) =>
    reportsOf(finding).map((report): Report => ({ ...report, id: finding.id, file: finding.file })),
  );
  const taken = new Set<DraftFinding>();
  const matched = new Map<Report, DraftFinding>();
  const take = (report: Report, draft: DraftFinding): void => {
    if (taken.has(draft) || matched.has(report)) return;
    taken.add(draft);
    matched.set(report, draft);
  };
  // Nearest first; each report and each draft is used once.
  const pairs = reports.flatMap((report) => nearby(report, index, ruleOf)).sort((a, b) => a.distance - b.distance);
  for (const { report, draft } of pairs) take(report, draft);
  for (const report of reports.filter((each) => !matched.has(each))) takeAnywhere(report, index, ruleOf, taken, take);
  return byFinding(matched);
};

const nearby = (report: Report, index: ReadonlyMap<string, DraftFinding[]>, ruleOf: RuleOf): Pair[] => {
  const { line, file } = report;
  if (line === undefined) return [];
  const lines = Array.from({ length: 2 * reach + 1 }, (_, offset) => line - reach + offset);
  return namesOf(report, ruleOf).flatMap((name) =>
    lines.flatMap((at) =>
      (index.get(keyOf(file, name, at)) ?? []).map((draft) => ({ report, draft, distance: Math.abs(at - line) })),
    ),
  );
};

/** A report about a whole file fits wherever its rule is reported, and one of a whole file fits any place. */
const takeAnywhere = (
  report: Report,
  index: ReadonlyMap<string, DraftFinding[]>,
  ruleOf: RuleOf,
  taken: ReadonlySet<DraftFinding>,
  take: (report: Report, draft: DraftFinding) => void,
): void => {
  for (const name of namesOf(report, ruleOf)) {
    const free = (index.get(keyOf(report.file, name, 'any')) ?? []).find(
      (draft) => !taken.has(draft) && (report.line === undefined || draft.line === undefined),
    );
    if (free) return take(report, free);
  }
};

const byFinding = (matched: ReadonlyMap<Report, DraftFinding>): Map<string, string[]> =>
  new Map(
    [...Map.groupBy(matched, ([{ id }]) => id)].map(([id, pairs]) => [id, pairs.map(([, draft]) => countedAs(draft))]),
  );
