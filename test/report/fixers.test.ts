/** What reports say of the agents that fixed (4.17). */
import { expect, it } from 'vitest';
import { Report } from '../../src/model/report.ts';
import { jsonReport } from '../../src/report/json.ts';
import { markdownReport } from '../../src/report/markdown/markdown.ts';
import { textReport } from '../../src/report/text/text.ts';
import { sampleReport } from './sample.ts';

const [house] = sampleReport.fixers;
const several: Report = {
  ...sampleReport,
  fixers: [
    { agent: 'che|ap', calls: 9, callsWithoutUsd: 0, accepted: 6, usd: 0.3, usdPerAccepted: 0.05 },
    { agent: 'strong', calls: 3, callsWithoutUsd: 1, accepted: 2, usd: 4, usdPerAccepted: 2 },
    { agent: 'spare', calls: 1, callsWithoutUsd: 1, accepted: 0, usd: null, usdPerAccepted: null },
  ],
};

it('4.17 the text compares them, where there are several', () => {
  expect(textReport(several, { color: false }).split('\n')).toEqual(
    expect.arrayContaining([
      'Agent che|ap: 6 accepted fixes in 9 calls, cost $0.3000, $0.0500 for each',
      'Agent strong: 2 accepted fixes in 3 calls, cost at least $4.00, at least $2.00 for each',
      'Agent spare: 0 accepted fixes in 1 call, cost unknown',
    ]),
  );
  expect(house?.agent).toBe('house');
  expect(textReport(sampleReport, { color: false })).not.toContain('Agent house');
});

it('4.17 so does Markdown', () => {
  const text = markdownReport(several);
  expect(text).toContain('| Agent | Calls | Accepted fixes | Cost | Cost of an accepted fix |');
  expect(text).toContain('| che\\|ap | 9 | 6 | $0.3000 | $0.0500 |');
  expect(text).toContain('| spare | 1 | 0 | unknown |');
  expect(markdownReport(sampleReport)).not.toContain('Cost of an accepted fix');
});

it('4.17, 16 the JSON report always has them', () => {
  expect(Report.parse(JSON.parse(jsonReport(sampleReport))).fixers).toEqual([house]);
});
