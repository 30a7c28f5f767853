import { expect, it } from 'vitest';
import { skippingCall } from './marks.ts';

it.each(['t.skip(', 'test.fixme(', 'this.skip(', 'test.describe.skip(', 'test.fail('])(
  '7.1 %s leaves a test out',
  (call) => expect(skippingCall.test(call)).toBe(true),
);

it.each(['t.fail(', 't.assert.fail(', 'ctx.assert.fail('])('7.1 %s lets a test fail', (call) =>
  expect(skippingCall.test(call)).toBe(false),
);
