import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balances, parseLine, settle } from '../src/ledger.ts';

const lines = ['# a weekend', 'ada 90.00 ada,ben,cy the cabin', 'ben 30 ada,ben,cy food'];
const expenses = lines.flatMap((line) => parseLine(line) ?? []);

test('reads payer, amount, people and note', () => {
  const dinner = parseLine('  ada 12.50 ada,ben, two  pizzas ');
  assert.equal(dinner?.payer, 'ada');
  assert.deepEqual(dinner?.sharedBy, ['ada', 'ben']);
  assert.equal(dinner?.note, 'two pizzas');
});

test('passes over comments, refuses lines that make no sense', () => {
  assert.equal(parseLine('# a weekend'), undefined);
  assert.throws(() => parseLine('ada lots ada,ben'), /not an amount: lots/);
  assert.throws(() => parseLine('ada 3.00 , beer'), /nobody shares/);
});

test('evens out', () => {
  assert.deepEqual(balances(expenses), { ada: 5000, ben: -1000, cy: -4000 });
});

test('settles with few payments', () => {
  const payments = settle(expenses).map(({ from, to, amount }) => `${from}>${to} ${amount}`);
  assert.deepEqual(payments, ['cy>ada 40.00', 'ben>ada 10.00']);
});
