/** Which failing tests are about which finding. */
import { describe, expect, it } from 'vitest';
import { exampleFinding } from '../../../test/support/loop/examples.ts';
import { findTest, hopelessFiles, speaksAbout } from './red-tests.ts';

const cart = {
  path: 'test/cart.test.mjs',
  text: [
    "import { totalOf, itemsIn } from '../src/cart.mjs';",
    "test('adds up', () => {",
    '  assert.equal(totalOf([1, 2]), 3);',
    '});',
    "test('counts', () => {",
    '  assert.equal(itemsIn([1, 2]), 2);',
    '});',
  ].join('\n'),
};
const roman = {
  path: 'tests/test_roman.py',
  text: 'from src.roman import toRoman\nclass X:\n  def test_four(self):\n',
};
const shell = { path: 'tests/trim_test.sh', text: '. ./lib/trim.sh\ncheck "blanks" "a" "$(trim " a ")"\n' };
const files = [cart, roman, shell];

const source = ['export const totalOf = (all) =>', '  all.length;', 'export const itemsIn = (all) => 0;'].join('\n');
const finding = { ...exampleFinding('a'), file: 'src/cart.mjs', title: 'Sum is wrong', description: '' };

describe('a failing test', () => {
  it.each([
    ['adds up', cart.path],
    ['tests.test_roman.Testroman.test_four', roman.path],
    ['tests/trim_test.sh: blanks', shell.path],
    ['suite > adds up (2)', cart.path],
  ])('7.4 is found by its name: %s', (name, path) => {
    expect(findTest(name, files)?.path).toBe(path);
  });

  it('7.4 is not found where nothing is called so, or several are', () => {
    expect(findTest('unheard of', files)).toBeNull();
    expect(findTest('adds up', [...files, { ...cart, path: 'test/other.test.mjs' }])).toBeNull();
  });

  const scoreOf = (name: string, facts: object): number => {
    const test = findTest(name, files);
    return test ? speaksAbout(test, { ...finding, ...facts }, source) : -1;
  };

  it('7.4 speaks about a finding in the function that it calls, and not about one beside it', () => {
    expect(scoreOf('adds up', { line: 2 })).toBeGreaterThan(0);
    expect(scoreOf('counts', { line: 2 })).toBe(0);
    expect(scoreOf('counts', { line: 3 })).toBeGreaterThan(0);
  });

  it('7.4 speaks about what it names in words, also where no line is known', () => {
    expect(scoreOf('adds up', { line: undefined, description: 'totalOf forgets the last one' })).toBeGreaterThan(0);
    expect(scoreOf('adds up', { line: undefined, description: 'unused variable' })).toBe(0);
  });

  it('7.4 says nothing about another file', () => {
    expect(scoreOf('adds up', { line: 2, file: 'src/port.mjs' })).toBe(0);
  });

  it('7.4 does not speak about a finding by words of people alone', () => {
    expect(scoreOf('adds up', { line: undefined, title: 'The sum adds one up too many' })).toBe(0);
    expect(scoreOf('adds up', { line: 3, title: 'What it adds up is never counted' })).toBe(0);
  });

  it('7.4 says nothing in a file in which several fail and none passes', () => {
    const red = (name: string) => ({ name, path: cart.path, text: '', whole: '' });
    const both = [red('adds up'), red('counts')];
    expect(hopelessFiles(both, [])).toEqual(new Set([cart.path]));
    expect(hopelessFiles(both, [red('is there')])).toEqual(new Set());
    expect(hopelessFiles([red('cart'), red('cart > adds up')], [])).toEqual(new Set());
  });
});
