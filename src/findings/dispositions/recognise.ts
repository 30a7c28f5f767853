/**
 * Which finding a disposition is about: the same one tomorrow, in other words, on other lines, in a file of another
 * name.
 */
import type { Disposition } from '../../model/disposition.ts';
import type { Finding, MergedReport } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { matchFindings, type Recognisable } from '../identity/match.ts';
import { type Places, saysTheSame, stillThere, wordsOf } from './still-there.ts';

type Seen<T> = { of: T; as: Recognisable };

const asFinding = ({ finding, anchor }: Disposition, title = finding.title): Recognisable => ({
  category: finding.category,
  title,
  ...given({
    rule: finding.rule,
    file: finding.file,
    line: finding.line,
    endLine: finding.endLine,
    fingerprints: finding.fingerprints,
    anchor,
  }),
});

/** A report that was merged into a finding is that finding as long as it says the same. */
const asReported = (
  { file, anchor, fingerprints }: Finding,
  { category, title, rule, line, endLine }: MergedReport,
): Recognisable => ({
  category,
  title,
  ...given({ rule, file, line, endLine, fingerprints, anchor }),
});

const reportsOf = (finding: Finding): Recognisable[] => [
  finding,
  ...(finding.merged ?? [])
    .filter(({ title }) => wordsOf(title) === wordsOf(finding.title))
    .map((report) => asReported(finding, report)),
];

const kindOf = ({ rule, category }: Recognisable | Disposition['finding']): string =>
  rule === undefined ? `c ${category}` : `r ${rule}`;

/**
 * Of how much of the lines two reports of one category must be, to be of one problem without a rule or a title that
 * says so.
 */
const mostly = 0.5;

const placeOf = (finding: Recognisable | Disposition['finding']): string =>
  JSON.stringify([kindOf(finding), finding.file ?? null]);

/** More findings of one kind in one file come from a tool, which names the same lines each time. */
const mostAlike = 100;

/** Reviewers who read and do not parse name other lines each time. */
const isSameProblem = (disposition: Disposition, finding: Finding, places: Places): boolean => {
  const common = stillThere(disposition, finding, places);
  if (common === null) return false;
  return saysTheSame(disposition, finding) || (finding.rule === undefined ? common >= mostly : common > 0);
};

class Recognising {
  readonly #found = new Map<Finding, Disposition>();
  readonly #left: Set<Disposition>;
  readonly #findings: readonly Finding[];

  constructor(findings: readonly Finding[], dispositions: readonly Disposition[]) {
    this.#findings = findings;
    this.#left = new Set(dispositions);
  }

  get found(): ReadonlyMap<Finding, Disposition> {
    return this.#found;
  }

  byId(): void {
    const findings = new Map(this.#findings.map((finding) => [finding.id, finding]));
    for (const disposition of this.#left) this.#take(disposition, findings.get(disposition.id));
  }

  /** `titles` and `reports`: all under which a disposition and a finding may be known. */
  byLooks(
    titles: (disposition: Disposition) => readonly string[],
    reports: (finding: Finding) => readonly Recognisable[],
  ): void {
    const before = [...this.#left].flatMap((of) =>
      titles(of).map((title): Seen<Disposition> => ({ of, as: asFinding(of, title) })),
    );
    // Findings of another kind are never the same: with few decisions, most findings need no look.
    const kinds = new Set(before.map(({ as }) => kindOf(as)));
    const open = this.#findings.filter((finding) => !this.#found.has(finding));
    const now = open.flatMap((of) =>
      reports(of).flatMap((as): Seen<Finding>[] => (kinds.has(kindOf(as)) ? [{ of, as }] : [])),
    );
    if (now.length === 0) return;
    const pairs = matchFindings(
      before.map(({ as }) => as),
      now.map(({ as }) => as),
    );
    for (const [at, to] of pairs) this.#take(before[at]?.of, now[to]?.of);
  }

  /** By the code that a decision was about, among findings of its kind in its file, where it still is as it was. */
  byCode(places: Places): void {
    const open = Map.groupBy(
      this.#findings.filter((finding) => !this.#found.has(finding)),
      placeOf,
    );
    for (const disposition of this.#left) {
      const alike = open.get(placeOf(disposition.finding)) ?? [];
      if (alike.length > mostAlike) continue;
      this.#take(
        disposition,
        alike.find((finding) => !this.#found.has(finding) && isSameProblem(disposition, finding, places)),
      );
    }
  }

  #take(disposition: Disposition | undefined, finding: Finding | undefined): void {
    if (
      disposition === undefined ||
      finding === undefined ||
      this.#found.has(finding) ||
      !this.#left.delete(disposition)
    )
      return;
    this.#found.set(finding, disposition);
  }
}

/** Each finding with at most one disposition, and each disposition with at most one finding. */
export const recognise = (
  findings: readonly Finding[],
  dispositions: readonly Disposition[],
  places: Places,
): ReadonlyMap<Finding, Disposition> => {
  if (dispositions.length === 0) return new Map();
  const recognising = new Recognising(findings, dispositions);
  recognising.byId();
  recognising.byLooks(
    ({ finding }) => [finding.title],
    (finding) => [finding],
  );
  recognising.byLooks(({ finding, aliases = [] }) => [finding.title, ...aliases], reportsOf);
  recognising.byCode(places);
  return recognising.found;
};
