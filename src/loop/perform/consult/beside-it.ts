/** What a challenger is shown beside a fix: the most similar accepted fixes of the run, and what was noticed. */
import type { Shown } from '../../../model/challenge.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Remark } from '../../../model/remark.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import { given } from '../../../plain/given.ts';
import { fitDiff } from '../../../stages/challenge/diff-room.ts';
import type { Performing } from '../../engine.ts';
import { outsideOf } from '../../state/attempt-of.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';

const mostBeside = 3;
const longestDiff = 2_000;

export const besideIt = async (performing: Performing, unit: AnsweredUnit): Promise<Shown> => ({
  beside: await acceptedLike(performing, unit),
  noticed: noticedIn(performing.state, unit),
});

const acceptedLike = async ({ engine, state }: Performing, unit: AnsweredUnit): Promise<Shown['beside']> => {
  const own = unit.plan.findings.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const ids = new Set(unit.plan.findings);
  const others = state.code.commits
    .map((commit, index) => ({ commit, index, alike: alikeness(findingsOf(state, commit), own) }))
    .filter(({ commit, alike }) => alike > 0 && !commit.findings.some((id) => ids.has(id)))
    .toSorted((a, b) => b.alike - a.alike || b.index - a.index)
    .slice(0, mostBeside);
  return Promise.all(
    others.map(async ({ commit, index }) => {
      const before = state.code.commits[index - 1]?.commit ?? state.run.started.start.commit;
      const { patch } = await engine.custody.diff(before, commit.commit);
      const { text } = fitDiff(new TextDecoder().decode(patch), longestDiff);
      return { ...describe(findingsOf(state, commit)), diff: text };
    }),
  );
};

const findingsOf = ({ findings }: RunState, commit: Commit): Finding[] =>
  commit.findings.flatMap((id) => findings.get(id)?.finding ?? []);

const describe = (findings: readonly Finding[]): Omit<Shown['beside'][number], 'diff'> => {
  const [first] = findings;
  const { file, rule } = first ?? {};
  return { codes: findings.map(({ code }) => code), title: first?.title ?? '', ...given({ file, rule }) };
};

/** Of the same rule, in the same file, of the same kind. */
const alikeness = (some: readonly Finding[], others: readonly Finding[]): number =>
  Math.max(0, ...some.flatMap((a) => others.map((b) => pairAlikeness(a, b))));

const pairAlikeness = (a: Finding, b: Finding): number =>
  (a.rule !== undefined && a.rule === b.rule ? 4 : 0) +
  (a.file !== undefined && a.file === b.file ? 2 : 0) +
  (a.category === b.category ? 1 : 0);

const withoutFixWords = {
  passes: 'the tests that come with it pass without it too: they show nothing',
  unknown: 'nobody could tell whether the tests that come with it fail without it',
  fails: null,
} as const;

const noticedIn = (state: RunState, unit: AnsweredUnit): string[] => {
  const merged = unit.phase === 'committed' ? (unit.commit.remarks ?? []) : [];
  const remarks = [...(unit.answer.snapshot?.remarks ?? []), ...merged].map(remarkWords);
  const { withoutFix } = unit.check ?? {};
  const tests = withoutFix ? withoutFixWords[withoutFix.verdict] : null;
  const outside = outsideOf(state, unit);
  return [
    ...new Set(remarks),
    ...(tests === null ? [] : [tests]),
    ...(outside ? [`it changes files that its finding is not about: ${outside.join(', ')}`] : []),
  ];
};

const remarkWords = ({ rule, file, line, message }: Remark): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message} (${rule})`;
