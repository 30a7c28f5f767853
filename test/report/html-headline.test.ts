/** The first words of the page. */
import { expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { headline } from '../../src/report/html/page/headline.ts';
import { sampleReport } from './sample.ts';

const totals = (change: Partial<Report['totals']>): Report['totals'] => ({
  total: 0,
  fixed: 0,
  notRechecked: 0,
  blocked: 0,
  dismissed: 0,
  open: 0,
  ...change,
});

const cases: readonly [string, Partial<Report['totals']>, Partial<Report>][] = [
  ['12 of 14 findings fixed and proven, 2 left over', { total: 14, fixed: 12, blocked: 2 }, {}],
  ['All 14 findings fixed and proven', { total: 14, fixed: 14 }, { status: 'clean' }],
  ['The one finding is fixed and proven', { total: 1, fixed: 1 }, { status: 'clean' }],
  ['All 3 findings left over', { total: 3, blocked: 3 }, {}],
  ['The one finding is left over', { total: 1, blocked: 1 }, {}],
  ['All 2 findings fixed but not re-checked', { total: 2, fixed: 2, notRechecked: 2 }, {}],
  [
    '9 of 14 findings fixed and proven, 2 fixed but not re-checked, 2 left over, 1 dismissed',
    { total: 14, fixed: 11, notRechecked: 2, blocked: 2, dismissed: 1 },
    {},
  ],
  ['3 of 4 findings fixed but not re-checked, 1 left over', { total: 4, fixed: 3, notRechecked: 3, blocked: 1 }, {}],
  ['Under way: 1 of 4 findings fixed and proven, 3 still open', { total: 4, fixed: 1, open: 3 }, { status: null }],
  ['Waiting for you: All 4 findings still open', { total: 4, open: 4 }, { status: 'waiting' }],
  ['Cancelled: All 2 findings left over', { total: 2, blocked: 2 }, { status: 'cancelled' }],
  ['No findings', {}, { status: 'clean' }],
  ['5 findings, 1 dismissed', { total: 5, blocked: 4, dismissed: 1 }, { command: 'review' }],
  [
    '5 findings, planned in 2 steps',
    { total: 5, open: 5 },
    { command: 'plan', plan: { by: 'agent', steps: 2, corrections: [], file: null } },
  ],
];

it.each(cases)('10.3 the headline says: %s', (words, counts, change) => {
  expect(headline({ ...sampleReport, ...change, totals: totals(counts) })).toBe(words);
});
