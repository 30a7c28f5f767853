/**
 * Suggestions of other tools through the command line: the branch holds exactly what each of them says, or the report
 * says why not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { ReportFinding } from '../../src/model/finding/reported.ts';
import { expectAccounted } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const fixtures = join(import.meta.dirname, '../fixtures/reviewdog');
const diagnostics = readFileSync(join(fixtures, 'suggestions.json'), 'utf8');
const name = '_testdata/suggestions.txt';
const text = readFileSync(join(fixtures, name), 'utf8');

const fix = async (box: Sandbox, findings: string, ...more: string[]): Promise<Report> => {
  const from = join(box.scratch, 'from');
  writeFileSync(from, findings);
  const { report } = await box.report([
    'fix',
    '--from',
    from,
    '--verify',
    'true',
    '--set',
    'findings.dedup=off',
    ...more,
  ]);
  expectAccounted(report, box);
  return report;
};

/** The file on the branch of a run, byte for byte; as it was where there is no branch. */
const result = (box: Sandbox, { branch, start }: Report, file = name): string =>
  box.gitBytes('cat-file', 'blob', `${branch ?? start}:${file}`).toString('utf8');

const reasonOf = (finding: ReportFinding | undefined): string =>
  finding?.attempts.map(({ reason }) => reason ?? '').join('; ') ?? '';

describe('4.12 suggestions of reviewdog', () => {
  const expected: readonly [title: string, (from: string) => string][] = [
    ['suggestion test', (from) => from.replace('func suggestions() {', 'func Suggestions() {')],
    [
      'multiline suggestion test',
      (from) =>
        from.replace(
          'func suggestions() {\n}\n',
          'func Suggestions() {\n// Multiline suggestion!\n} // end of suggestion func\n',
        ),
    ],
    ['range suggestion test (replace)', (from) => from.replace('haya13busa (replace)', 'haya14busa (replace)')],
    ['suggestion test (multiple suggestions)', (from) => from.replace('haya13busa (replace)', 'haya14busa (replace)')],
    ['range suggestion test (insert)', (from) => from.replace('hayabusa (insert)', 'haya14busa (insert)')],
    ['range suggestion test (remove)', (from) => from.replace('haya14busa (remove)', 'hayabusa (remove)')],
    ['range suggestion test (remove line-break)', (from) => from.replace('--->\n<---', '---><---')],
    ['suggestion test (remove line)', (from) => from.replace('\nremove line\n', '\n')],
    [
      'suggestion test (insert line)',
      (from) => from.replace('insert line ↑', 'inserted line 1\ninserted line 2\ninsert line ↑'),
    ],
    ['suggestion test (invalid)', (from) => from],
  ];

  it('are made one by one exactly as each says, and an invalid one is refused with its reason', () =>
    inSandbox(
      async (box) => {
        const codes = new Map(
          (await fix(box, diagnostics, '--set', 'limits.cycles=0')).findings.map(({ title, code }) => [title, code]),
        );
        expect([...codes.keys()].toSorted()).toEqual(expected.map(([title]) => title).toSorted());
        for (const [title, change] of expected) {
          const report = await fix(box, diagnostics, '--only', codes.get(title) ?? '');
          const wanted = change(text);
          const finding = report.findings.find((each) => each.title === title);
          expect(result(box, report), title).toBe(wanted);
          expect(finding?.status, title).toBe(wanted === text ? 'blocked' : 'fixed');
          if (wanted === text) expect(reasonOf(finding)).toContain(`${name}: there is no line 17 in the file`);
          if (report.branch !== null) box.git('branch', '--quiet', '-D', report.branch);
        }
      },
      { [name]: text },
    ));

  it('are made together as far as they leave each other alone; the others say what is in their way', () =>
    inSandbox(
      async (box) => {
        const report = await fix(box, diagnostics);
        const left = report.findings.filter(({ status }) => status !== 'fixed').map(({ title }) => title);
        expect(left.toSorted()).toEqual([
          'multiline suggestion test',
          'suggestion test (invalid)',
          'suggestion test (multiple suggestions)',
        ]);
        const made = expected
          .filter(([title]) => !left.includes(title))
          .reduce((from, [, change]) => change(from), text);
        expect(result(box, report)).toBe(made);
        for (const finding of report.findings.filter(({ title }) => left.includes(title))) {
          expect(reasonOf(finding)).toMatch(/was changed by something else|there is no line 17/);
        }
      },
      { [name]: text },
    ));

  it('fit files with CRLF, without a final line break, and with characters of several bytes', () =>
    inSandbox(
      async (box) => {
        const at = (path: string, start: object, end: object | undefined, replacement: string): string =>
          JSON.stringify({
            message: `${path} ${JSON.stringify(start)}`,
            location: { path, range: { start } },
            suggestions: [{ range: { start, ...(end && { end }) }, text: replacement }],
          });
        const report = await fix(
          box,
          [
            at('crlf.txt', { line: 1 }, undefined, 'ONE\nand a half'),
            at('crlf.txt', { line: 2 }, undefined, ''),
            at('crlf.txt', { line: 3, column: 6 }, { line: 4, column: 1 }, ' and '),
            at('open.txt', { line: 2 }, undefined, 'TWO\nthree'),
            at('gone.txt', { line: 2 }, undefined, ''),
            at('wide.txt', { line: 1, column: 8 }, { line: 1, column: 12 }, '🙃'),
            at('wide.txt', { line: 2, column: 3 }, undefined, '!'),
            at('wide.txt', { line: 3, column: 2 }, { line: 3, column: 3 }, 'x'),
          ].join('\n'),
        );
        expect(result(box, report, 'crlf.txt')).toBe('ONE\r\nand a half\r\nthree and four\r\n');
        expect(result(box, report, 'open.txt')).toBe('one\nTWO\nthree');
        expect(result(box, report, 'gone.txt')).toBe('one\n');
        expect(result(box, report, 'wide.txt')).toBe('äöü 🙃 x\né!\nü\n');
        const left = report.findings.filter(({ status }) => status !== 'fixed');
        expect(left.map(reasonOf)).toEqual([expect.stringContaining('there is no place 3:2–3:3 in the file')]);
      },
      {
        'crlf.txt': 'one\r\ntwo\r\nthree\r\nfour\r\n',
        'open.txt': 'one\ntwo',
        'gone.txt': 'one\ntwo',
        'wide.txt': 'äöü 🙂 x\né\nü\n',
      },
    ));

  it('that cannot be read are named with their place, and their findings are kept', () =>
    inSandbox(
      async (box) => {
        const range = { start: { line: 3 }, end: { line: 1 } };
        const bad = {
          message: 'Backwards.',
          location: { path: name, range: { start: { line: 3 } } },
          suggestions: [{ range, text: 'x' }],
        };
        const report = await fix(box, `${JSON.stringify(bad)}\n{broken\n`);
        expect(report.findings).toEqual([
          expect.objectContaining({ title: 'Backwards', status: 'blocked', suggestion: 'Suggested: x' }),
        ]);
        expect(report.problems.map(({ place, message }) => `${place.replace(/^.*: /, '')}: ${message}`)).toEqual([
          'line 1: its suggestion cannot be applied: suggestions[0]: its range leads backwards: 3–1',
          'line 2: not a JSON object: {broken',
        ]);
        expect(result(box, report)).toBe(text);
      },
      { [name]: text },
    ));
});

