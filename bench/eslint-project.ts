/**
 * A project for the ESLint bench: thirty modules with findings of many rules, all of which ESLint has fixes for, and
 * tests of what the modules do. Nothing that a fix makes is a finding of another rule.
 */

type Module = { text: string; test: string };
type Kind = (name: string, n: number) => Module;

/** So often is everything tried in its test of many values; the whole suite takes about three seconds with it. */
const many = 150_000;

const money: Kind = (name, n) => ({
  text: `/** Amounts of ${name}, in cents. */
var booked = 0;

export function book(amount) {
  booked = booked + amount;
  return booked;
}

export function show(amount) {
  let sign = amount < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(amount) / 100);
  return sign + whole + '.' + String(Math.abs(amount) % 100).padStart(2, '0') + ' ${name}';
}

export function kindOf(amount) {
  if (amount < 0) {
    return 'debit';
  } else {
    return 'credit';
  }
}

export const withFee = (amount) => {
  const fee = ${n};
  return { amount: amount, fee: fee };
};
`,
  test: `test('books', () => {
  const before = subject.book(0);
  assert.equal(subject.book(250), before + 250);
});
test('shows', () => {
  assert.equal(subject.show(-1234), '-12.34 ${name}');
  assert.equal(subject.show(5), '0.05 ${name}');
});
test('tells debit from credit', () => {
  assert.equal(subject.kindOf(-1), 'debit');
  assert.equal(subject.kindOf(1), 'credit');
});
test('adds a fee', () => assert.deepEqual(subject.withFee(10), { amount: 10, fee: ${n} }));
test('shows every amount so that it can be read again', () => {
  for (let amount = 0; amount < ${many}; amount += 1)
    assert.equal(Math.round(parseFloat(subject.show(amount)) * 100), amount);
});
`,
});

const words: Kind = (name, n) => ({
  text: `/** Words of ${name}. */
var seen = 0;

export function label(word) {
  seen = seen + 1;
  return '${name}: ' + word;
}

export const lengths = (list) =>
  list.map(function (word) {
    const { length } = word;
    return length + ${n};
  });

export function isShort(word) {
  const size = word['length'];
  return size < ${n} ? true : false;
}

export function count() {
  let total = seen;
  return { total: total };
}

export function initial(word) {
  if ('' === word) {
    return '?';
  }
  return word.charAt(0).toUpperCase();
}
`,
  test: `test('labels', () => assert.equal(subject.label('tree'), '${name}: tree'));
test('measures', () => assert.deepEqual(subject.lengths(['a', 'bcd']), [${1 + n}, ${3 + n}]));
test('knows short words', () => {
  assert.equal(subject.isShort('x'.repeat(${n})), false);
  assert.equal(subject.isShort(''), ${n > 0});
});
test('counts', () => {
  const { total } = subject.count();
  subject.label('again');
  assert.equal(subject.count().total, total + 1);
});
test('finds the initial of any word', () => {
  assert.equal(subject.initial(''), '?');
  for (let code = 0; code < ${many}; code += 1) assert.match(subject.initial('w' + code), /^W$/);
});
`,
});

const options: Kind = (name, n) => ({
  text: `/** Options of ${name}. */
const defaults = { 'size': ${n}, ['name']: '${name}' };

export function withDefaults(given) {
  const merged = Object.assign({}, defaults, given);
  if (merged.size) {
    merged.area = Math.pow(merged.size, 2);
  }
  return merged;
}

export function isSet(given, key) {
  return Object.prototype.hasOwnProperty.call(given, key);
}

export function sizeOf(given) {
  let { size: size } = given;
  return !!size ? size : defaults.size;
}

export function choose(size) {
  let chosen = size;
  chosen = chosen || ${n};
  return chosen;
}
`,
  test: `test('fills in what is missing', () => {
  assert.deepEqual(subject.withDefaults({}), { size: ${n}, name: '${name}', area: ${n * n} });
});
test('knows what is set', () => {
  assert.equal(subject.isSet({ size: undefined }, 'size'), true);
  assert.equal(subject.isSet({}, 'toString'), false);
});
test('takes the size', () => {
  assert.equal(subject.sizeOf({ size: 0 }), ${n});
  assert.equal(subject.sizeOf({ size: 7 }), 7);
});
test('chooses', () => assert.equal(subject.choose(0), ${n}));
test('squares every size', () => {
  for (let size = 1; size < ${many}; size += 1) assert.equal(subject.withDefaults({ size }).area, size * size);
});
`,
});

