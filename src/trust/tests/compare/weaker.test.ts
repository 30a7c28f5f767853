import { describe, expect, it } from 'vitest';
import type { Check, Guard } from '../model.ts';
import { weaknessOf } from './weaker.ts';

const check = (guards: readonly Guard[]): Check => ({
  kind: 'exact',
  level: 5,
  positive: true,
  subject: 'total(order)',
  expected: '3',
  line: 1,
  text: 'expect(total(order)).toBe(3)',
  guards,
  isConstant: false,
});

const weaknessIn = (loop: string) =>
  weaknessOf(check([]), check([{ kind: 'loop', text: loop }]), { checked: [], own: new Map(), names: new Map() });

describe('a check that a patch puts into a loop', () => {
  it.each(['0..0', '3 .. 3', 'i < 0', 'i <= 0', 'false', '[]', 'List.of()', 'range(0)', 'vec![]'])(
    '7.1 is not made any more where the loop is over nothing: %s',
    (loop) => expect(weaknessIn(loop)).toMatchObject({ kind: 'guarded' }),
  );

  it.each(['0..3', 'i < 10', 'rows', '[1, 2]', 'List.of(1)', 'range(3)'])(
    '7.1 is as strict as before where the loop is over something: %s',
    (loop) => expect(weaknessIn(loop)).toBeNull(),
  );
});
