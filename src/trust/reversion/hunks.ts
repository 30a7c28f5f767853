/** What was changed between an earlier state of a file and the one that a patch begins from, place by place. */
import { imagesOf } from '../../plain/lines/line-images.ts';
import { likeness } from './likeness.ts';
import type { Statement } from './statements.ts';

export type Hunk = {
  /** What came in since then, and what went out. */
  put: readonly Statement[];
  taken: readonly Statement[];
  /** What stands around it now. */
  before: Statement | undefined;
  behind: Statement | undefined;
  /** Lines of the file as the patch finds it. */
  from: number;
  to: number;
};

type Gap = { old: readonly Statement[]; now: readonly Statement[]; from: number; to: number };

const textsOf = (statements: readonly Statement[]): string[] => statements.map(({ text }) => text);

const gapsBetween = (old: readonly Statement[], now: readonly Statement[]): Gap[] => {
  const gaps: Gap[] = [];
  let [from, nowFrom] = [0, 0];
  for (const [at, image] of [...imagesOf(textsOf(old), textsOf(now)), now.length].entries()) {
    if (at < old.length && image < nowFrom) continue;
    if (at > from || image > nowFrom)
      gaps.push({ old: old.slice(from, at), now: now.slice(nowFrom, image), from: nowFrom, to: image });
    [from, nowFrom] = [at + 1, image + 1];
  }
  return gaps;
};

/** Beyond this, a rewritten part is one change. */
const mostPaired = 40;
const leastAlike = 0.5;

/** Statements that were changed into each other, each a change of its own; whatever is left is one more. */
const pairsIn = ({ old, now }: Gap): Pick<Hunk, 'put' | 'taken'>[] => {
  if (old.length === 0 || now.length === 0 || old.length > mostPaired || now.length > mostPaired)
    return [{ put: now, taken: old }];
  const left = new Set(old);
  const pairs: Pick<Hunk, 'put' | 'taken'>[] = [];
  const unpaired: Statement[] = [];
  for (const statement of now) {
    const other = mostAlike(statement, left);
    if (other === undefined) unpaired.push(statement);
    else {
      left.delete(other);
      pairs.push({ put: [statement], taken: [other] });
    }
  }
  return unpaired.length + left.size === 0 ? pairs : [...pairs, { put: unpaired, taken: [...left] }];
};

const mostAlike = (statement: Statement, others: ReadonlySet<Statement>): Statement | undefined => {
  let best: { other: Statement; alike: number } | undefined;
  for (const other of others) {
    const alike = likeness(statement, other);
    if (alike >= leastAlike && alike > (best?.alike ?? 0)) best = { other, alike };
  }
  return best?.other;
};

/** The nearest statement that says something. */
const nearest = (all: readonly Statement[], from: number, step: 1 | -1): Statement | undefined => {
  for (let at = from; at >= 0 && at < all.length; at += step) if (all[at]?.isLight === false) return all[at];
  return undefined;
};

export const hunksBetween = (old: readonly Statement[], now: readonly Statement[]): Hunk[] =>
  gapsBetween(old, now).flatMap((gap) => {
    const around = {
      before: nearest(now, gap.from - 1, -1),
      behind: nearest(now, gap.to, 1),
      from: now[gap.from]?.line ?? now.at(-1)?.line ?? 1,
      to: now[Math.max(gap.from, gap.to - 1)]?.line ?? now.at(-1)?.line ?? 1,
    };
    return pairsIn(gap).map((pair) => ({ ...pair, ...around, ...rangeOf(pair.put) }));
  });

const rangeOf = (put: readonly Statement[]): Partial<Pick<Hunk, 'from' | 'to'>> => {
  const [first] = put;
  return first === undefined ? {} : { from: first.line, to: put.at(-1)?.line ?? first.line };
};
