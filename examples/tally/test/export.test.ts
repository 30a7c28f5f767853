import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleOf, toCsv, toText } from '../src/export.ts';
import { parseLine } from '../src/ledger.ts';

const expenses = ['ada 90.00 ada,ben,cy cabin', 'ben 30 ada,ben,cy food'].flatMap((line) => parseLine(line) ?? []);

test('text reads well', () => {
  assert.equal(toText(expenses).split('\n')[0], 'ada is owed 50.00');
  assert.equal(toText(expenses).split('\n').at(-1), 'ben pays ada 10.00');
});

test('csv holds cents, so that spreadsheets can add them up', () => {
  assert.deepEqual(toCsv(expenses).split('\n'), ['payer;cents;note', 'ada;9000;cabin', 'ben;3000;food']);
});

test('text unless csv is asked for', () => {
  assert.equal(styleOf(['trip.txt']), 'text');
  assert.equal(styleOf(['--csv', 'trip.txt']), 'csv');
});
