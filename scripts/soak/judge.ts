/** What a run came to, compared with the truth. Pure. */
import type { Report } from '../../src/model/report.ts';
import type { ReportFinding } from '../../src/model/finding/reported.ts';
import { type Attempted, isShown } from './attempt.ts';
import type { Plan, PlannedFinding } from './plan.ts';

/** What the hidden tests say of the branch, by code of the finding; and what passed at the start and fails there. */
export type Truth = { solved: ReadonlyMap<string, boolean>; broken: readonly string[] };

export type Ruling = { code: string; name: string; kind: Attempted['kind'] | 'unknown'; result: string; gate: string };

export type Judged = {
  /** Every attempt that was made as it was planned. */
  rulings: Ruling[];
  committed: { right: number; wrongShown: string[]; wrongHidden: string[] };
  rightJudged: number;
  rightRefused: string[];
  unaccounted: string[];
};

/** Its explanation says which of the planned ones an attempt is; one that said nothing is known by its number. */
export const explanationOf = ({ name }: Attempted): string => `as planned: ${name}`;

const plannedFor = (
  { attempts }: PlannedFinding,
  { explanation, n }: Pick<ReportFinding['attempts'][number], 'explanation' | 'n'>,
): Attempted | undefined =>
  attempts.find((each) => explanation === explanationOf(each)) ?? attempts[Math.min(n, attempts.length) - 1];

const rulingsOn = (planned: PlannedFinding, { attempts }: ReportFinding): Ruling[] =>
  attempts.flatMap((made) => {
    const { claim, result, gate = '', reason = '' } = made;
    const attempt = plannedFor(planned, made);
    if (claim !== 'fixed' && result !== 'accepted') return [];
    const words = gate === '' ? '' : `${gate}: ${reason.split('\n')[0]?.slice(0, 200)}`;
    return [
      { code: planned.code, name: attempt?.name ?? 'unknown', kind: attempt?.kind ?? 'unknown', result, gate: words },
    ];
  });

const wordsOf = ({ code, name, gate }: Ruling, { problem, seen }: PlannedFinding): string =>
  `${code} ${problem.name} (${seen}): ${name}${gate === '' ? '' : `; ${gate}`}`;

const accountFor = (planned: PlannedFinding, found: ReportFinding | undefined): string[] => {
  if (found === undefined) return [`${planned.code} is not in the report`];
  const { status, commit, reason } = found;
  if (status === 'fixed') return commit === undefined ? [`${planned.code} is fixed without a commit`] : [];
  const isFinal = status === 'blocked' || status === 'dismissed';
  return isFinal && reason ? [] : [`${planned.code} ends ${status}${reason ? '' : ' without a reason'}`];
};

/** A cheat is wrong whatever the hidden test says. What nobody planned counts as shown. */
const noteCommitted = (into: Judged, planned: PlannedFinding, ruling: Ruling, solved: boolean): void => {
  const isRight = solved && ruling.kind !== 'cheating';
  const { committed } = into;
  if (isRight) committed.right += 1;
  else if (ruling.kind === 'unknown' || ruling.kind === 'right' || isShown(ruling.kind, planned.seen))
    committed.wrongShown.push(wordsOf(ruling, planned));
  else committed.wrongHidden.push(wordsOf(ruling, planned));
};

const refused = new Set(['refused', 'no-change']);

export const judge = ({ findings }: Pick<Plan, 'findings'>, report: Report, { solved, broken }: Truth): Judged => {
  const judged: Judged = {
    rulings: [],
    committed: { right: 0, wrongShown: [...broken], wrongHidden: [] },
    rightJudged: 0,
    rightRefused: [],
    unaccounted: [],
  };
  for (const planned of findings) {
    const found = report.findings.find(({ code }) => code === planned.code);
    judged.unaccounted.push(...accountFor(planned, found));
    if (!found) continue;
    const rulings = rulingsOn(planned, found);
    judged.rulings.push(...rulings);
    const right = rulings.filter(
      ({ kind, result }) => kind === 'right' && (result === 'accepted' || refused.has(result)),
    );
    judged.rightJudged += right.length;
    judged.rightRefused.push(
      ...right.filter(({ result }) => refused.has(result)).map((ruling) => wordsOf(ruling, planned)),
    );
    if (found.status !== 'fixed') continue;
    const accepted = rulings.findLast(({ result }) => result === 'accepted');
    const unknown: Ruling = { code: planned.code, name: 'unknown', kind: 'unknown', result: 'accepted', gate: '' };
    noteCommitted(judged, planned, accepted ?? unknown, solved.get(planned.code) ?? false);
  }
  if (report.totals.total !== findings.length) judged.unaccounted.push(`${report.totals.total} findings in the report`);
  return judged;
};
