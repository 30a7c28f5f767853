import { describe, expect, it } from 'vitest';
import { saysRecorded } from './recorded.ts';

const says = (description: string): boolean =>
  saysRecorded([{ title: 'The result is wrong', category: 'bug', description, file: 'src/a.py' }]);

describe('findings that say that tests hold the fault', () => {
  it.each([
    'The tests pin the wrong order and have to change too.',
    'item.test.ts asserts the wrong status and must be corrected.',
    'test_encode pins the old form.',
    'Print the currency, in the approved receipt as well.',
    'Correct the spelling, also in testdata/help.golden.',
    'Use Decimal and compare exactly in the tests.',
    'Regenerate the snapshot.',
    'End it with a mark, and update testdata/report.golden.',
  ])('7.1 let expectations follow the code: %s', (text) => expect(says(text)).toBe(true));

  it.each([
    'GET must answer 404 for an unknown id, as the test says.',
    'tests/data/rates.csv has one; test_reads_all fails.',
    'The test is disabled for that reason.',
    'Mend the code; do not change the tests.',
    '',
  ])('7.1 let them stay as they are otherwise: %s', (text) => expect(says(text)).toBe(false));
});
