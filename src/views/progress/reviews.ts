/** Entries of PROGRESS.txt about reviews. */
import { type Finding, Level, reviewersOf } from '../../model/finding.ts';
import { type ProgressFinding, reviewEntry } from './text.ts';
import { type Review, type State, isOpen } from './state.ts';

const levelOf = ({ settings }: State, reviewer: string, findings: readonly Finding[]): Level =>
  settings.reviewers.find(({ name }) => name === reviewer)?.level ??
  findings.find((each) => each.reviewer === reviewer)?.level ??
  'blocking';

/** None of them was taken up: they are listed as the reviewer gave them. */
const drafts = (review: Review | null): ProgressFinding[] =>
  (review?.findings ?? []).map((draft, index) => ({
    ...draft,
    code: draft.code ?? `X${String(index + 1).padStart(3, '0')}`,
  }));

/**
 * A later review lists what is left of the ones before as well: whoever reads the file takes the newest review of a
 * reviewer for all of it.
 */
const reviewed = (
  state: State,
  { name: reviewer, review, own }: ReviewBy & { own: readonly Finding[] },
  at: string,
): string[] => {
  const level = levelOf(state, reviewer, own);
  const when = review?.at ?? at;
  const head = { at: when, reviewer, level, summary: review?.summary };
  if (review?.verdict === 'PASSED')
    return [reviewEntry({ ...head, verdict: 'PASSED', findings: [], isNote: own.length > 0 })];
  const listed = own.length > 0 ? own : drafts(review);
  return listed.length === 0 ? [] : [reviewEntry({ ...head, verdict: 'NEEDS_WORK', findings: listed })];
};

/** What is open, by everybody who reported it. */
const openByReviewer = (state: State): Map<string, Finding[]> => {
  const open = [...state.findings.values()]
    .filter(isOpen)
    .flatMap(({ finding }) => reviewersOf(finding).map((name) => ({ name, finding })));
  return new Map(
    [...Map.groupBy(open, ({ name }) => name)].map(([name, all]) => [name, all.map(({ finding }) => finding)]),
  );
};

/** Skipped is no verdict, and neither is a failure, whatever was found before it. */
const hasVerdict = (review: Review): boolean =>
  review.verdict === 'PASSED' ||
  review.verdict === 'NEEDS_WORK' ||
  (review.verdict === 'error' && review.findings.length > 0);

export const takeUp = (state: State, admitted: readonly Finding[], at: string): string[] => {
  for (const finding of admitted)
    state.findings.set(finding.id, { finding, attempts: 0, isFixed: false, isDismissed: false });
  const open = openByReviewer(state);
  const reviews = [...reviewsWithVerdict(state), ...(state.isSource ? [] : importsAmong(state, admitted))];
  state.reviews.clear();
  return reviews.flatMap(({ name, review }) => reviewed(state, { name, review, own: open.get(name) ?? [] }, at));
};

type ReviewBy = { name: string; review: Review | null };

const reviewsWithVerdict = ({ reviews }: State): ReviewBy[] =>
  [...reviews].flatMap(([name, review]) => (review && hasVerdict(review) ? [{ name, review }] : []));

/** Whoever reported without being asked by this run. */
const importsAmong = ({ reviews }: State, admitted: readonly Finding[]): ReviewBy[] =>
  [...new Set(admitted.flatMap(reviewersOf))]
    .filter((name) => !reviews.has(name))
    .map((name) => ({ name, review: null }));
