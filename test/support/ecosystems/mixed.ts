/** Repositories that are more than one project: two languages, a folder of them, a submodule. */
import { type EcosystemProject, json, lines } from './project.ts';

const twoLanguages = {
  'web/package.json': json({ name: 'web', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }),
  'web/sum.test.js': lines(
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    '',
    "test('adds up', () => assert.equal(1 + 2, 3));",
  ),
  'tools/calc.py': lines('import os', '', '', 'def add(a, b):', '    return a + b'),
  'tools/test_calc.py': lines(
    'import unittest',
    'import calc',
    '',
    '',
    'class T(unittest.TestCase):',
    '    def test_add(self):',
    '        self.assertEqual(calc.add(1, 2), 3)',
  ),
  'tools/.flake8': '[flake8]\nmax-line-length = 100\n',
};

const both: EcosystemProject = {
  name: 'a monorepo of two languages',
  needs: ['npm', 'python3', 'flake8'],
  files: twoLanguages,
  agent: "sed -i '1,3d' tools/calc.py",
  shows: [
    /verify +cd web && npm test +\[web\/package\.json/,
    /verify +cd tools && python3 -m unittest discover +\[tools\//,
    /review +flake8: .*\[tools\/\.flake8/,
  ],
  fixed: 1,
  passes: '(cd web && npm test) && cd tools && python3 -m unittest discover',
};

const library = [
  'git init -q -b main ../library',
  'printf \'greeting="hello"\\n\' > ../library/words.sh',
  'git -C ../library add . && git -C ../library commit -q -m first',
  'git -c protocol.file.allow=always submodule --quiet add ../library library',
].join(' && ');

export const mixedProjects: readonly EcosystemProject[] = [
  both,
  { ...both, name: 'a folder of a monorepo of two languages', from: 'tools' },
  {
    name: 'a repository with a submodule',
    needs: ['bats', 'shellcheck'],
    files: {
      'greet.sh': lines('#!/bin/sh', '. ./library/words.sh', 'echo "$greeting" $1'),
      'test/greet.bats': lines('@test "greets" {', '  run sh ./greet.sh you', '  [ "$output" = "hello you" ]', '}'),
      '.shellcheckrc': 'disable=SC1091,SC2154\n',
    },
    prepare: [library],
    agent: `sed -i 's/ \\$1/ "$1"/' greet.sh`,
    shows: [/verify +bats --recursive test/, /review +shellcheck: /],
    fixed: 1,
    passes: 'git -c protocol.file.allow=always submodule --quiet update --init && bats --recursive test',
  },
];
