/** What a run asks people, wherever it is shown: what is asked, and the exact command that answers. */
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { exitCode } from '../../src/cli/exit-code.ts';
import { liveSink } from '../../src/cli/progress/live.ts';
import { statusText } from '../../src/cli/texts/status-text.ts';
import type { RunEvent, StoredEvent } from '../../src/model/event.ts';
import type { Report } from '../../src/model/report.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { textReport } from '../../src/report/text/text.ts';
import { keptClean } from '../../src/secrets/kept.ts';
import { plainLine } from '../../src/views/lines/lines.ts';
import { createNames } from '../../src/views/names/names.ts';
import { capturedStream } from '../cli/captured-io.ts';
import { sampleReport } from './sample.ts';

const run = '20260301-100000-abcd';
const asked = [
  { id: 'F001-q1', finding: 'a', question: 'Throw, \u001B[2Jor return?', context: 'both occur' },
  { id: "it's-q1", finding: 'b', question: 'Which?' },
];
const waiting: Report = {
  ...sampleReport,
  status: 'waiting',
  questions: [
    ...asked.map((question) => ({ ...question, code: 'F001', answer: null })),
    { id: 'F002-q1', code: 'F002', question: 'Why?', answer: 'So | so' },
    { id: 'F002-q2', code: 'F002', question: 'When?', answer: '' },
  ],
};
const [first, second] = [
  `fixpoint answer ${run} F001-q1 'YOUR ANSWER'`,
  `fixpoint answer ${run} 'it'\\''s-q1' 'YOUR ANSWER'`,
];
const event = (what: RunEvent) => keptClean<StoredEvent>({ ...what, run, seq: 1, at: '2026-03-01T10:00:00.000Z' });
const lineOf = (what: RunEvent): string | null => plainLine(event(what), createNames());

it('3.1 a line for each question, with how to answer it', () => {
  expect(lineOf({ type: 'run.waiting', questions: asked })).toBe(
    [
      'Waiting for 2 answers',
      String.raw`  F001-q1  Throw, \x1b[2Jor return? (both occur)`,
      `    ${first}`,
      "  it's-q1  Which?",
      `    ${second}`,
    ].join('\n'),
  );
  expect(lineOf({ type: 'question.answered', question: 'F001-q1', answer: 'Return.' })).toBe('F001-q1 answered');
  expect(lineOf({ type: 'question.answered', question: 'F001-q1', answer: '' })).toBe('F001-q1 is left to the fixer');
});

it('3.1 a terminal shows them where nobody is asked there', async () => {
  const shownBy = async (attended: boolean): Promise<string> => {
    const { stream, text } = capturedStream(true);
    const sink = liveSink(stream);
    await sink.event(event({ type: 'run.resumed', version: '0', attended }));
    await sink.event(event({ type: 'run.waiting', questions: asked }));
    await sink.end();
    return stripVTControlCharacters(text());
  };
  expect(await shownBy(false)).toContain(first);
  expect(await shownBy(true)).not.toContain(first);
});

it('3.1 the report says what is asked and how to answer, and nothing once everything is answered', () => {
  const text = textReport(waiting, { color: false });
  expect(text).toContain(`Run ${run}: waiting for answers (`);
  expect(text).toContain(String.raw`Asked: F001-q1  Throw, \x1b[2Jor return? (both occur)`);
  expect(text).toMatch(/^ {2}fixpoint answer \S+ F001-q1 'YOUR ANSWER' +# Throw/m);
  expect(text).toContain(second);
  expect(text).not.toMatch(/F002-q1|fixpoint resume/);
  const answered = waiting.questions.map((question) => ({ ...question, answer: question.answer ?? 'this' }));
  expect(textReport({ ...waiting, status: 'clean', questions: answered }, { color: false })).not.toMatch(
    /Asked:|fixpoint answer/,
  );
});

it('3.1 the Markdown report has every question with its answer', () => {
  const text = markdownReport(waiting);
  expect(text).toContain('## Questions');
  expect(text).toMatch(/\| `F001-q1` \| .*both occur.* \| \*waiting for an answer\* \|/);
  expect(text).toMatch(/\| `F002-q1` \| Why\? \| So \\\| so \|/);
  expect(text).toMatch(/\| `F002-q2` \| When\? \| \*left to the fixer\* \|/);
  expect(markdownReport(sampleReport)).not.toContain('## Questions');
});

it('3.1 `fixpoint status` lists what runs wait for', () => {
  const overview = {
    run,
    root: '/repo',
    status: 'waiting' as const,
    command: 'fix' as const,
    startedAt: '2026-03-01T10:00:00.000Z',
    lastAt: '2026-03-01T10:00:00.000Z',
    totals: sampleReport.totals,
    branch: null,
  };
  const text = statusText([{ ...overview, questions: asked }]);
  expect(text).toMatch(/^20260301-100000-abcd {2}fix {2}waiting for answers /);
  expect(text).toContain(`\nRun ${run}:\nWaiting for 2 answers\n`);
  expect(text).toContain(`    ${first}\n`);
  expect(statusText([{ ...overview, status: 'clean' }])).not.toContain('Waiting');
});

it('3.1 a run that waits ends with 3', () => {
  expect(exitCode('waiting')).toBe(3);
});
