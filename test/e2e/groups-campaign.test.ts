/** A short slice of the campaign that `scripts/groups.ts` runs with up to a thousand findings and thirty seeds (5.6). */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCampaign, type Summary } from '../../scripts/groups/campaign.ts';
import type { Case } from '../../scripts/groups/cases.ts';
import { type Accepted, problemsOf } from '../../scripts/groups/judge.ts';
import { scenarioOf } from '../../scripts/groups/scenario.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const n = 40;

/** Limits as in the campaign, for fewer findings. */
const small: readonly Case[] = [
  { name: 'all are right', n, fixer: 'machine', limit: { runs: 2 } },
  { name: 'one is bad', n, fixer: 'machine', bad: 1, limit: { runs: 12 } },
  { name: 'three are bad', n, fixer: 'machine', bad: 3, limit: { runs: 30 } },
  { name: 'two fail together', n, fixer: 'machine', bad: 1, pair: 1, limit: { runs: 30 } },
  { name: 'two only pass together', n, fixer: 'machine', half: 1 },
  { name: 'two of one call only pass together', n, fixer: 'agent', bad: 2, half: 1, oneCall: true },
  { name: 'an agent is wrong in one of ten cases', n, fixer: 'agent', bad: 4, limit: { perFinding: 0.8 } },
];

const summaryOf = async (of: Case): Promise<Summary> => {
  const program = at('bin/fixpoint');
  const options = { program, cases: [of], seeds: [1], together: 'auto', alone: () => 1, jobs: 2 } as const;
  for await (const summary of runCampaign(options)) return summary;
  throw new Error('a campaign of one case has a summary');
};

describe('5.6 fixes that are proven in groups', () => {
  it.each(small)('5.6 are the same that are proven one by one, by fewer runs, where $name', async (of) => {
    const { wrong, unlike, runs, limit } = await summaryOf(of);
    expect(wrong.map(({ seed, together, problems }) => ({ seed, together, problems }))).toEqual([]);
    expect(unlike).toEqual([]);
    expect(runs.median).toBeLessThanOrEqual(limit ?? Number.POSITIVE_INFINITY);
    expect(runs.median).toBeLessThan(runs.alone ?? 0);
  });
});

describe('the campaign notices', () => {
  const scenario = scenarioOf({ name: 'judged', n, fixer: 'machine', bad: 1, pair: 1, half: 1 }, 1);
  const of = (kind: string): string[] =>
    scenario.fixes.filter(({ nature }) => nature.kind === kind).map(({ title }) => title);
  const [bad = ''] = of('bad');
  const [first = '', second = ''] = of('pair');
  const [oneHalf = '', otherHalf = ''] = of('half');

  /** A run that accepted these, in this order, one commit each, proven all at once. */
  const accepting = (titles: readonly string[]): Accepted => {
    const done = new Set(titles);
    const fix = (line: string): string => (done.has(line.slice(5, 17)) ? line.replace('todo', 'done') : line);
    const fixed = titles.map((title) => ({ id: title, title, commit: `commit of ${title}` }));
    return {
      fixed,
      titles: scenario.fixes.map(({ title }) => title),
      commits: fixed.map(({ id, commit }) => ({ id: commit, findings: [id] })),
      heads: [fixed.at(-1)?.commit ?? ''],
      files: Object.fromEntries(
        Object.entries(scenario.files).map(([file, text]) => [file, text.split('\n').map(fix).join('\n')]),
      ),
    };
  };
  const inOrder = (titles: readonly string[]): string[] => titles.toSorted();
  const right = inOrder([...of('fine'), first]);

  it('5.6 nothing about what is right', () => expect(problemsOf(scenario, accepting(right))).toEqual([]));

  it.each([
    ['a bad fix that was accepted', inOrder([...right, bad]), `${bad} is bad and was accepted`],
    ['a right one that was not', right.slice(1), `${right[0]} is right and was not accepted`],
    ['both of a pair', inOrder([...right, second]), 'which fail together, 2 were accepted instead of one'],
    ['neither of a pair', of('fine'), 'which fail together, 0 were accepted instead of one'],
    ['one half', inOrder([...right, oneHalf]), 'which only pass together, one was accepted'],
    ['another order', right.toReversed(), 'stands behind the fix of a later finding that was proven with it'],
  ])('5.6 %s', (_, titles, problem) => expect(problemsOf(scenario, accepting(titles)).join('\n')).toContain(problem));

  it('5.6 two halves of which one counted before the other; not two that were proven by one run', () => {
    const run = accepting(inOrder([...right, oneHalf, otherHalf]));
    expect(problemsOf(scenario, run)).toEqual([]);
    const early = { ...run, heads: [`commit of ${oneHalf}`, ...run.heads] };
    expect(problemsOf(scenario, early).join()).toContain('are two commits, and one counted before the other');
  });

  it('5.6 a commit that is missing, one too many, and files that hold something else', () => {
    const run = accepting(right);
    const [commit] = run.commits;
    expect(problemsOf(scenario, { ...run, commits: run.commits.slice(1) }).join()).toContain('does not name it');
    expect(problemsOf(scenario, { ...run, fixed: run.fixed.slice(1) }).join()).toContain(
      `${commit?.id} is the fix of nothing`,
    );
    expect(problemsOf(scenario, { ...run, files: {} }).join()).toContain('does not hold exactly the accepted fixes');
  });
});