const queue: Kind = (name, n) => ({
  text: `/** A queue for ${name}. */
var waiting = [];

export function add(item) {
  waiting = waiting.concat([item]);
  let place = waiting.length;
  return '${name} ' + place;
}

export function take() {
  const [first] = waiting;
  waiting = waiting.slice(1);
  return first;
}

export const due = (items, now) =>
  items.filter(function (item) {
    const late = now - item['since'];
    return late > ${n};
  });

export function state() {
  if (waiting.length === 0) {
    return 'empty';
  } else {
    return 'waiting';
  }
}
`,
  test: `test('gives back what was added', () => {
  assert.equal(subject.state(), 'empty');
  assert.equal(subject.add('one'), '${name} 1');
  assert.equal(subject.state(), 'waiting');
  assert.equal(subject.take(), 'one');
  assert.equal(subject.take(), undefined);
});
test('knows what is due', () => {
  assert.deepEqual(subject.due([{ since: 0 }, { since: 100 }], 100), [{ since: 0 }]);
});
test('keeps the order', () => {
  for (let item = 0; item < ${many}; item += 1) {
    subject.add(item);
    assert.equal(subject.take(), item);
  }
});
`,
});

const figures: Kind = (name, n) => ({
  text: `/** Figures about ${name}. */
export function sum(values) {
  let total = 0;
  for (const value of values) {
    total = total + value;
  }
  return total;
}

export function mean(values) {
  let count = values.length;
  if (0 === count) {
    return 0;
  }
  return sum(values) / count;
}

export const spread = (values) => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { low: low, high: high };
};

export function describe(values) {
  return '${name} has a mean of ' + mean(values);
}

export function power(value) {
  return Math.pow(value, ${(n % 3) + 2});
}
`,
  test: `test('sums up', () => assert.equal(subject.sum([1, 2, ${n}]), ${3 + n}));
test('finds the mean', () => {
  assert.equal(subject.mean([]), 0);
  assert.equal(subject.mean([2, 4]), 3);
});
test('finds the spread', () => assert.deepEqual(subject.spread([3, 1, 2]), { low: 1, high: 3 }));
test('describes', () => assert.equal(subject.describe([1, 3]), '${name} has a mean of 2'));
test('raises to a power', () => assert.equal(subject.power(2), ${2 ** ((n % 3) + 2)}));
test('has a mean between the extremes', () => {
  for (let value = 0; value < ${many}; value += 1) assert.equal(subject.mean([value, value + 2]), value + 1);
});
`,
});

const kinds = { money, words, options, queue, figures };
const names = ['north', 'south', 'east', 'west', 'centre', 'harbour'];

const rules = [
  'dot-notation',
  'logical-assignment-operators',
  'no-else-return',
  'no-extra-boolean-cast',
  'no-unneeded-ternary',
  'no-useless-computed-key',
  'no-useless-rename',
  'no-var',
  'object-shorthand',
  'operator-assignment',
  'prefer-arrow-callback',
  'prefer-const',
  'prefer-exponentiation-operator',
  'prefer-object-has-own',
  'prefer-object-spread',
  'prefer-template',
  'yoda',
];

const imports = (file: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as subject from '../src/${file}.js';

`;

/** The files of the project, by path. */
export const projectFiles = (): Record<string, string> => {
  const files = Object.entries(kinds).flatMap(([kind, make]) =>
    names.flatMap((name, index): [string, string][] => {
      const { text, test } = make(name, index + 2);
      const file = `${kind}-${name}`;
      return [
        [`src/${file}.js`, text],
        [`test/${file}.test.js`, imports(file) + test],
      ];
    }),
  );
  const on = Object.fromEntries(rules.map((rule) => [rule, 'error']));
  return {
    ...Object.fromEntries(files),
    'package.json': '{ "name": "linted", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
    'eslint.config.js': `export default [{ files: ['src/**/*.js'], rules: ${JSON.stringify(on)} }];\n`,
  };
};
