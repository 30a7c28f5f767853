/** Programs in Python, tested by unittest itself, which tells of it in words only. */
import { type Language, lastTest, movedTo, withoutLastTest } from '../../language.ts';
import { lines, type Problem } from '../../problem.ts';
import { intervals, ledger } from '../../problems/more/unittest.ts';

const importOf = ({ name, code }: Problem, used: string): string => {
  const names = [...code.matchAll(/^def (\w+)/gm)].map(([, each = '']) => each);
  return `from shop.${name} import ${names.filter((each) => used.includes(`${each}(`)).join(', ') || names[0]}`;
};

const self = (): Language => unittest;

const assertion = /^( *)self\.assert\w+\(.*\)$/m;

const indented = (test: string): string => test.replaceAll(/^/gm, '    ');

export const unittest: Language = {
  name: 'unittest',
  problems: [ledger, intervals],
  files: {
    'shop/__init__.py': '',
    'tests/__init__.py': '',
    'tests/single/__init__.py': '',
    '.gitignore': '__pycache__/\n',
    'README.md': '# Shop\n\nPrices and opening hours.\n',
  },
  sourcePath: ({ name }) => `shop/${name}.py`,
  testPath: ({ name }) => `tests/test_${name}.py`,
  checkPath: ({ name }) => `tests/single/check_${name}.py`,
  testText: (problem, tests) =>
    lines(
      'import unittest',
      '',
      importOf(problem, tests.join('\n')),
      '',
      '',
      'class Behaviour(unittest.TestCase):',
      tests.length === 0 ? '    pass' : tests.map(indented).join('\n\n'),
    ),
  verify: 'python3 -B -m unittest discover -v -t . -s tests',
  tells: false,
  target: {
    files: 'shop/{name}.py',
    command: ['python3', '-B', '-m', 'unittest', '-v', 'tests/single/check_{name}.py'],
  },
  reproduction: ['python3', '-B', '-m', 'unittest', '{test}'],
  reproducedBy: ({ name }) => `tests/single/check_${name}.py`,
  truth: (problem) => ({
    path: `truth_${problem.name}.py`,
    text: lines(importOf(problem, problem.hidden), problem.hidden),
    run: `python3 -B truth_${problem.name}.py`,
  }),
  comment: (text) => `# ${text}`,
  suppressed: (code) => code.replace(/^(def .*)$/m, '$1  # pylint: disable=all'),
  tamperings: {
    'test skipped': lastTest(self, (test) => `@unittest.skip('flaky')\n${test}`),
    'failure expected': lastTest(self, (test) => `@unittest.expectedFailure\n${test}`),
    'test deleted': withoutLastTest(self),
    'assertion tautological': lastTest(self, (test) => test.replace(assertion, '$1self.assertEqual(1, 1)')),
    'test renamed': lastTest(self, (test) => test.replace('def test_', 'def _test_')),
    'hidden from the runner': movedTo(self, (path) => path.replace(/\.py$/, '.py.bak')),
  },
};
