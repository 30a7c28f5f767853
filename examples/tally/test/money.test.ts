import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Money, parseMoney, split } from '../src/money.ts';

test('reads amounts with and without decimals', () => {
  assert.equal(parseMoney('12')?.cents, 1200);
  assert.equal(parseMoney('12.3')?.cents, 1230);
  assert.equal(parseMoney('-0.05')?.cents, -5);
});

test('refuses what is no amount', () => {
  assert.equal(parseMoney('twelve'), undefined);
  assert.equal(parseMoney('1.234'), undefined);
});

test('reads as an amount, counts as a number', () => {
  assert.equal(String(new Money(5)), '0.05');
  assert.equal(String(new Money(-1234)), '-12.34');
  assert.ok(new Money(5) < new Money(6));
});

test('splits without losing a cent', () => {
  assert.deepEqual(split(new Money(100), 3).map(Number), [34, 33, 33]);
});
