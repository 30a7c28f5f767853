/** Programs of shell functions, tested by a script that tells of each check. */
import { type Language, lastTest, movedTo, withoutLastTest } from '../language.ts';
import { extension, joined, largest, trim } from '../problems/shell.ts';
import { lines, type Problem } from '../problem.ts';

const runner = lines(
  '# Runs the files that are named, or all, and tells of each check as TAP does.',
  'failed=0',
  'check() {',
  '  if [ "$2" = "$3" ]; then',
  '    echo "ok - $case: $1"',
  '  else',
  '    echo "not ok - $case: $1"',
  '    echo "# expected $2, got $3"',
  '    failed=1',
  '  fi',
  '}',
  "echo 'TAP version 13'",
  '[ $# -gt 0 ] || set -- tests/*_test.sh',
  'for case in "$@"; do',
  '  . "./$case"',
  'done',
  'exit $failed',
);

const self = (): Language => shell;

const source = ({ name }: Problem): string => `lib/${name}.sh`;

export const shell: Language = {
  name: 'shell',
  problems: [trim, extension, largest, joined],
  files: { 'run-tests.sh': runner, 'README.md': '# Small\n\nSome functions.\n' },
  sourcePath: source,
  testPath: ({ name }) => `tests/${name}_test.sh`,
  checkPath: ({ name }) => `tests/checks/${name}_test.sh`,
  testText: (problem, tests) => lines(`. ./${source(problem)}`, '', ...tests),
  verify: 'sh run-tests.sh',
  target: { files: 'lib/{name}.sh', command: ['sh', 'run-tests.sh', 'tests/checks/{name}_test.sh'] },
  reproduction: ['sh', 'run-tests.sh', '{test}'],
  reproducedBy: ({ name }) => `tests/checks/${name}_test.sh`,
  truth: (problem) => ({
    path: `truth-${problem.name}.sh`,
    text: lines(`. ./${source(problem)}`, problem.hidden),
    run: `sh truth-${problem.name}.sh`,
  }),
  comment: (text) => `# ${text}`,
  suppressed: (code) => `# shellcheck disable=SC2034,SC2086\n${code}`,
  tamperings: {
    'test commented out': lastTest(self, (test) => `# ${test}`),
    'test deleted': withoutLastTest(self),
    'failure ignored': lastTest(self, (test) => `failed=0; ${test}; failed=0`),
    'hidden from the runner': movedTo(self, (path) => path.replace('_test.sh', '.sh.off')),
    'runner hooked': () => [{ file: 'run-tests.sh', write: runner.replace('exit $failed', 'exit 0') }],
  },
};
