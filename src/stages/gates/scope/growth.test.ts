/** A fix, and all fixes of a run, stay within a size. */
import { expect, it } from 'vitest';
import { exampleFinding, exampleSnapshot } from '../../../../test/support/loop/examples.ts';
import { Config, type ConfigInput } from '../../../config/schema.ts';
import { growth } from './growth.ts';

type Limits = NonNullable<NonNullable<ConfigInput['gates']>['growth']>;

const reasonFor = (size: { own: number; run: number }, limits: Limits = {}, isMachineMade = false) =>
  growth
    .judge(
      { piece: exampleSnapshot('a.ts'), growth: size },
      { findings: [exampleFinding('a')], config: Config.parse({ gates: { growth: limits } }), isMachineMade },
    )
    ?.get('a')?.reason;

it('7.7 refuses a fix beyond its budget, and says what would be accepted', () => {
  expect(reasonFor({ own: 41, run: 41 }, { fix: 40 })).toBe(
    'it makes the code 41 lines longer, and gates.growth.fix allows 40. ' +
      'Accepted would be: only what the finding asks for, at most 40 lines more than before',
  );
  expect(reasonFor({ own: 40, run: 40 }, { fix: 40 })).toBeUndefined();
});

it('7.7 refuses a fix beyond what is left for the run', () => {
  expect(reasonFor({ own: 30, run: 110 }, { run: 100 })).toContain('gates.growth.run leaves 20');
  expect(reasonFor({ own: 30, run: 210 }, { run: 100 })).toContain('at most 0 lines more');
  expect(reasonFor({ own: 20, run: 100 }, { run: 100 })).toBeUndefined();
});

it('7.7 lets honest work through: what takes out more than it puts in, machine-made fixes, and no limit', () => {
  expect(reasonFor({ own: -5, run: 900 }, { run: 100 })).toBeUndefined();
  expect(reasonFor({ own: 5_000, run: 5_000 }, {}, true)).toBeUndefined();
  expect(reasonFor({ own: 5_000, run: 50_000 }, { fix: null, run: null })).toBeUndefined();
  expect(reasonFor({ own: 900, run: 9_000 })).toBeUndefined();
});
