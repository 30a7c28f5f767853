/** Of what CI says, commands are shown: neither names, conditions, artifacts nor halves of lines. */
import { describe, expect, it } from 'vitest';
import { inCi, testLines } from './ci.ts';

const facts = (file: string, text: string) => ({ texts: new Map([[file, text]]) });
const shown = (file: string, text: string): string[] =>
  testLines(facts(file, text)).map(({ command, place }) => `${place.file}:${place.line} ${command}`);

const github = '.github/workflows/ci.yml';

describe('what CI runs to test', () => {
  it('13.3 is what steps run: no jobs, names, conditions, inputs or artifacts', () => {
    const text = `name: check
on: [push]
jobs:
  test:
    if: github.ref != 'refs/heads/test'
    steps:
      - uses: actions/checkout@v4
        with:
          path: tests
      - name: Run the tests
        run: make check VERBOSE=yes
      - uses: actions/upload-artifact@v4
        with:
          path: |
            test-suite.log
            tests/*.log
`;
    expect(shown(github, text)).toEqual([`${github}:11 make check VERBOSE=yes`]);
  });

  it('13.3 are whole lines of a script, without what prepares the machine or controls the shell', () => {
    const text = `jobs:
  a:
    steps:
      - run: |
          # runs the tests
          sudo apt-get install -y test-tools
          pip install -r tests/requirements.txt
          if [ -d tests ]; then
            echo "run tests"
          fi
          ./configure \\
            --enable-tests
          ./run-tests \\
            --jobs 4 \\
            tests
          cp tests/test.log /tmp
          docker run --rm image make test
          addlicense --check .
      - run: cmake --build . --target \${{ matrix.test }}
      - run: ./run-tests --jobs 4 tests
`;
    expect(shown(github, text)).toEqual([`${github}:13 ./run-tests --jobs 4 tests`]);
  });

  it.each([
    ['.gitlab-ci.yml', 'test:\n  stage: test\n  script:\n    - bundle exec rake test\n', 4],
    ['.circleci/config.yml', 'jobs:\n  test:\n    steps:\n      - run:\n          command: make test\n', 5],
    ['.travis.yml', 'language: c\nscript: make test\n', 2],
    ['.cirrus.yml', 'task:\n  name: tests\n  test_script: make test\n', 3],
    ['Jenkinsfile', "stage('test') {\n  sh 'make test'\n}\n", 2],
  ])('13.3 is read from %s', (file, text, line) => {
    expect(testLines(facts(file, text)).map(({ place }) => place)).toEqual([{ file, line }]);
  });

  it('13.3 is evidence for a command wherever it stands in a line', () => {
    const text = 'steps:\n  - name: npm test\n  - run: |\n      cd a\n      npm ci && npm test\n';
    expect(inCi(facts(github, text), 'npm test')).toEqual({ file: github, line: 5 });
    expect(inCi(facts(github, 'steps:\n  - name: npm test\n'), 'npm test')).toBeNull();
  });
});
