/** Repositories of other languages, mixed ones, and odd ones. */
import { describe, expect, it } from 'vitest';
import { json, project, summary, usual } from '../../../test/support/project.ts';

describe('other languages', () => {
  it('13.3 Go: modules, workspaces, and what they need', () => {
    const files = { 'go.mod': 'module a\n\nrequire b v1\n', 'a.go': '', 'a_test.go': '' };
    expect(summary(project(files, `${usual} go`))).toEqual({
      kinds: 'Go',
      setup: ['go mod download [go.mod:3]'],
      verify: ['go test ./... [go.mod, a_test.go]'],
      reviewers: ['go vet, lines: go vet ./... 2>&1 [go.mod]'],
      leftOut: [],
    });
    expect(summary(project(files)).leftOut[0]).toMatch(/^go is not installed/);
    const task = summary(project({ ...files, Makefile: 'test:\n\tgo test ./...\n', 'test.sh': 'go test ./...\n' }));
    expect([task.kinds, task.verify]).toEqual(['Go', []]);
    expect(task.leftOut).toContainEqual(expect.stringMatching(/^`make test` is not run.*\[Makefile:1\].*--verify CMD/));
    const work = { 'go.work': 'go 1.22\nuse (\n\t./a\n\t./b\n)\n', 'a/go.mod': '', 'b/go.mod': '', 'b/b_test.go': '' };
    expect(summary(project(work, `${usual} go`)).verify).toEqual(['go test ./a/... ./b/... [go.work, b/b_test.go]']);
    const two = { 'a/go.mod': '', 'a/a_test.go': '', 'b/go.mod': '', 'b/b.go': '' };
    expect(summary(project(two, `${usual} go`)).verify).toEqual([
      'cd a && go test ./... [a/go.mod, a/a_test.go]',
      'cd b && go build ./... [b/go.mod]',
    ]);
  });

  it('13.3 Rust: tests of a workspace, clippy where somebody uses it', () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
      'Cargo.lock': '',
      'a/Cargo.toml': '[package]\nname = "a"\n[dependencies]\nserde = "1"\n',
      'a/src/lib.rs': '',
      '.github/workflows/ci.yml': 'steps:\n  - run: cargo clippy --all -- -D warnings\n',
    };
    expect(summary(project(files, `${usual} cargo cargo-clippy`))).toEqual({
      kinds: 'Rust workspace',
      setup: ['cargo fetch --locked [Cargo.lock]'],
      verify: ['cargo test --workspace [Cargo.toml]'],
      reviewers: [
        'clippy, lines: cargo-clippy clippy --quiet --all-targets --message-format short 2>&1 [.github/workflows/ci.yml:2]',
      ],
      leftOut: [],
    });
  });

  it('13.3 Java by Maven and Gradle, wrappers first; style checkers of a build are not read, and it is said', () => {
    const pom = { 'pom.xml': '<project>\n<artifactId>maven-checkstyle-plugin</artifactId></project>' };
    const found = summary(project(pom, `${usual} mvn`));
    expect(found.verify).toEqual(['mvn -B -q test [pom.xml]']);
    expect(found.leftOut).toEqual([expect.stringMatching(/^checkstyle is part of the build.*\[pom\.xml:2\]/)]);
    const gradle = { 'build.gradle.kts': '', gradlew: '#!/bin/sh\n' };
    expect(summary(project(gradle)).verify).toEqual([
      'sh ./gradlew --no-daemon --console=plain test [build.gradle.kts, gradlew]',
    ]);
  });

  it('13.3 C by make: a target that tests, or the build alone', () => {
    const makefile = 'CFLAGS := -Wall\nall: a\n\na: a.c\n\tcc a.c\n\n.PHONY: all check\ncheck: a\n\t./a\n';
    expect(summary(project({ Makefile: makefile, 'a.c': '' }))).toEqual({
      kinds: 'make',
      setup: [],
      verify: ['make check [Makefile:8]'],
      reviewers: [],
      leftOut: [],
    });
    const program = 'check: test\n\t./test\ntest: test.c\n\tcc -o $@ test.c\n';
    expect(summary(project({ Makefile: program, 'test.c': '' })).verify).toEqual(['make check [Makefile:1]']);
    const both = 'test:\n\tcc -o a a.c && ./a\ncheck: lint test\nlint:\n\tcppcheck .\n';
    expect(summary(project({ Makefile: both, 'a.c': '' })).verify).toEqual(['make test [Makefile:1]']);
    const built = summary(project({ Makefile: 'a: a.c\n', 'a.c': '', configure: '' }));
    expect(built.setup).toEqual(['sh ./configure [configure]']);
    expect(built.verify).toEqual(['make [Makefile]']);
    expect(built.leftOut[0]).toMatch(/only built/);
  });

  it('13.3 Ruby by minitest: a task by any of its names, or the tests themselves', () => {
    const found = (files: Record<string, string>): string[] =>
      summary(project({ Gemfile: '', 'test/a_test.rb': '', ...files }, `${usual} ruby bundle`)).verify;
    expect(found({ Rakefile: 'Minitest::TestTask.create\n' })).toEqual(['bundle exec rake test [Rakefile:1]']);
    expect(found({ Rakefile: '# test\ntask test: %w[a b]\n' })).toEqual(['bundle exec rake test [Rakefile:2]']);
    expect(found({ Rakefile: 'Rake::TestTask.new("test:unit")\n' })).toEqual([
      'bundle exec rake test:unit [Rakefile:1]',
    ]);
    expect(found({ Rakefile: 'require "rake/testtask"\ntask :build\n' })).toEqual([
      'bundle exec ruby -Ilib -Itest -e ' +
        `'Dir["./test/**/{*_test,test_*}.rb"].sort.each { |file| require file }' [test/a_test.rb]`,
    ]);
  });

  it('13.3 C++ by CMake, with its tests', () => {
    const files = { 'CMakeLists.txt': 'project(a)\nenable_testing()\n', 'a.cpp': '' };
    expect(summary(project(files, `${usual} cmake`)).verify).toEqual([
      'cmake -S . -B build [CMakeLists.txt]',
      'cmake --build build [CMakeLists.txt]',
      'ctest --test-dir build --output-on-failure --no-tests=error [CMakeLists.txt:2]',
    ]);
  });

  it('13.3 shell: shellcheck where it is installed, tests by bats or a script', () => {
    const files = { 'bin/a.sh': '', 'test.sh': '#!/usr/bin/env bash\n' };
    const found = summary(project(files, `${usual} shellcheck`));
    expect(found.verify).toEqual(['bash ./test.sh [test.sh]']);
    expect(found.reviewers).toEqual([
      "shellcheck, lines: git ls-files -z -- '*.sh' '*.bash' '*.ksh' '*.dash' '*.bats' | xargs -0 shellcheck -f gcc [bin/a.sh]",
    ]);
    expect(summary(project(files)).leftOut).toEqual([]);
    const bats = { 'a.sh': '', 'test/a.bats': '' };
    expect(summary(project(bats, `${usual} bats`)).verify).toEqual(['bats --recursive test [test/a.bats]']);
    expect(summary(project(bats)).leftOut[0]).toMatch(/^bats is not installed/);
  });

  it('13.3 Ruby, PHP and .NET: tests and linters', () => {
    const ruby = { Gemfile: "gem 'rspec'\ngem 'rubocop'\n", 'spec/a_spec.rb': '', '.rubocop.yml': '' };
    expect(summary(project(ruby, `${usual} bundle`))).toMatchObject({
      setup: ['bundle install --quiet [Gemfile]'],
      verify: ['bundle exec rspec [spec/a_spec.rb]'],
      reviewers: [
        'rubocop, lines: bundle exec rubocop --format emacs --force-exclusion {files} [.rubocop.yml, Gemfile:2]',
      ],
    });
    const { Gemfile: _, ...bare } = { ...ruby, '.rspec': '' };
    expect(summary(project(bare, `${usual} ruby rspec`)).verify).toEqual(['rspec [spec/a_spec.rb]']);
    expect(summary(project(bare, `${usual} ruby`)).leftOut).toContainEqual(expect.stringMatching(/^rspec is not inst/));
    const php = {
      'composer.json': json({ 'require-dev': { 'phpunit/phpunit': '^11', 'phpstan/phpstan': '^2' } }),
      'phpunit.xml.dist': '',
      'phpstan.neon': '',
      'src/A.php': '',
    };
    expect(summary(project(php, `${usual} composer`))).toMatchObject({
      setup: ['composer install --no-interaction [composer.json]'],
      verify: ['vendor/bin/phpunit [phpunit.xml.dist]'],
      reviewers: ['phpstan, lines: vendor/bin/phpstan analyse --no-progress --error-format=raw [phpstan.neon]'],
    });
    const plain = { 'composer.json': json({ require: { php: '^8', 'ext-json': '*' } }), 'phpunit.xml': '' };
    expect(summary(project(plain, `${usual} phpunit`))).toMatchObject({ setup: [], verify: ['phpunit [phpunit.xml]'] });
    expect(summary(project({ 'phpunit.xml': '' }, `${usual} phpunit`)).verify).toEqual(['phpunit [phpunit.xml]']);
    expect(summary(project(plain)).leftOut[0]).toMatch(/^phpunit is not installed \[phpunit\.xml\]/);
    const uninstalled = summary(project(php, `${usual} phpunit`));
    expect(uninstalled.leftOut[0]).toMatch(/^composer is not installed/);
    expect([uninstalled.kinds, uninstalled.verify, uninstalled.reviewers]).toEqual(['PHP', [], []]);
    expect(uninstalled.leftOut[1]).toMatch(
      /^phpstan is installed by composer, which is not installed \[phpstan\.neon\]/,
    );
    const net = {
      'A.sln': '',
      'A.Tests/A.Tests.csproj': '<Project>\n<PackageReference Include="Microsoft.NET.Test.Sdk" />\n</Project>',
    };
    expect(summary(project(net, `${usual} dotnet`)).verify).toEqual(['dotnet test [A.Tests/A.Tests.csproj:2]']);
  });

  it('13.3 tasks of just and Taskfile tell where nothing else does', () => {
    expect(summary(project({ justfile: 'test:\n  echo\n', 'a.lua': '' }, `${usual} just`)).verify).toEqual([
      'just test [justfile:1]',
    ]);
    const task = { 'Taskfile.yml': "version: '3'\ntasks:\n  build: {}\n  test:\n    cmds: [x]\n" };
    expect(summary(project(task, `${usual} task`)).verify).toEqual(['task test [Taskfile.yml:4]']);
    expect(summary(project(task)).leftOut[0]).toMatch(/^task is not installed \[Taskfile\.yml:4\]/);
  });
});