describe('4.12 suggestion blocks of GitHub', () => {
  const comment = (id: number, more: object) => ({
    id,
    pull_request_review_id: 1,
    path: name,
    diff_hunk: '@@ -1,1 +1,1 @@',
    side: 'RIGHT',
    user: { login: 'ada' },
    ...more,
  });

  it('are made as the comments say; the dropped ones are named', () =>
    inSandbox(
      async (box) => {
        const comments = [
          comment(1, { body: 'Name it.\r\n```suggestion\r\nfunc Suggestions() {\r\n```', start_line: 3, line: 4 }),
          comment(2, { body: 'Away.\n```suggestion\n```', line: 13 }),
          comment(3, { body: 'No.\n```suggestion\nx\n```', line: null, original_line: 6 }),
          comment(4, { body: 'Why?', in_reply_to_id: 2, line: 13 }),
          comment(5, {
            body: 'Moved.\n```suggestion\ny\n```',
            line: 7,
            diff_hunk: '@@ -6 +6,2 @@\n x\n+haya14busa (remove)',
          }),
        ];
        const report = await fix(box, JSON.stringify(comments));
        expect(result(box, report)).toBe(
          text.replace('func suggestions() {\n}', 'func Suggestions() {').replace('remove line\n', ''),
        );
        expect(report.findings.map(({ title, status, reviewer }) => [title, status, reviewer])).toEqual([
          ['No', 'blocked', 'ada'],
          ['Name it', 'fixed', 'ada'],
          ['Moved', 'blocked', 'ada'],
          ['Away', 'fixed', 'ada'],
        ]);
        expect(reasonOf(report.findings.find(({ title }) => title === 'Moved'))).toContain(
          'its lines are not the ones that it quotes',
        );
        expect(report.problems.map(({ message }) => message)).toEqual([
          'its suggestion is not applied: it is outdated',
        ]);
      },
      { [name]: text },
    ));
});
