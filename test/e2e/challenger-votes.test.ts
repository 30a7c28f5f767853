/**
 * Several challengers, scores that code gives, and what one bad score means for the fixes beside it (6.4, 6.5, 8.2).
 */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { challenging } from '../support/challenging.ts';
import { fixing } from '../support/fixing.ts';
import type { FindingInput } from '../support/sandbox.ts';

const fileOf = (code: string): string => `src/${code}.txt`;
const findingsIn = (codes: readonly string[]): FindingInput[] =>
  codes.map((code) => ({ code, file: fileOf(code), line: 1 }));
const filesFor = (codes: readonly string[]): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [fileOf(code), `bad ${code}\n`]));
const edit = (code: string, find: string, replace: string): ScriptedStep => ({
  edits: [{ file: fileOf(code), find, replace }],
});

const outcomes = (report: Report, code: string): unknown[] =>
  findingOf(report, code).attempts.map(({ result, gate, challenge }) => [result, gate, challenge?.score]);

describe('6.4 of several challengers', () => {
  /** By challenger; null: it says nothing. */
  const scores: Record<string, [number | null, number | null, number | null]> = {
    ALL: [91, 95, 93],
    MOST: [95, 60, 92],
    FEW: [70, 95, 60],
    SILENT: [95, null, 95],
  };
  const codes = Object.keys(scores);
  /** Two of them share a file, which saves calls: both are good, or the one that is comes back alone. */
  const pairs = { ALL: 'MOST', MOST: 'ALL', FEW: 'SILENT', SILENT: 'FEW' } as const;
  const shared: Record<string, string> = { ALL: 'src/p.txt', MOST: 'src/p.txt', FEW: 'src/q.txt', SILENT: 'src/q.txt' };
  const scoresOf = (judge: number) =>
    Object.fromEntries(Object.entries(scores).map(([code, each]) => [code, each[judge] ?? { missing: true }]));

  it.each([
    { vote: 'veto', expected: { ALL: 91, MOST: 60, FEW: 60, SILENT: 0 } },
    { vote: 'median', expected: { ALL: 93, MOST: 92, FEW: 70, SILENT: 95 } },
    { vote: 'majority', expected: { ALL: 91, MOST: 92, FEW: 70, SILENT: 95 } },
  ])('$vote: the score of all is this one', ({ vote, expected }) =>
    inSandbox(
      async (sandbox) => {
        const { args } = challenging(sandbox, {
          findings: codes.map((code) => ({ code, file: shared[code] ?? '', line: 1 })),
          scenario: {
            findings: Object.fromEntries(
              codes.map((code) => [
                code,
                { edits: [{ file: shared[code] ?? '', find: `bad ${code}`, replace: `good ${code}` }] },
              ]),
            ),
          },
          judges: { ann: { scores: scoresOf(0) }, bob: { scores: scoresOf(1) }, cat: { scores: scoresOf(2) } },
          set: ['fix.mode=batch', 'challenger.iterations=1', ...(vote === 'veto' ? [] : [`challenger.vote=${vote}`])],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        for (const code of ['ALL', 'MOST', 'FEW', 'SILENT'] as const) {
          const score = expected[code];
          const together = Math.min(score, expected[pairs[code]]) >= 90;
          expect(outcomes(report, code), code).toEqual([
            ...(together ? [] : [['refused', 'challenge', score]]),
            ...(score >= 90 ? [['accepted', undefined, score]] : []),
          ]);
          const votes = findingOf(report, code).attempts[0]?.challenge?.votes ?? [];
          expect(votes.map((each) => [each.challenger, each.score])).toEqual(
            ['ann', 'bob', 'cat'].map((name, n) => [name, scores[code]?.[n]]),
          );
        }
        expect(findingOf(report, 'FEW').reason).toContain('ann (70): scripted feedback about FEW\nbob (95): scripted');
      },
      { 'src/p.txt': 'bad ALL\nbad MOST\n', 'src/q.txt': 'bad FEW\nbad SILENT\n' },
    ),
  );
});

describe('6.5 without asking anybody', () => {
  it('an empty change, and one that does not touch what it claims, are worth 0; one that names its place is looked at', () =>
    inSandbox(
      async (sandbox) => {
        const elsewhere: ScriptedStep = { edits: [{ file: 'notes/todo.md', write: 'done\n' }] };
        const { judge, args } = challenging(sandbox, {
          findings: findingsIn(['EMPTY', 'SAME', 'ELSEWHERE', 'CAUSE']),
          scenario: {
            findings: {
              EMPTY: {},
              SAME: { edits: [{ file: fileOf('SAME'), write: 'bad SAME\n' }] },
              ELSEWHERE: { ...elsewhere, explanation: 'Fixed as suggested.' },
              CAUSE: {
                edits: [{ file: 'src/cause.txt', write: 'good\n' }],
                explanation: 'The cause was in src/cause.txt.',
              },
            },
          },
          judges: { judge: { default: 95 } },
          set: ['limits.cycles=1', 'challenger.iterations=1'],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(outcomes(report, 'EMPTY')).toEqual([['no-change', undefined, 0]]);
        expect(outcomes(report, 'SAME')).toEqual([['no-change', undefined, 0]]);
        expect(outcomes(report, 'ELSEWHERE')).toEqual([['refused', 'challenge', 0]]);
        expect(findingOf(report, 'ELSEWHERE').reason).toContain(
          'scored 0, needs 90: the change does not touch src/ELSEWHERE.txt',
        );
        expect(outcomes(report, 'CAUSE')).toEqual([['accepted', undefined, 95]]);
        expect(
          judge('judge')
            .calls()
            .map(({ codes }) => codes),
        ).toEqual([['CAUSE']]);
        for (const code of ['EMPTY', 'SAME', 'ELSEWHERE'])
          expect(findingOf(report, code).attempts[0]?.challenge?.votes).toEqual([]);
      },
      filesFor(['EMPTY', 'SAME', 'ELSEWHERE', 'CAUSE']),
    ));
});

describe('6.2, 8.2 one bad score', () => {
  const shared = { 'src/both.txt': 'bad ONE\nbad TWO\n' };
  const codes = ['GOOD', 'BAD', 'IDLE'];

  it('takes only fixes of the same file with it; one that was good comes back alone, at no cost of its own', () =>
    inSandbox(
      async (sandbox) => {
        const { agent, args } = fixing(sandbox, {
          findings: [
            ...findingsIn(codes),
            { code: 'ONE', file: 'src/both.txt', line: 1 },
            { code: 'TWO', file: 'src/both.txt', line: 2 },
          ],
          scenario: {
            findings: {
              GOOD: edit('GOOD', 'bad', 'good'),
              BAD: [edit('BAD', 'bad', 'fair'), { edits: [{ file: fileOf('BAD'), write: 'good BAD\n' }] }],
              IDLE: [{}, edit('IDLE', 'bad', 'good')],
              ONE: { edits: [{ file: 'src/both.txt', find: 'ONE', replace: 'one' }] },
              TWO: ['two', 'zwei'].map((replace) => ({ edits: [{ file: 'src/both.txt', find: 'TWO', replace }] })),
            },
            challenge: { scores: { BAD: [40, 95], ONE: 95, TWO: [{ score: 30, feedback: 'Two is wrong.' }, 92] } },
          },
          set: ['fix.mode=batch', 'challenger.agents=["scripted"]'],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(0);
        expectAccounted(report, sandbox);
        expect(outcomes(report, 'GOOD')).toEqual([['accepted', undefined, 95]]);
        expect(outcomes(report, 'BAD')).toEqual([
          ['refused', 'challenge', 40],
          ['accepted', undefined, 95],
        ]);
        expect(outcomes(report, 'ONE')).toEqual([
          ['refused', 'challenge', 95],
          ['accepted', undefined, 95],
        ]);
        expect(outcomes(report, 'TWO')).toEqual([
          ['refused', 'challenge', 30],
          ['accepted', undefined, 92],
        ]);
        expect(findingOf(report, 'ONE').attempts[0]?.reason).toBe(
          'its fix cannot be separated from that of TWO, which was not good enough',
        );
        // It changed nothing, and took nothing of the others' for its own.
        expect(outcomes(report, 'IDLE')).toEqual([
          ['no-change', undefined, 0],
          ['accepted', undefined, 95],
        ]);
        expect(new Set(report.findings.map(({ commit }) => commit)).size).toBe(5);
        expect(agent.calls('fix').map((call) => call.codes.toSorted())).toEqual([
          ['BAD', 'GOOD', 'IDLE', 'ONE', 'TWO'],
          ['ONE'],
          ['BAD', 'TWO'],
          ['IDLE'],
        ]);
        expect(report.warnings.join('\n')).toContain('Challenger scripted is the same model as the fixer scripted');
      },
      { ...filesFor(codes), ...shared },
    ));
});
