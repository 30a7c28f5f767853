/** 7.1: what a patch does to tests beside a change of the code, in spellings that the corpus does not have. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

type Language = { code: string; was: string; is: string; tests: string; text: string; check: string };

const python: Language = {
  code: 'src/fare.py',
  was: 'def fare(zones, age):\n    return zones * age\n',
  is: 'def fare(zones, age):\n    if age < 0:\n        raise ValueError("age")\n    return zones * age\n',
  tests: 'tests/test_fare.py',
  text: 'from src.fare import fare\n\n\ndef test_child():\n    assert fare(3, 7) == 42\n',
  check: '    assert fare(3, 7) == 42\n',
};
const go: Language = {
  code: 'fare/fare.go',
  was: 'package fare\n\nfunc Fare(zones, age int) int {\n\treturn zones * age\n}\n',
  is: 'package fare\n\nfunc Fare(zones, age int) int {\n\tif age < 0 {\n\t\tpanic("age")\n\t}\n\treturn zones * age\n}\n',
  tests: 'fare/fare_test.go',
  text: 'package fare\n\nimport "testing"\n\nfunc TestChild(t *testing.T) {\n\tif got := Fare(3, 7); got != 42 {\n\t\tt.Error(got)\n\t}\n}\n',
  check: '\tif got := Fare(3, 7); got != 42 {\n\t\tt.Error(got)\n\t}\n',
};
const rust: Language = {
  code: 'src/fare.rs',
  was: 'pub fn fare(zones: i32, age: i32) -> i32 {\n    zones * age\n}\n',
  is: 'pub fn fare(zones: i32, age: i32) -> i32 {\n    if age < 0 {\n        panic!("age");\n    }\n    zones * age\n}\n',
  tests: 'tests/fare.rs',
  text: 'use rail::fare;\n\n#[test]\nfn child() {\n    assert_eq!(fare(3, 7), 42);\n}\n',
  check: '    assert_eq!(fare(3, 7), 42);\n',
};
const java: Language = {
  code: 'src/main/java/rail/Fare.java',
  was: 'class Fare {\n  static int of(int zones, int age) {\n    return zones * age;\n  }\n}\n',
  is: 'class Fare {\n  static int of(int zones, int age) {\n    if (age < 0) throw new IllegalStateException("age");\n    return zones * age;\n  }\n}\n',
  tests: 'src/test/java/rail/FareTest.java',
  text: 'class FareTest {\n  @Test\n  void child() {\n    assertEquals(42, Fare.of(3, 7));\n  }\n}\n',
  check: '    assertEquals(42, Fare.of(3, 7));\n',
};
const script: Language = {
  code: 'src/fare.js',
  was: 'export const fare = (zones, age) => zones * age;\n',
  is: 'export const fare = (zones, age) => {\n  if (age < 0) throw new RangeError("age");\n  return zones * age;\n};\n',
  tests: 'test/fare.test.js',
  text: "import { fare } from '../src/fare.js';\n\nit('is for children', () => {\n  expect(fare(3, 7)).toBe(42);\n});\n",
  check: '  expect(fare(3, 7)).toBe(42);\n',
};

const rulesOf = ({ code, was, is, tests, text }: Language, after: string, path = tests): string[] => {
  const before = path === tests ? text : null;
  const remarks = inspectPatch(
    {
      findings: [{ title: 'Children pay too much', description: '', category: 'bug', file: code, line: 1 }],
      files: [
        { path: code, before: was, after: is },
        { path, before, after },
      ],
      tests: [],
    },
    parse,
  );
  const own = remarks.filter(({ noteOnly, gate }) => noteOnly !== true && gate === 'tests');
  return [...new Set(own.map(({ rule }) => rule))];
};

const instead = (language: Language, check: string): string => language.text.replace(language.check, () => check);

describe('checks that are not made any more', () => {
  it.each([
    [
      'in a function that is thrown away',
      go,
      '\t_ = func() {\n\t\tif got := Fare(3, 7); got != 42 {\n\t\t\tt.Error(got)\n\t\t}\n\t}\n',
    ],
    ['in a step that nobody asks for', rust, '    let _ = [3].iter().map(|z| assert_eq!(fare(*z, 7), 42));\n'],
    ['in a step that nobody asks for', java, '    List.of(3).stream().peek(z -> assertEquals(42, Fare.of(z, 7)));\n'],
    ['in a thread of its own', java, '    new Thread(() -> assertEquals(42, Fare.of(3, 7))).start();\n'],
    ['for each of none', java, '    for (int z : new int[] {}) {\n      assertEquals(42, Fare.of(3, 7));\n    }\n'],
    [
      'for each of none',
      go,
      '\tfor range []int{} {\n\t\tif got := Fare(3, 7); got != 42 {\n\t\t\tt.Error(got)\n\t\t}\n\t}\n',
    ],
  ])('7.1 %s', (_, language, check) => {
    expect(rulesOf(language, instead(language, check))).toEqual(['assertion-unreachable']);
  });
});

describe('checks that say less', () => {
  it.each([
    ['not this', java, '    assertNotEquals(0, Fare.of(3, 7));\n', 'assertion-loosened'],
    ['cut to what is expected', rust, '    assert_eq!(fare(3, 7).min(42), 42);\n', 'assertion-loosened'],
    ['cut to what is expected', script, '  expect(Math.min(fare(3, 7), 42)).toBe(42);\n', 'assertion-loosened'],
    [
      'of the function itself',
      python,
      '    right = lambda: fare(3, 7) == 42\n    assert right\n',
      'assertion-tautological',
    ],
  ])('7.1 %s', (_, language, check, rule) => {
    expect(rulesOf(language, instead(language, check))).toContain(rule);
  });
});

describe('tests that no runner takes for tests', () => {
  it.each([
    ['a fixture', python, python.text.replace('def test', '@pytest.fixture\ndef test')],
    ['a generator', python, instead(python, `    yield\n${python.check}`)],
    ['a coroutine without a wait', python, python.text.replace('def test', 'async def test')],
    ['one whose name another has', python, `${python.text}\n\ndef test_child():\n    assert fare(1, 1) == 1\n`],
    ['one that is marked from outside', python, `${python.text}\n\ntest_child.__test__ = False\n`],
    ['one that is given something else', go, go.text.replace('t *testing.T', 't testing.TB')],
    ['one of a class of which nobody makes objects', java, `abstract ${java.text}`],
    [
      'one that assumes what it should check',
      java,
      instead(java, `    org.junit.Assume.assumeTrue(Fare.of(3, 7) == 42);\n${java.check}`),
    ],
  ])('7.1 %s', (_, language, after) => {
    expect(rulesOf(language, after)).toContainEqual(expect.stringMatching(/^test-(?:skipped|not-run)$/));
  });

  it('7.1 what is tested is replaced for all tests', () => {
    const text = `import pytest\n\n\n@pytest.fixture(autouse=True)\ndef calm(monkeypatch):\n    monkeypatch.setattr("src.fare.fare", lambda z, a: 42)\n`;
    expect(rulesOf(python, text, 'tests/conftest.py')).toEqual(['unit-mocked']);
  });
});

describe('tests that say the same in another way', () => {
  it.each([
    [
      'a table whose check says what all rows share',
      script,
      "import { fare } from '../src/fare.js';\n\nit.each([\n  [3, 42],\n  [0, 0],\n])('%i', (zones, due) => {\n  expect(fare(zones, 7)).toBe(due);\n});\n",
    ],
    [
      'a table whose check says what all rows share',
      python,
      '@pytest.mark.parametrize(("zones", "due"), [(3, 42), (0, 0)])\ndef test_fares(zones, due):\n    assert fare(zones, 7) == due\n',
    ],
    [
      'a coroutine that waits',
      python,
      python.text.replace('def test', 'async def test').replace('fare(3', 'await fare(3'),
    ],
    ['a name for what is checked', java, instead(java, '    int due = Fare.of(3, 7);\n    assertEquals(42, due);\n')],
    [
      'a step that somebody asks for',
      rust,
      '#[test]\nfn child() {\n    [3].iter().for_each(|z| assert_eq!(fare(*z, 7), 42));\n}\n',
    ],
  ])('7.1 lets pass %s', (_, language, after) => {
    expect(rulesOf(language, after)).toEqual([]);
  });

  it('7.1 but not a table without the case', () => {
    const after =
      "it.each([\n  [2, 28],\n  [0, 0],\n])('%i', (zones, due) => {\n  expect(fare(zones, 7)).toBe(due);\n});\n";
    expect(rulesOf(script, after)).not.toEqual([]);
  });

  it('7.1 nor a table that is cut', () => {
    const after =
      "it.each([\n  [3, 42],\n  [0, 0],\n].filter(([zones]) => zones < 1))('%i', (zones, due) => {\n  expect(fare(zones, 7)).toBe(due);\n});\n";
    const before = after.replace(/\.filter.*zones < 1\)/, '');
    expect(rulesOf({ ...script, text: before }, after)).toContain('test-skipped');
  });
});
