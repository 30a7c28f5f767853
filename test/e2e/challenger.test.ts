/** A second mind judges every fix, and none is approved by its failure (6.1, 6.2, 6.3). */
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { Report } from '../../src/model/report.ts';
import type { ScriptedScore, ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { challenging } from '../support/challenging.ts';
import type { FindingInput } from '../support/sandbox.ts';

const fileOf = (code: string): string => `src/${code}.txt`;
const findingsIn = (codes: readonly string[]): FindingInput[] =>
  codes.map((code) => ({ code, file: fileOf(code), line: 1 }));
const filesFor = (codes: readonly string[]): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [fileOf(code), `bad ${code}\n`]));
const edit = (code: string, find: string, replace: string, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  edits: [{ file: fileOf(code), find, replace }],
  ...more,
});

const outcomes = (report: Report, code: string): unknown[] =>
  findingOf(report, code).attempts.map(({ result, gate, challenge }) => [result, gate, challenge?.score]);

describe('6.1, 6.2 a score decides', () => {
  it('whatever the status says, by the threshold; below it the fixer goes on from what it had, with the feedback', () =>
    inSandbox(
      async (sandbox) => {
        const quality = { correctness: 90, safety: 80, minimality: 100, style: 70 };
        const { fixer, judge, args } = challenging(sandbox, {
          findings: findingsIn(['LOW', 'EXACT', 'REFIX']),
          scenario: {
            call: { session: true },
            findings: {
              LOW: [edit('LOW', 'bad', 'good'), edit('LOW', 'good', 'better')],
              EXACT: edit('EXACT', 'bad', 'good'),
              REFIX: [
                edit('REFIX', 'bad', 'fair', { explanation: 'Made it fair, since good would be too much.' }),
                // Only what the refused change left behind can be found.
                edit('REFIX', 'fair', 'good', { explanation: 'Agreed.' }),
              ],
            },
          },
          judges: {
            judge: {
              scores: {
                LOW: [
                  { score: 40, status: 'SOLVED' },
                  { score: 45, status: 'SOLVED', feedback: 'still wrong' },
                ],
                EXACT: { score: 85, status: 'IN_PROGRESS', quality_scores: quality },
                REFIX: [{ score: 84, feedback: 'Fair is not good.', improvements_needed: ['Say good'] }, 85],
              },
            },
          },
          set: ['challenger.threshold=85'],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(outcomes(report, 'LOW')).toEqual([
          ['refused', 'challenge', 40],
          ['refused', 'challenge', 45],
        ]);
        expect(findingOf(report, 'LOW')).toMatchObject({
          status: 'blocked',
          reason: expect.stringContaining('scored 45, needs 85: still wrong'),
        });
        expect(outcomes(report, 'EXACT')).toEqual([['accepted', undefined, 85]]);
        expect(findingOf(report, 'EXACT').attempts[0]?.challenge).toMatchObject({
          threshold: 85,
          votes: [{ challenger: 'judge', quality }],
        });
        expect(outcomes(report, 'REFIX')).toEqual([
          ['refused', 'challenge', 84],
          ['accepted', undefined, 85],
        ]);
        expect(findingOf(report, 'REFIX').attempts[0]?.challenge?.improvements).toEqual(['Say good']);
        expect(sandbox.git('show', `${report.branch}:src/REFIX.txt`)).toBe('good REFIX');

        const [first, second, ...more] = fixer.calls('fix').filter(({ codes }) => codes.includes('REFIX'));
        expect(more).toEqual([]);
        expect(first?.prompt).toContain('Below 85 it comes back to you.');
        for (const part of [
          'scored 84, needs 85: Fair is not good.',
          'Say good',
          'Made it fair, since good would be too much.',
          'Your working folder holds',
        ])
          expect(second?.prompt).toContain(part);
        expect(second?.session).toBeTruthy();
        expect(second?.session).toBe(firstSession(sandbox.folder, 'REFIX'));
        const [asked, again] = judge('judge')
          .calls()
          .filter(({ codes }) => codes.includes('REFIX'));
        expect(asked?.prompt).toContain('A score of 85 or more means solved');
        expect(asked?.input).toMatchObject({
          role: 'challenge',
          threshold: 85,
          outcomes: [{ id: 'REFIX', outcome: 'fixed' }],
        });
        expect(again?.input).toMatchObject({ diff: expect.stringContaining('-bad REFIX\n+good REFIX') });
        expect(again?.prompt).toContain('Fair is not good.');
        expect(fixer.calls('challenge')).toEqual([]);
        expect(report.warnings.join('\n')).not.toContain('same model');
      },
      filesFor(['LOW', 'EXACT', 'REFIX']),
    ));

  /** The session that the first fix of a finding ended with. */
  const firstSession = (folder: string, code: string): string | undefined => {
    const { events } = readJournal(folder);
    const admitted = events.flatMap((event) => (event.type === 'findings.admitted' ? event.findings : []));
    const id = admitted.find((finding) => finding.code === code)?.id ?? '';
    return events.flatMap((event) =>
      event.type === 'attempt.finished' && id in event.claims ? [event.session?.id] : [],
    )[0];
  };
});

describe('6.3 a challenger that fails approves nothing', () => {
  /** What it does each time that it is asked about a finding; fixed: whether that is enough. */
  const cases: Record<
    string,
    { scores: ScriptedScore | ScriptedScore[]; asked: number; fixed: boolean; why?: RegExp }
  > = {
    CRASH: { scores: { score: 95, call: { exit: 1 } }, asked: 2, fixed: false, why: /not judged: .*exit/ },
    KILLED: {
      scores: { score: 95, call: { kill: 'SIGKILL' } },
      asked: 2,
      fixed: false,
      why: /not judged: .*(?:SIGKILL|137)/,
    },
    SILENT: { scores: { score: 95, call: { answer: 'silent' } }, asked: 2, fixed: false, why: /not judged/ },
    STATUS: { scores: { status: 'SOLVED', feedback: 'fine' }, asked: 2, fixed: false, why: /not judged/ },
    RECOVERS: { scores: [{ score: 95, call: { exit: 1 } }, 95], asked: 2, fixed: true },
    TOOLATE: { scores: [{ missing: true }, { missing: true }, 95], asked: 2, fixed: false, why: /not judged/ },
    GOOD: { scores: 95, asked: 1, fixed: true },
  };
  const shared = { 'src/skipped.txt': 'bad A\nbad B\n', 'src/lost.txt': 'bad C\nbad D\n' };
  const line = (file: string, code: string): ScriptedStep => ({
    edits: [{ file, find: `bad ${code}`, replace: `good ${code}` }],
  });

  it('crashing, skipping a finding, or saying nothing, it is asked once more about the same patch', () =>
    inSandbox(
      async (sandbox) => {
        const codes = Object.keys(cases);
        const { fixer, judge, args } = challenging(sandbox, {
          findings: [
            ...findingsIn(codes),
            { code: 'A', file: 'src/skipped.txt', line: 1 },
            { code: 'B', file: 'src/skipped.txt', line: 2 },
            { code: 'C', file: 'src/lost.txt', line: 1 },
            { code: 'D', file: 'src/lost.txt', line: 2 },
          ],
          scenario: {
            findings: {
              ...Object.fromEntries(codes.map((code) => [code, edit(code, 'bad', 'good')])),
              A: line('src/skipped.txt', 'A'),
              B: line('src/skipped.txt', 'B'),
              C: line('src/lost.txt', 'C'),
              D: line('src/lost.txt', 'D'),
            },
          },
          judges: {
            judge: {
              scores: {
                ...Object.fromEntries(Object.entries(cases).map(([code, { scores }]) => [code, scores])),
                B: [{ missing: true }, 95],
                D: { missing: true },
              },
            },
          },
          set: ['fix.mode=batch', 'challenger.iterations=1'],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(fixer.calls().map(({ codes: asked }) => asked.length)).toEqual([codes.length + 4, 1]);
        for (const [code, { asked, fixed, why }] of Object.entries(cases)) {
          const calls = judge('judge')
            .calls()
            .filter((call) => call.codes.includes(code));
          expect(calls, code).toHaveLength(asked);
          expect(new Set(calls.map(({ input }) => JSON.stringify(input))).size, `${code}: the same question`).toBe(1);
          expect(outcomes(report, code)).toEqual([fixed ? ['accepted', undefined, 95] : ['refused', 'challenge', 0]]);
          if (why)
            expect(findingOf(report, code)).toMatchObject({ status: 'blocked', reason: expect.stringMatching(why) });
        }
        // The second time only about what was left out.
        const pairs = judge('judge')
          .calls()
          .map((call) => call.codes.join(' '))
          .filter((asked) => /^[ABCD]( [ABCD])*$/.test(asked));
        expect(pairs.toSorted()).toEqual(['A B', 'B', 'C', 'C D', 'D']);
        for (const code of ['A', 'B']) expect(outcomes(report, code)).toEqual([['accepted', undefined, 95]]);
        expect(outcomes(report, 'D')).toEqual([['refused', 'challenge', 0]]);
        // It was good, and is asked for again without the other.
        expect(outcomes(report, 'C')).toEqual([
          ['refused', 'challenge', 95],
          ['accepted', undefined, 95],
        ]);
        expect(findingOf(report, 'C').attempts[0]?.reason).toContain('cannot be separated from that of D');
      },
      { ...filesFor(Object.keys(cases)), ...shared },
    ));

  it('2.10 running out of its own time, too', () =>
    inSandbox(
      async (sandbox) => {
        const { args } = challenging(sandbox, {
          findings: findingsIn(['SLOW']),
          scenario: { findings: { SLOW: edit('SLOW', 'bad', 'good') } },
          judges: { judge: { hang: true } },
          set: ['challenger.timeout=300ms', 'challenger.iterations=1'],
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expectAccounted(report, sandbox);
        expect(outcomes(report, 'SLOW')).toEqual([['refused', 'challenge', 0]]);
        expect(findingOf(report, 'SLOW').reason).toMatch(
          /^not fixed after 1 attempt: the challenger scored 0, needs 90: not judged: took longer than challenger\.timeout allows/,
        );
        const answers = readJournal(sandbox.folder).events.flatMap((event) =>
          event.type === 'call.finished' ? [event.outcome] : [],
        );
        expect(answers).toEqual(['timeout', 'timeout']);
        expect(report.stages).toMatchObject({ fix: { calls: 1 }, challenge: { calls: 2 } });
      },
      filesFor(['SLOW']),
    ));

  it('11.1 what a rate limit or a lack of quota put off is not held against it, and no fix is made again for it', () =>
    inSandbox(
      async (sandbox) => {
        const scores = [
          { call: { exit: 75 } },
          { call: { exit: 77, stderr: 'no credits left\n' } },
          { call: { exit: 1 } },
          95,
        ];
        const { fixer, judge, args } = challenging(sandbox, {
          findings: findingsIn(['F1']),
          scenario: { findings: { F1: edit('F1', 'bad', 'good') } },
          judges: { judge: { scores: { F1: scores } } },
        });
        const { ended, report } = await sandbox.report(args);
        expect(ended.code, ended.stderr).toBe(2);
        expect(report).toMatchObject({
          status: 'leftovers',
          stopReason: 'quota',
          message: expect.stringContaining('no credits left'),
        });
        expectAccounted(report, sandbox);
        expect(findingOf(report, 'F1').attempts).toEqual([]);
        expect(judge('judge').calls()).toHaveLength(2);
        const resumed = await sandbox.report(['resume']);
        expect(resumed.ended.code, resumed.ended.stderr).toBe(0);
        expectAccounted(resumed.report, sandbox);
        expect(outcomes(resumed.report, 'F1')).toEqual([['accepted', undefined, 95]]);
        expect(judge('judge').calls()).toHaveLength(4);
        expect(fixer.calls()).toHaveLength(1);
        expect(artifact(sandbox.state, report.run, 'attempts/1.1.1/change.patch')).toContain('+good F1');
      },
      filesFor(['F1']),
    ));
});