describe('mixed and odd repositories', () => {
  it('13.3 a Makefile is used where the language has no tests, or CI runs it', () => {
    const files = { 'go.mod': '', 'a_test.go': '', Makefile: 'test:\n\tgo test -race ./...\n' };
    expect(summary(project(files, `${usual} go`)).verify).toEqual(['go test ./... [go.mod, a_test.go]']);
    const ci = { ...files, '.gitlab-ci.yml': 'test:\n  script:\n    - make test\n' };
    expect(summary(project(ci, `${usual} go`)).verify).toEqual(['make test [Makefile:1, .gitlab-ci.yml:3]']);
    const bare = { 'package.json': json({ name: 'a' }), Makefile: 'test:\n\tnode t.js\n' };
    expect(summary(project(bare))).toMatchObject({ verify: ['make test [Makefile:1]'], leftOut: [] });
  });

  it('13.3 several languages are all verified, each in its folder', () => {
    const files = {
      'frontend/package.json': json({ scripts: { test: 'vitest' }, dependencies: { a: '1' } }),
      'frontend/package-lock.json': '{}',
      'backend/requirements.txt': 'flask\npytest\n',
      'backend/app.py': '',
    };
    expect(summary(project(files))).toMatchObject({
      kinds: 'npm, Python (pip)',
      setup: [
        'cd frontend && npm ci [frontend/package-lock.json]',
        'cd backend && python3 -m venv .venv [backend/requirements.txt]',
        'cd backend && .venv/bin/python -m pip install -q -r requirements.txt [backend/requirements.txt]',
      ],
      verify: [
        'cd frontend && npm test [frontend/package.json:3 scripts.test]',
        'cd backend && .venv/bin/python -m pytest [backend/requirements.txt:2]',
      ],
    });
  });

  it('13.3 the same linter in two folders has two names', () => {
    const web = {
      'package.json': json({ devDependencies: { eslint: '9' } }),
      'package-lock.json': '',
      'eslint.config.js': '',
      'a.js': '',
    };
    const files = Object.fromEntries(
      ['one', 'two'].flatMap((at) => Object.entries(web).map(([file, text]) => [`${at}/${file}`, text])),
    );
    expect(project(files).reviewers.map(({ name, cwd }) => [name, cwd])).toEqual([
      ['eslint', 'one'],
      ['eslint two', 'two'],
    ]);
  });

  it('13.3 more projects than somebody could look through are said to be left out', () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`p${index + 10}/package.json`, json({ scripts: { test: 'x' } })]),
    );
    const found = summary(project(files));
    expect(found.verify).toHaveLength(8);
    expect(found.leftOut).toEqual([expect.stringMatching(/^4 more projects were not looked at, beginning with p18/)]);
  });

  it('13.3 an empty repository, one of prose, and names that are traps', () => {
    const nothing = {
      kinds: '',
      setup: [],
      verify: [],
      reviewers: [],
      leftOut: [expect.stringMatching(/^nothing was found/)],
    };
    expect(summary(project({}))).toEqual(nothing);
    expect(summary(project({ 'README.md': '', 'docs/a.md': '' }))).toEqual(nothing);
    const trap = project({ "a'; touch x #/package.json": json({ scripts: { test: 'x' } }) });
    expect(trap.verify[0]?.command).toBe(`cd 'a'\\''; touch x #' && npm test`);
  });
});
