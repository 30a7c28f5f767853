import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJunit, readTap } from './test-results.ts';

const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }));
const failed = (...names: string[]) => names.map((name) => ({ name, passed: false }));

const expected = [
  { name: 'one', passed: true },
  { name: 'bad # name', passed: false },
  { name: 'skipped', passed: true, skipped: true },
  { name: 'later', passed: true, skipped: true },
  { name: 'suite > inner', passed: true },
  { name: 'suite > deep > inner', passed: false },
];

/** What `node --test` printed for suite.mjs beside it. */
const recorded = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/test-results', name), 'utf8');

describe('readTap', () => {
  it('5.2 reads the subtests that node --test writes', () => {
    const results = readTap(recorded('node.tap'));
    expect(results).toEqual(expect.arrayContaining(expected));
    // The suites themselves count too, and nothing from inside a stack trace does.
    expect(results).toHaveLength(expected.length + 2);
  });

  it('5.2 counts skipped and todo tests as not failed', () => {
    expect(readTap('TAP version 14\nnot ok 1 - a # TODO later\nok 2 - b # skip\nnot ok 3 - c # SKIP\n1..3')).toEqual(
      passed('a', 'b', 'c').map((test) => ({ ...test, skipped: true })),
    );
  });

  it('5.2 tells tests of one name apart', () => {
    expect(readTap('1..3\nok 1 - a\nok 2 - a\nnot ok 3 - a (2)')).toEqual([
      ...passed('a', 'a (2)'),
      ...failed('a (2) (2)'),
    ]);
  });

  it('5.2 takes bailing out for a failure', () => {
    expect(readTap('1..3\nok 1 - a\nBail out! no database')).toEqual([
      ...passed('a'),
      ...failed('Bail out! no database'),
    ]);
  });

  it('5.2 reads unnamed tests, Windows line ends and text around it', () => {
    expect(readTap('> npm test\r\n\r\n1..2\r\nok 1\r\nnot ok\r\n')).toEqual([
      ...passed('(unnamed)'),
      ...failed('(unnamed) (2)'),
    ]);
  });

  it('5.2 takes the workspace out of names', () => {
    expect(readTap('1..1\nnot ok 1 - /w/1/src/a.test.js', '/w/1/')).toEqual(failed('src/a.test.js'));
  });

  it.each(['', 'all fine', 'ok, that went well\nnot ok at all', '<testsuites/>'])(
    '5.2 says that %j is not TAP',
    (text) => {
      expect(readTap(text)).toBeNull();
    },
  );
});

describe('readJunit', () => {
  it('5.2 reads what node --test writes', () => {
    const results = readJunit(recorded('node-junit.xml'))?.map(({ name, ...result }) => ({
      ...result,
      name: name.replace('test > ', ''),
    }));
    expect(results).toEqual(expect.arrayContaining([expected[0], expected[1], expected[2], expected[3]]));
    expect(results).toHaveLength(expected.length);
    expect(results?.filter((each) => !each.passed)).toHaveLength(2);
  });

  it('5.2 names tests by file where the folder is known', () => {
    const xml =
      '<testsuites><testcase name="a" classname="test" file="/w/1/x.js"/><testcase name="a" classname="test" file="/w/1/y.js"/></testsuites>';
    expect(readJunit(xml, '/w/1')).toEqual(passed('x.js > test > a', 'y.js > test > a'));
    expect(readJunit(xml)).toEqual(passed('test > a', 'test > a (2)'));
  });

  it('5.2 follows nested suites and leaves out a class that repeats the suite', () => {
    const xml = `<testsuites><testsuite name="m"><testsuite name="C"><testcase classname="C" name="t"/></testsuite>
      <testcase classname="D" name="t"><error/></testcase></testsuite></testsuites>`;
    expect(readJunit(xml)).toEqual([...passed('m > C > t'), ...failed('m > D > t')]);
  });

  it('5.2 decodes the entities of XML in names', () => {
    expect(
      readJunit('<testsuite name="s"><testcase name="a &lt; b &amp;amp; &#x41;&#66;&quot;"/></testsuite>'),
    ).toEqual(passed('s > a < b &amp; AB"'));
  });

  it('5.2 expands no entity that a document declares', () => {
    const levels = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const bomb = `<!DOCTYPE x [<!ENTITY e0 "ha">${levels}]><testsuite name="s"><testcase name="&e20;"/></testsuite>`;
    const [result] = readJunit(bomb) ?? [];
    expect(result?.name ?? '').not.toContain('haha');
  });

  it.each([
    '',
    'no xml',
    '<html/>',
    '<testsuites><testsuite name="cut"><testcase name="a"/>',
    '<testsuites></testsuite>',
  ])('5.2 says that %j is no whole JUnit document', (text) => {
    expect(readJunit(text)).toBeNull();
  });

  it('5.2 survives any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<testsuite name="',
            '<testcase ',
            'name="a">',
            '/>',
            '</testsuite>',
            '<!DOCTYPE ',
            '&',
            '"',
            'x',
          ),
        ),
        (parts) => {
          readJunit(parts.join(''));
          readTap(parts.join(''));
        },
      ),
      { numRuns: 500 },
    );
  });
});
