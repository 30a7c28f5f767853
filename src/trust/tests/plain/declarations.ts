/** Declarations of tests in languages that are read as text: what their lines look like. */

import { anyOf, pattern } from '../../../plain/pattern.ts';

type Pattern = { kind: 'test' | 'group' | 'helper' | 'hook'; line: RegExp };

/** What may stand before the word that declares a function. */
const modifiers = pattern(
  '',
  '(?:',
  anyOf(
    /public|protected|private|internal|static|async|override|open|final|suspend|inline|virtual|extern/,
    /const|unsigned|abstract/,
  ),
  String.raw`\s+)*`,
);

const patterns: readonly Pattern[] = [
  {
    kind: 'group',
    line: pattern(
      '',
      /^\s*(?:RSpec\.)?[xf]?(?:describe|context|feature|shared_examples\w*)[\s(]+["']?([^"'\n]+?)["']?/,
      /\)?\s*(?:,.*)?(?:do\b|\{|->)/,
    ),
  },
  {
    kind: 'test',
    line: /^\s*[xf]?(?:it|specify|example|test|should|scenario|testWidgets)[\s(]+["']([^"'\n]*)["']/,
  },
  { kind: 'test', line: /^\s*(?:pending|skip)[\s(]+["']([^"'\n]*)["']\)?\s*(?:do\b|\{)/ },
  { kind: 'test', line: /^\s*@test\s+["']([^"'\n]*)["']/ },
  {
    kind: 'test',
    line: pattern(
      '',
      /^\s*/,
      anyOf(
        /TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|SECTION|BOOST_AUTO_TEST_CASE|START_TEST|Test/,
        /ParameterizedTest|TEST_METHOD|CTEST/,
      ),
      /\s*\(\s*["']?([^"')\n]+)/,
    ),
  },
  { kind: 'test', line: /^\s*"([^"\n]+)"\s*(?:in|should|must|\{|-)/ },
  {
    kind: 'hook',
    line: pattern(
      '',
      /^\s*(?:(?:public|protected|private|override|static|async)\s+)*/,
      /(?:func|fun|function|def|void|Task)\s+/,
      '(',
      anyOf(/setUp|tearDown|setup|teardown|setUpBeforeClass|before|setup_file/),
      ')',
      /\b/,
    ),
  },
  { kind: 'hook', line: /^\s*(before|after|setup|teardown|beforeEach|setUp)(?:\s*\(\s*:\w+\s*\))?\s*(?:do\b|\{)/ },
  {
    kind: 'group',
    line: pattern(
      '',
      /^\s*(?:(?:public|internal|abstract|final|open|sealed|private|data|static|partial)\s+)*/,
      /(?:class|module|struct|object)\s+([\w:]+)/,
    ),
  },
  {
    kind: 'helper',
    line: pattern('', /^\s*/, modifiers, /(?:func|fun|function|def|sub|defp?|fn)\s+[&]?(?:self\.)?(`[^`]+`|[\w?!]+)/),
  },
  {
    kind: 'helper',
    line: pattern(
      '',
      /^\s*/,
      modifiers,
      /(?!(?:return|else|if|while|for|switch|new|throw|await|case|using|var|let|val)\b)[\w<>[\],.?*:]+/,
      /\s+\*?(\w+)\s*\([^;]*$/,
    ),
  },
  { kind: 'helper', line: /^(?:function\s+)?(\w+)\s*\(\)\s*\{/ },
];

export type Declaration = { kind: Pattern['kind']; name: string };

/** Marks above a function that make a test of it. */
const testing = pattern(
  '',
  anyOf(
    /@(?:Test|ParameterizedTest|RepeatedTest|org\.junit)/,
    /\[(?:Fact|Theory|Test|TestMethod|TestCase|DataTestMethod|TestCaseSource|DataRow|InlineData)\b/,
    /#\[(?:Test|DataProvider|TestWith)/,
    /@test\b/,
    /#\[test\]/,
  ),
);

const isTestName = (name: string): boolean => /^`?(?:test|should)(?:_|[A-Z]|$)/.test(name) || name.startsWith('test');

export const declarationIn = (line: string, above: readonly string[]): Declaration | null => {
  if (line.length > 500 || /^\s*(?:\/\/|#(?!\[)|\*|--)/.test(line)) return null;
  for (const { kind, line: pattern } of patterns) {
    const name = pattern.exec(line)?.[1];
    if (name === undefined) continue;
    if (kind !== 'helper') return { kind, name };
    if (isTestName(name) || above.some((mark) => testing.test(mark)) || testing.test(line))
      return { kind: 'test', name };
    return { kind, name };
  }
  return null;
};
