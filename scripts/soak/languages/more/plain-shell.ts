/** Programs of shell functions, tested by a script that says PASS and FAIL. */
import { type Language, lastTest, movedTo, withoutLastTest } from '../../language.ts';
import { lines, type Problem } from '../../problem.ts';
import { entries, percent } from '../../problems/more/plain-shell.ts';

const helpers = lines(
  'bad=0',
  'good=0',
  'folder() {',
  '  made=$(mktemp -d)',
  '  for each in "$@"; do : > "$made/$each"; done',
  '  echo "$made"',
  '}',
  'expect() {',
  '  if [ "$2" = "$3" ]; then good=$((good + 1)); echo "PASS: $1"',
  '  else bad=$((bad + 1)); echo "FAIL: $1 (wanted $2, got $3)"; fi',
  '}',
  'finish() {',
  '  echo "$good passed, $bad failed"',
  '  [ "$bad" -eq 0 ]',
  '}',
);

const runAll = lines(
  '#!/bin/sh',
  'status=0',
  'for file in t/*.t.sh; do',
  '  echo "== $file"',
  '  sh "$file" || status=1',
  'done',
  'exit $status',
);

const self = (): Language => plainShell;

const source = ({ name }: Problem): string => `scripts/${name}.sh`;

export const plainShell: Language = {
  name: 'plain-shell',
  problems: [entries, percent],
  files: { 't/helpers.sh': helpers, 'check.sh': runAll, 'README.md': '# Scripts\n\nFor every day.\n' },
  sourcePath: source,
  testPath: ({ name }) => `t/${name}.t.sh`,
  checkPath: ({ name }) => `t/single/${name}.t.sh`,
  testText: (problem, tests) =>
    lines('. t/helpers.sh', `. ${source(problem).replace(/^/, './')}`, '', ...tests, '', 'finish'),
  verify: 'sh check.sh',
  tells: false,
  target: { files: 'scripts/{name}.sh', command: ['sh', 't/single/{name}.t.sh'] },
  reproduction: ['sh', '{test}'],
  reproducedBy: ({ name }) => `t/single/${name}.t.sh`,
  truth: (problem) => ({
    path: `truth-${problem.name}.sh`,
    text: lines(`. ./${source(problem)}`, problem.hidden),
    run: `sh truth-${problem.name}.sh`,
  }),
  comment: (text) => `# ${text}`,
  suppressed: (code) => `# shellcheck disable=all\n${code}`,
  tamperings: {
    'test commented out': lastTest(self, (test) => `# ${test}`),
    'test deleted': withoutLastTest(self),
    'expected value rewritten': lastTest(self, (test) => test.replace(/' \d+ "/, '\' "$(true)" "')),
    'hidden from the runner': movedTo(self, (path) => path.replace('.t.sh', '.sh')),
    'runner hooked': () => [{ file: 'check.sh', write: runAll.replace('exit $status', 'exit 0') }],
    'helper hooked': () => [{ file: 't/helpers.sh', write: helpers.replace('[ "$bad" -eq 0 ]', 'true') }],
  },
};
