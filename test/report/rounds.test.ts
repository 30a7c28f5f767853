/** How a run went from round to round, in every format for people. */
import { expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { textReport } from '../../src/report/text/text.ts';
import { sampleReport } from './sample.ts';

const round: Report['trajectory'][number] = {
  round: 1,
  cause: 'first',
  open: 0,
  new: 3,
  again: 0,
  fixed: 2,
  minted: 0,
  added: 20,
  removed: 1,
  usd: 0.5,
  tokens: 1_200,
};
const reason = 'Went back to the start, the best state that was proven: reviewers report 4 findings after all fixes.';
const report: Report = {
  ...sampleReport,
  stopReason: 'minting',
  message: 'Fixes bring findings as fast as they remove them.',
  trajectory: [
    round,
    { ...round, round: 2, cause: 'again', open: 1, again: 1, minted: 2, usd: null, tokens: 0 },
    { ...round, round: 3, cause: 'last', open: 4, new: 0, fixed: 0, added: 0, removed: 0, usd: null, tokens: 0 },
  ],
  restored: { head: 'c0', taken: 2, reason },
};

it('7.6 the terminal says which way it got nowhere, how it went, and what was gone back to', () => {
  const text = textReport(report, { color: false });
  for (const line of [
    'Fixes bring findings as fast as they remove them.',
    reason,
    'Round 1: 0 open, 3 new, 2 fixed, +20 −1 line, $0.5000, 1,200 tokens',
    'Round 2: 1 open, 3 new (2 on lines of this run), 1 reported again, 2 fixed, +20 −1 line',
    'Last look: 4 open, 0 new, 0 fixed',
  ])
    expect(text.split('\n')).toContain(line);
});

it('7.6 Markdown and the page have a table of rounds', async () => {
  const markdown = markdownReport(report);
  expect(markdown).toContain('## Rounds');
  expect(markdown).toContain('| 2 | 1 | 3 | 1 | 2 | 2 | 20 | 1 |');
  expect(markdown).toContain('| last look | 4 |');
  expect(markdown).toContain('Went back to the start');
  let page = '';
  for await (const piece of htmlReport(report, async () => null)) page += piece;
  expect(page).toContain('On lines of this run');
  expect(page).toContain('Went back to the start');
});

it.each([
  ['one round', [round]],
  ['one that was only confirmed', [round, { ...round, round: 2, new: 0, fixed: 0 }]],
])('7.6 %s is no trajectory', (_, trajectory) => {
  const once = { ...sampleReport, trajectory };
  expect(textReport(once, { color: false })).not.toContain('Round 1');
  expect(markdownReport(once)).not.toContain('## Rounds');
});
