/** What real tools wrote, kept in test/fixtures/tool-outputs with its origin: read or refused, and counted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DraftFinding, severityRank } from '../../model/finding.ts';
import { applyEdits } from '../edits/edits.ts';
import { readFindings } from '../read/read.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/tool-outputs');

const outputOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

const read = (name: string, fromTool = false) =>
  readFindings({ name, text: outputOf(name) }, { root: '/repo', fromTool });

const placeOf = (finding: DraftFinding | undefined): string => {
  const { file, line, column, rule } = finding ?? {};
  const place = [file, line, column].filter((each) => each !== undefined).join(':');
  return rule === undefined ? place : `${place} ${rule}`;
};

/** `2 high, 1 low` */
const severitiesOf = (findings: readonly DraftFinding[]): string =>
  Object.keys(severityRank)
    .map((severity) => [findings.filter((each) => each.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`)
    .join(', ');

/** File, format, how many findings, the first and the last place with its rule, severities. */
const readable: readonly [string, string, number, string, string, string][] = [
  ['bandit.json', 'bandit', 3, 'app/shop.py:2 B404', 'app/shop.py:10 B101', '1 high, 2 low'],
  ['biome-check.txt', 'biome-text', 4, 'src/cart.js:4:3 lint/style/useConst', 'src/cart.js format', '2 high, 2 medium'],
  [
    'biome-github.txt',
    'annotations',
    12,
    'src/cart.js:4:3 lint/style/useConst',
    'src/style.css:3:21 lint/suspicious/noDuplicateProperties',
    '7 high, 5 medium',
  ],
  [
    'biome-gitlab.json',
    'gitlab',
    12,
    'src/cart.js:4 lint/style/useConst',
    'src/style.css:3 lint/suspicious/noDuplicateProperties',
    '7 critical, 5 high',
  ],
  [
    'biome-junit.xml',
    'junit',
    12,
    'src/cart.js:4:3 lint/style/useConst',
    'src/style.css:3:21 lint/suspicious/noDuplicateProperties',
    '12 high',
  ],
  [
    'biome.json',
    'biome',
    12,
    'src/cart.js:4:3 lint/style/useConst',
    'src/style.css:3:21 lint/suspicious/noDuplicateProperties',
    '7 high, 5 medium',
  ],
  [
    'biome.txt',
    'biome-text',
    12,
    'src/cart.js:4:3 lint/style/useConst',
    'src/style.css:3:21 lint/suspicious/noDuplicateProperties',
    '7 high, 5 medium',
  ],
  ['cargo.jsonl', 'cargo', 1, 'src/main.rs:2:9 unused_variables', 'src/main.rs:2:9 unused_variables', '1 medium'],
  ['cargo.txt', 'lines', 1, 'src/main.rs:2:9 unused_variables', 'src/main.rs:2:9 unused_variables', '1 medium'],
  ['checkstyle.txt', 'lines', 8, 'app/Shop.java:1 JavadocPackage', 'app/Shop.java:3:10 WhitespaceAround', '8 high'],
  [
    'checkstyle.xml',
    'checkstyle',
    8,
    'app/Shop.java:1 com.puppycrawl.tools.checkstyle.checks.javadoc.JavadocPackageCheck',
    'app/Shop.java:3:10 com.puppycrawl.tools.checkstyle.checks.whitespace.WhitespaceAroundCheck',
    '8 high',
  ],
  [
    'clang-tidy.txt',
    'lines',
    6,
    'app/shop.c:4:9 clang-analyzer-deadcode.DeadStores',
    'app/shop.c:9:3 clang-analyzer-core.uninitialized.UndefReturn',
    '6 medium',
  ],
  [
    'clippy.jsonl',
    'cargo',
    4,
    'src/main.rs:2:9 unused_variables',
    'src/main.rs:4:14 clippy::needless_range_loop',
    '4 medium',
  ],
  [
    'cppcheck.txt',
    'lines',
    9,
    'app/shop.c:8:22 arrayIndexOutOfBounds',
    'app/shop.c:5:7 unassignedVariable',
    '3 high, 6 low',
  ],
  [
    'eslint-checkstyle.xml',
    'checkstyle',
    9,
    'src/broken.js:1:1',
    'src/odd name.js:2:1 eslint.rules.guard-for-in',
    '5 high, 4 medium',
  ],
  ['eslint-compact.txt', 'lines', 9, 'src/broken.js:1:1', 'src/odd name.js:2:1 guard-for-in', '5 high, 4 medium'],
  [
    'eslint-json-with-metadata.json',
    'eslint',
    9,
    'src/broken.js:1:1',
    'src/odd name.js:2:1 guard-for-in',
    '5 high, 4 medium',
  ],
  ['eslint-junit.xml', 'junit', 9, 'src/broken.js:1:1', 'src/odd name.js:2:1 guard-for-in', '5 high, 4 medium'],
  [
    'eslint-stylish-colour.txt',
    'stylish',
    9,
    'src/broken.js:1:1',
    'src/odd name.js:2:1 guard-for-in',
    '5 high, 4 medium',
  ],
  ['eslint-stylish.txt', 'stylish', 9, 'src/broken.js:1:1', 'src/odd name.js:2:1 guard-for-in', '5 high, 4 medium'],
  ['eslint-unix.txt', 'lines', 9, 'src/broken.js:1:1', 'src/odd name.js:2:1 guard-for-in', '5 high, 4 medium'],
  ['eslint.json', 'eslint', 9, 'src/broken.js:1:1', 'src/odd name.js:2:1 guard-for-in', '5 high, 4 medium'],
  ['flake8.txt', 'lines', 8, 'app/shop.py:1:1 F401', 'app/shop.py:15:5 F841', '8 medium'],
  ['gcc.json', 'gcc', 2, 'app/shop.c:8:7 -Wparentheses', 'app/shop.c:4:9 -Wunused-variable', '2 medium'],
  ['gcc.txt', 'lines', 2, 'app/shop.c:8:7 -Wparentheses', 'app/shop.c:4:9 -Wunused-variable', '2 medium'],
  ['github-threads.json', 'github', 3, 'src/cart.js:4', 'docs/guide.md', '1 high, 1 medium, 1 low'],
  ['go-vet.txt', 'lines', 1, 'main.go:10:2', 'main.go:10:2', '1 medium'],
  ['golangci-lint-clean.json', 'golangci-lint', 0, '', '', ''],
  [
    'golangci-lint.json',
    'golangci-lint',
    3,
    'app/main.go:12:12 errcheck',
    'app/main.go:10:2 govet',
    '1 high, 2 medium',
  ],
  ['htmlhint.json', 'htmlhint', 6, 'app/page.html:1:1 doctype-first', 'app/page.html:5:19 tag-pair', '6 high'],
  ['jshint.txt', 'lines', 4, 'src/cart.js:2:1', 'src/cart.js:4:3', '4 medium'],
  [
    'knip-codeclimate.json',
    'gitlab',
    8,
    'eslint.config.js Unused files',
    'package.json Unused devDependencies',
    '8 high',
  ],
  ['knip-github-actions.txt', 'annotations', 8, 'eslint.config.js:1:1', 'package.json:1:1', '8 high'],
  ['knip.json', 'knip', 8, 'eslint.config.js files', 'package.json devDependencies', '8 medium'],
  [
    'markdownlint.json',
    'markdownlint',
    7,
    'docs/guide.md:1 MD022/blanks-around-headings',
    'docs/guide.md:7:1 MD018/no-missing-space-atx',
    '7 high',
  ],
  [
    'markdownlint.txt',
    'lines',
    7,
    'docs/guide.md:1 MD022/blanks-around-headings',
    'docs/guide.md:7:1 MD018/no-missing-space-atx',
    '7 high',
  ],
  ['mypy.jsonl', 'mypy', 4, 'app/shop.py:5:37 assignment', 'app/shop.py:16:12 return-value', '4 high'],
  ['mypy.txt', 'lines', 4, 'app/shop.py:5 assignment', 'app/shop.py:16 return-value', '4 high'],
  [
    'npm-audit.json',
    'npm-audit',
    3,
    'package.json GHSA-jf85-cpcp-j695',
    'package.json GHSA-vh95-rmgr-6w4m',
    '1 critical, 1 high, 1 medium',
  ],
  ['npm6-audit.json', 'npm-audit', 1, 'package.json minimist', 'package.json minimist', '1 low'],
  [
    'oxlint-github.txt',
    'annotations',
    4,
    'src/odd name.js:1:27 eslint(no-unused-vars)',
    'src/cart.js:3:25 eslint(no-debugger)',
    '1 high, 3 medium',
  ],
  [
    'oxlint-gitlab.json',
    'gitlab',
    4,
    'src/odd name.js:1 eslint(no-unused-vars)',
    'src/cart.js:3 eslint(no-debugger)',
    '1 critical, 3 high',
  ],
  ['oxlint-junit.xml', 'junit', 4, 'src/broken.js:1:7', 'src/odd name.js:1:27 eslint(no-unused-vars)', '4 high'],
  [
    'oxlint-stylish.txt',
    'stylish',
    4,
    'src/odd name.js:1:27 eslint(no-unused-vars)',
    'src/broken.js:1:7',
    '1 high, 3 medium',
  ],
  ['oxlint.json', 'oxlint', 4, 'src/odd name.js:1:27 eslint(no-unused-vars)', 'src/broken.js:1:7', '1 high, 3 medium'],
  [
    'oxlint.txt',
    'oxlint-text',
    4,
    'src/odd name.js:1:27 eslint(no-unused-vars)',
    'src/cart.js:3:25 eslint(no-debugger)',
    '1 high, 3 medium',
  ],
  [
    'phpcs-junit.xml',
    'junit',
    10,
    'app/shop.php:1:1 PSR12.Files.FileHeader.SpacingAfterBlock',
    'app/shop.php:5:34 PSR2.Methods.FunctionCallSignature.SpaceBeforeCloseBracket',
    '10 high',
  ],
  [
    'phpcs.json',
    'phpcs',
    10,
    'app/shop.php:1:1 PSR12.Files.FileHeader.SpacingAfterBlock',
    'app/shop.php:5:34 PSR2.Methods.FunctionCallSignature.SpaceBeforeCloseBracket',
    '10 high',
  ],
  ['pylint-github.txt', 'annotations', 12, 'app/shop.py:1 C0114', 'app/shop.py:1 W0611', '2 high, 5 medium, 5 low'],
  ['pylint.json', 'pylint', 12, 'app/shop.py:1:1 C0114', 'app/shop.py:1:1 W0611', '2 high, 5 medium, 5 low'],
  ['pylint.txt', 'lines', 12, 'app/shop.py:1 C0114', 'app/shop.py:1 W0611', '2 high, 5 medium, 5 low'],
  ['pylint2.json', 'pylint', 12, 'app/shop.py:1:1 C0114', 'app/shop.py:1:1 W0611', '2 high, 5 medium, 5 low'],
  ['pyright.json', 'pyright', 4, 'app/shop.py:5:37 reportArgumentType', 'app/shop.py:16:12 reportReturnType', '4 high'],
  ['pyright.txt', 'lines', 4, 'app/shop.py:5:37', 'app/shop.py:16:12', '4 high'],
  ['pytest-junit.xml', 'junit', 2, 'test_shop.py:5', 'test_shop.py:7', '2 high'],
  [
    'rubocop-github.txt',
    'annotations',
    11,
    'app/shop.rb:1:1 Style/Documentation',
    'app/shop.rb:5:29 Style/RedundantReturn',
    '11 high',
  ],
  [
    'rubocop.json',
    'rubocop',
    11,
    'app/shop.rb:1:1 Style/Documentation',
    'app/shop.rb:5:29 Style/RedundantReturn',
    '1 medium, 10 low',
  ],
  [
    'rubocop.txt',
    'lines',
    11,
    'app/shop.rb:1:1 Style/Documentation',
    'app/shop.rb:5:29 Style/RedundantReturn',
    '1 medium, 10 low',
  ],
  ['ruff-azure.txt', 'annotations', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  ['ruff-concise.txt', 'lines', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 medium'],
  ['ruff-full.txt', 'lines', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 medium'],
  ['ruff-github.txt', 'annotations', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  ['ruff-gitlab.json', 'gitlab', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  ['ruff-grouped.txt', 'stylish', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 medium'],
  ['ruff-junit.xml', 'junit', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  ['ruff-lines.jsonl', 'ruff-lines', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  ['ruff.json', 'ruff', 14, 'app/shop.py:1:1 E401', 'app/shop.py:15:5 F841', '14 high'],
  [
    'semgrep.json',
    'semgrep',
    2,
    'app/shop.py:8:51 python.lang.security.audit.subprocess-shell-true.subprocess-shell-true',
    'app/shop.py:9:8 python.lang.correctness.useless-eqeq',
    '1 high, 1 medium',
  ],
  [
    'shellcheck-gcc.txt',
    'lines',
    7,
    'scripts/deploy.sh:3:1 SC2164',
    'scripts/deploy.sh:8:1 SC2034',
    '1 high, 3 medium, 3 low',
  ],
  [
    'shellcheck.json',
    'shellcheck',
    7,
    'scripts/deploy.sh:3:1 SC2164',
    'scripts/deploy.sh:8:1 SC2034',
    '1 high, 3 medium, 3 info',
  ],
  [
    'shellcheck.txt',
    'shellcheck-text',
    7,
    'scripts/deploy.sh:3:1 SC2164',
    'scripts/deploy.sh:8:1 SC2034',
    '1 high, 3 medium, 3 info',
  ],
  [
    'shellcheck1.json',
    'shellcheck',
    7,
    'scripts/deploy.sh:3:1 SC2164',
    'scripts/deploy.sh:8:1 SC2034',
    '1 high, 3 medium, 3 info',
  ],
  ['standard.txt', 'lines', 9, 'src/cart.js:1:1 no-var', 'src/cart.js:6:15 semi', '9 medium'],
  [
    'stylelint-compact.txt',
    'lines',
    6,
    'src/style.css:1:12 color-no-invalid-hex',
    'src/style.css:3:17 length-zero-no-unit',
    '5 high, 1 medium',
  ],
  [
    'stylelint.json',
    'stylelint',
    6,
    'src/style.css:2:3 block-no-empty',
    'src/style.css:1:17 property-no-unknown',
    '5 high, 1 medium',
  ],
  [
    'stylelint.txt',
    'stylish',
    6,
    'src/style.css:1:12 color-no-invalid-hex',
    'src/style.css:3:17 length-zero-no-unit',
    '5 high, 1 medium',
  ],
  ['tsc-pretty.txt', 'lines', 3, 'src/types.ts:1:14 TS2322', 'src/types.ts:3:27 TS2339', '3 high'],
  ['tsc.txt', 'lines', 3, 'src/types.ts:1:14 TS2322', 'src/types.ts:3:27 TS2339', '3 high'],
  ['vitest-gha.txt', 'annotations', 2, 'src/cart.test.js:4:51', 'src/cart.test.js:6:30', '2 high'],
  ['vitest-junit.xml', 'junit', 2, 'src/cart.test.js:4:51', 'src/cart.test.js:6:30', '2 high'],
  ['xo.txt', 'stylish', 21, 'src/cart.js:1:1 no-var', 'src/cart.js:6:1 @stylistic/indent', '21 high'],
  [
    'yamllint-github.txt',
    'annotations',
    6,
    'app/config.yml:1:1 document-start',
    'app/config.yml:7:81 line-length',
    '4 high, 2 medium',
  ],
  [
    'yamllint-parsable.txt',
    'lines',
    6,
    'app/config.yml:1:1 document-start',
    'app/config.yml:7:81 line-length',
    '4 high, 2 medium',
  ],
  [
    'yamllint.txt',
    'stylish',
    6,
    'app/config.yml:1:1 document-start',
    'app/config.yml:7:81 line-length',
    '4 high, 2 medium',
  ],
  ['cspell.txt', 'lines', 2, 'src/conf.ini:1:12', 'src/conf.ini:1:25', '2 medium'],
  ['deno-lint.json', 'list', 5, 'src/cart.js:1:1 no-var', 'src/cart.ts:6:20 no-empty', '5 medium'],
  ['deno-lint.txt', 'lines', 5, 'src/cart.ts:2:3 no-var', 'src/cart.js:7:19 no-debugger', '5 high'],
  ['deno-lint-compact.txt', 'lines', 5, 'src/cart.ts:2:3 no-var', 'src/cart.js:7:19 no-debugger', '5 medium'],
  [
    'solhint.json',
    'list',
    9,
    'src/Shop.sol:1:1 compiler-version',
    'src/Shop.sol:2:32 func-visibility',
    '1 high, 8 medium',
  ],
  [
    'html-validate.json',
    'eslint',
    11,
    'docs/page.html:2:2 element-required-attributes',
    'docs/page.html:2:59 close-order',
    '11 high',
  ],
  [
    'html-validate.txt',
    'lines',
    11,
    'docs/page.html:2:2 element-required-attributes',
    'docs/page.html:2:59 close-order',
    '11 high',
  ],
  ['textlint.json', 'eslint', 1, 'docs/guide.md:2:1 no-todo', 'docs/guide.md:2:1 no-todo', '1 high'],
  ['vue-tsc.txt', 'lines', 4, 'src/App.vue:2:7 TS2322', 'src/cart.ts:4:22 TS2551', '4 high'],
  ['cfn-lint.json', 'list', 1, 't.yaml:4:5 E3006', 't.yaml:4:5 E3006', '1 high'],
  ['cfn-lint-parseable.txt', 'lines', 1, 't.yaml:4:5 E3006', 't.yaml:4:5 E3006', '1 high'],
  ['hadolint.json', 'list', 2, 'Dockerfile:1:1 DL3006', 'Dockerfile:2:1 DL3008', '2 medium'],
  [
    'actionlint.json',
    'list',
    1,
    '.github/workflows/ci.yml:9:23 expression',
    '.github/workflows/ci.yml:9:23 expression',
    '1 medium',
  ],
  ['gosec.json', 'list', 1, 'src/a.go:10:7 G401', 'src/a.go:10:7 G401', '1 high'],
  ['golangci-lint-2.json', 'golangci-lint', 1, 'a/a.go:12:9 errcheck', 'a/a.go:12:9 errcheck', '1 medium'],
  [
    'tflint.json',
    'list',
    1,
    'main.tf:1:1 terraform_unused_declarations',
    'main.tf:1:1 terraform_unused_declarations',
    '1 medium',
  ],
  ['psalm.json', 'list', 1, 'src/A.php:3', 'src/A.php:3', '1 high'],
  ['gitleaks.json', 'list', 1, 'src/k.js:1:12 github-pat', 'src/k.js:1:12 github-pat', '1 medium'],
  ['code-scanning.json', 'list', 1, 'src/cart.js:3 js/zipslip', 'src/cart.js:3 js/zipslip', '1 high'],
  ['codeql-flow.sarif', 'sarif', 1, 'src/cart.js:4:11 js/sql-injection', 'src/cart.js:4:11 js/sql-injection', '1 high'],
  ['maven.txt', 'lines', 2, 'src/A.java:3:5', 'src/A.java:9:12', '1 high, 1 medium'],
  ['gradle-kotlin.txt', 'lines', 3, 'src/A.java:3', 'src/B.kt:7:9', '2 high, 1 medium'],
  ['codex-review.md', 'answer', 2, 'src/cart.ts:3', 'src/cart.js:7', '1 high, 1 medium'],
  ['coderabbit-prompt.md', 'answer', 2, 'src/cart.js:4', 'src/cart.ts:6', '2 medium'],
  ['ansible-lint.txt', 'lines', 2, 'playbook.yml:3', 'playbook.yml:5:7', '2 medium'],
];

/** File, what it looks like, what to do instead. */
const refused: readonly [string, RegExp, RegExp][] = [
  ['bandit-csv.txt', /looks like the CSV that bandit writes/, /bandit -f json -r \./],
  ['bandit-txt.txt', /looks like the report that bandit prints/, /bandit -f json -r \./],
  ['biome-summary.txt', /looks like the summary of Biome/, /biome lint --reporter=json/],
  ['cppcheck.xml', /looks like the XML that cppcheck writes/, /cppcheck --template=gcc \./],
  ['depcheck.json', /looks like what depcheck writes/, /knip --reporter json/],
  ['depcheck.txt', /looks like the report that depcheck prints/, /knip --reporter json/],
  ['eslint-tap.txt', /looks like TAP/, /eslint -f json/],
  [
    'gh-pr-view.json',
    /looks like what `gh pr view --json` writes/,
    /gh api repos\/OWNER\/REPO\/pulls\/NUMBER\/comments/,
  ],
  ['go-vet.json', /looks like the JSON of go vet/, /go vet \.\/\.\.\. 2>&1/],
  ['htmlhint.txt', /looks like the report that HTMLHint prints/, /htmlhint -f json/],
  ['isort.txt', /looks like the list of files that isort would sort/, /isort \./],
  ['jshint-jslint.xml', /looks like the XML that JSHint writes for JSLint/, /jshint --reporter=unix/],
  ['knip.txt', /looks like the report that knip prints/, /knip --reporter json/],
  ['markdownlint-cli2.txt', /looks like what markdownlint-cli2 prints on standard output/, /2>&1/],
  ['npm-audit-error.json', /looks like an error of npm audit/, /npm audit --json --registry URL/],
  ['perlcritic.txt', /looks like the report that Perl::Critic prints/, /perlcritic --verbose '%f:%l:%c: %m \(%p\)\\n'/],
  ['phpcs-xml.xml', /looks like the XML that phpcs writes/, /phpcs --report=json/],
  ['phpcs.txt', /looks like the report that phpcs prints/, /phpcs --report=json/],
  ['prettier-check.txt', /looks like the list of files that Prettier would format/, /prettier --write \./],
  [
    'pydocstyle.txt',
    /looks like the lines that pydocstyle prints, two for each problem/,
    /ruff check --select D --output-format json/,
  ],
  ['rubocop-simple.txt', /looks like the lists that RuboCop prints/, /rubocop -f json/],
  ['shellcheck-diff.txt', /looks like a patch/, /git apply/],
  ['vitest.txt', /looks like the log of a test run/, /vitest --reporter=junit/],
];

describe('outputs of real tools', () => {
  it('1.2 what reviewing agents write has titles of its own, without the place', async () => {
    const titles = async (name: string): Promise<string[]> => (await read(name)).findings.map(({ title }) => title);
    expect(await titles('codex-review.md')).toEqual(['Use the price property', 'Drop the debugger statement']);
    expect(await titles('coderabbit-prompt.md')).toEqual([
      'the for...in loop iterates over array keys; replace it with for...of',
      'the empty if block does nothing; remove it',
    ]);
  });

  it('1.2 JSON in the manner of ESLint that another tool wrote is not said to be of ESLint', async () => {
    expect((await read('eslint.json')).findings[0]?.reviewer).toBe('eslint');
    for (const name of ['textlint.json', 'html-validate.json'])
      expect((await read(name)).findings[0]?.reviewer, name).toBeUndefined();
  });

  it('1.2 source code in the place of findings is told from them', async () => {
    await expect(
      readFindings({ name: 'a.py', text: 'print(1)\n' }, { root: '/repo', fromTool: false }),
    ).rejects.toThrow('a.py: this looks like source code');
  });

  it('1.2 an alert that is closed is no finding', async () => {
    const text = outputOf('code-scanning.json').replace('"state":"open"', '"state":"dismissed"');
    expect((await readFindings({ name: 'a.json', text }, { root: '/repo', fromTool: false })).findings).toEqual([]);
  });

  it.each(readable)(
    '1.2 %s is read as %s, with its %i findings',
    async (name, format, count, first, last, severities) => {
      const result = await read(name);
      expect(result.format).toBe(format);
      expect(result.findings).toHaveLength(count);
      expect([placeOf(result.findings[0]), placeOf(result.findings.at(-1))]).toEqual([first, last]);
      expect(severitiesOf(result.findings)).toBe(severities);
      const left = result.problems.filter(({ message }) => /left out: "|not a finding/.test(message));
      expect(left).toEqual([]);
    },
  );

  it.each(refused)('1.2 %s is refused with what it looks like and what to run', async (name, looks, instead) => {
    for (const fromTool of [false, true]) {
      await expect(read(name, fromTool)).rejects.toThrow(looks);
      await expect(read(name, fromTool)).rejects.toThrow(instead);
    }
  });

  it('1.2 all of them are here, each with its origin', () => {
    const files = readdirSync(folder).filter((name) => name !== 'README.md');
    const origins = outputOf('README.md');
    expect([...readable, ...refused].map(([name]) => name).toSorted()).toEqual(files.toSorted());
    expect(files.filter((name) => !origins.includes(name))).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(45);
  });

  /** Whatever a tool writes, it found the same: formats are counted against each other. */
  it.each([
    ['eslint', /^eslint(?!-tap)/],
    ['stylelint', /^stylelint/],
    ['biome', /^biome(?!-summary|-check)/],
    ['oxlint', /^oxlint/],
    ['ruff', /^ruff/],
    ['pylint', /^pylint/],
    ['mypy', /^mypy/],
    ['pyright', /^pyright/],
    ['shellcheck', /^shellcheck(?!-diff)/],
    ['rubocop', /^rubocop(?!-simple)/],
    ['phpcs', /^phpcs(?:\.json|-junit)/],
    ['yamllint', /^yamllint/],
    ['markdownlint', /^markdownlint\./],
    ['gcc', /^gcc/],
    ['checkstyle', /^checkstyle/],
    ['vitest', /^vitest-/],
    ['tsc', /^tsc/],
  ])('1.2 every format of %s names the same lines', async (_, names) => {
    const files = readable.map(([name]) => name).filter((name) => names.test(name));
    const linesOf = async (name: string): Promise<string[]> =>
      (await read(name)).findings.map(({ file, line }) => `${file}:${line}`).toSorted();
    const [one = [], ...others] = await Promise.all(files.map(linesOf));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(one);
  });
});

describe('fixes of real tools', () => {
  const fixed = async (name: string, rule: string, text: string): Promise<string> => {
    const { findings } = await read(name);
    const result = applyEdits(text, text, findings.find((each) => each.rule === rule)?.edits ?? []);
    return 'text' in result ? result.text : result.reason;
  };

  it('4.12 ruff: those that it calls safe, and no others', async () => {
    const text = 'import os, sys\nimport subprocess\n';
    expect(await fixed('ruff.json', 'E401', text)).toBe('import os\nimport sys\nimport subprocess\n');
    const { findings } = await read('ruff.json');
    expect(findings.find(({ rule }) => rule === 'B006')).not.toHaveProperty('edits');
    expect(findings.find(({ rule }) => rule === 'B006')?.suggestion).toMatch(/None/);
  });

  it('4.12 shellcheck: those of json1, since json counts a tab as eight columns', async () => {
    const text = '#!/bin/sh\ntarget=$1\ncd $target\n';
    expect(await fixed('shellcheck1.json', 'SC2086', text)).toBe('#!/bin/sh\ntarget=$1\ncd "$target"\n');
    expect(await fixed('shellcheck1.json', 'SC2164', text)).toBe('#!/bin/sh\ntarget=$1\ncd $target || exit\n');
    expect((await read('shellcheck.json')).findings.every(({ edits }) => edits === undefined)).toBe(true);
  });

  it('4.12 cargo: what it marks as applicable by machines', async () => {
    const text = 'fn total(items: &Vec<i32>) -> i32 {\n    let unused = 1;\n';
    expect(await fixed('cargo.jsonl', 'unused_variables', text)).toBe(text.replace('unused', '_unused'));
  });

  it('4.12 markdownlint: of a place and of a line before it', async () => {
    const text = '# Guide\n* one\n\t* two\n';
    expect(await fixed('markdownlint.json', 'MD022/blanks-around-headings', text)).toBe('# Guide\n\n* one\n\t* two\n');
    expect(await fixed('markdownlint.json', 'MD010/no-hard-tabs', text)).toBe('# Guide\n* one\n * two\n');
  });

  it('4.12 GitHub: the suggestion of a thread', async () => {
    const text = 'a\nb\nc\n  let unused = item.price;\n';
    const [finding] = (await read('github-threads.json')).findings;
    expect(applyEdits(text, text, finding?.edits ?? [])).toEqual({ text: 'a\nb\nc\n  const price = item.price;\n' });
    expect(finding?.description).toContain('ben: Agreed.');
  });
});
