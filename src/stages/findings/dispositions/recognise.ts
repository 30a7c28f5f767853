/** Which finding a disposition is about: the same one tomorrow, in other words, on other lines, in a file of another name. */
import type { Disposition } from '../../../model/disposition.ts';
import type { Finding, MergedReport } from '../../../model/finding.ts';
import { matchFindings, type Recognisable } from '../identity/match.ts';
import { saysTheSame, type SourceOf, stillThere, wordsOf } from './still-there.ts';

type Seen<T> = { of: T; as: Recognisable };

const asFinding = ({ finding, anchor }: Disposition, title = finding.title): Recognisable => ({
  category: finding.category,
  title,
  ...(finding.rule !== undefined && { rule: finding.rule }),
  ...(finding.file !== undefined && { file: finding.file }),
  ...(finding.line !== undefined && { line: finding.line }),
  ...(finding.endLine !== undefined && { endLine: finding.endLine }),
  ...(finding.fingerprints !== undefined && { fingerprints: finding.fingerprints }),
  ...(anchor !== undefined && { anchor }),
});

/** A report that was merged into a finding is that finding as long as it says the same. */
const asReported = ({ file, anchor, fingerprints }: Finding, { category, title, rule, line, endLine }: MergedReport): Recognisable => ({
  category,
  title,
  ...(rule !== undefined && { rule }),
  ...(file !== undefined && { file }),
  ...(line !== undefined && { line }),
  ...(endLine !== undefined && { endLine }),
  ...(fingerprints !== undefined && { fingerprints }),
  ...(anchor !== undefined && { anchor }),
});

const reportsOf = (finding: Finding): Recognisable[] => [
  finding,
  ...(finding.merged ?? []).filter(({ title }) => wordsOf(title) === wordsOf(finding.title)).map((report) => asReported(finding, report)),
];

const kindOf = ({ rule, category }: Pick<Finding, 'rule' | 'category'>): string => (rule === undefined ? `c ${category}` : `r ${rule}`);

/** Of how much of the lines two reports of one category must be, to be of one problem without a rule or a title that says so. */
const mostly = 0.5;

/** Reviewers who read and do not parse name other lines each time. */
const isSameProblem = (disposition: Disposition, finding: Finding, sourceOf: SourceOf): boolean => {
  if (disposition.finding.file !== finding.file || kindOf(disposition.finding) !== kindOf(finding)) return false;
  const common = stillThere(disposition, finding, sourceOf);
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
  byLooks(titles: (disposition: Disposition) => readonly string[], reports: (finding: Finding) => readonly Recognisable[]): void {
    const before = [...this.#left].flatMap((of) => titles(of).map((title): Seen<Disposition> => ({ of, as: asFinding(of, title) })));
    const open = this.#findings.filter((finding) => !this.#found.has(finding));
    const now = open.flatMap((of) => reports(of).map((as): Seen<Finding> => ({ of, as })));
    if (before.length === 0 || now.length === 0) return;
    const pairs = matchFindings(
      before.map(({ as }) => as),
      now.map(({ as }) => as),
    );
    for (const [at, to] of pairs) this.#take(before[at]?.of, now[to]?.of);
  }

  /** By the code that a decision was about, where it still is as it was. */
  byCode(sourceOf: SourceOf): void {
    const open = Map.groupBy(
      this.#findings.filter((finding) => !this.#found.has(finding)),
      ({ file }) => file ?? '',
    );
    for (const disposition of this.#left) {
      const nearby = open.get(disposition.finding.file ?? '') ?? [];
      this.#take(
        disposition,
        nearby.find((finding) => !this.#found.has(finding) && isSameProblem(disposition, finding, sourceOf)),
      );
    }
  }

  #take(disposition: Disposition | undefined, finding: Finding | undefined): void {
    if (disposition === undefined || finding === undefined || this.#found.has(finding) || !this.#left.delete(disposition)) return;
    this.#found.set(finding, disposition);
  }
}

/** Each finding with at most one disposition, and each disposition with at most one finding. */
export const recognise = (
  findings: readonly Finding[],
  dispositions: readonly Disposition[],
  sourceOf: SourceOf,
): ReadonlyMap<Finding, Disposition> => {
  const recognising = new Recognising(findings, dispositions);
  recognising.byId();
  recognising.byLooks(
    ({ finding }) => [finding.title],
    (finding) => [finding],
  );
  recognising.byLooks(({ finding, aliases = [] }) => [finding.title, ...aliases], reportsOf);
  recognising.byCode(sourceOf);
  return recognising.found;
};
