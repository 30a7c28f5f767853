/** Commands that check something, and what makes them check less. */
import { anyOf, pattern } from '../../plain/pattern.ts';

/** Programs of one family stand in for each other. */
const families: readonly (readonly [family: string, programs: RegExp])[] = [
  [
    'tests',
    /\b(?:jest|vitest|mocha|ava|tap|karma|jasmine|cypress|playwright|uvu|tape|wdio|react-scripts test|ng test)\b/,
  ],
  ['tests', /\bnode\b.*--test\b|\bdeno test\b|\bbun test\b|\btsx? .*--test\b/],
  ['tests', /\b(?:pytest|py\.test|nose2?|unittest|tox|nox|behave|doctest|manage\.py test|trial|stestr)\b/],
  ['tests', /\bgo test\b|\bgotestsum\b|\bginkgo\b/],
  ['tests', /\bcargo (?:\+\w+ )?(?:test|nextest|llvm-cov|tarpaulin|t)\b/],
  ['tests', /\b(?:mvnw?|\.\/mvnw)\b.*\b(?:test|verify|install|package)\b|\bgradlew?\b.*\b(?:test|check|build)\b/],
  [
    'tests',
    /\b(?:rspec|minitest|rake (?:test|spec)|rails test|phpunit|pest|bats|ctest|dotnet test|swift test|mix test)\b/,
  ],
  ['tests', /\b(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)* (?:t|test|tests|e2e|unit|integration)(?::[\w:-]+)?\b/],
  ['tests', /\bmake\b.*\b(?:test|check|verify)\b|\bjust (?:test|check|verify)\b/],
  ['lint', /\b(?:eslint|biome|oxlint|tslint|standard|xo|stylelint|jshint|prettier|ruff|flake8|pylint|black|isort)\b/],
  [
    'lint',
    /\b(?:golangci-lint|go vet|staticcheck|revive|gofmt|cargo (?:clippy|fmt|deny|audit)|rubocop|phpcs|phpstan|psalm)\b/,
  ],
  [
    'lint',
    /\b(?:checkstyle\w*|spotbugs\w*|pmd\w*|ktlint\w*|detekt|shellcheck|hadolint|yamllint|bandit|semgrep|clang-tidy)\b/,
  ],
  [
    'lint',
    /\b(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)* (?:lint|format|check)(?::[\w:-]+)?\b|\bnpm audit\b|\bpip-audit\b/,
  ],
  [
    'types',
    /\b(?:tsc|vue-tsc|svelte-check|flow check|mypy|pyright|basedpyright|pyre|ty check|sorbet|srb tc|dialyzer)\b/,
  ],
  ['types', /\b(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)* (?:types?|typecheck|type-check|tsc)(?::[\w:-]+)?\b/],
  [
    'security',
    /\b(?:trivy|grype|snyk|gosec|govulncheck|osv-scanner|safety check|bundler?[ -]audit|checkov|tfsec|kics)\b/,
  ],
  ['security', /\b(?:codeql|sonar-scanner|dependency-check|actionlint|zizmor|brakeman|audit-ci|gitleaks|trufflehog)\b/],
  ['coverage', /\b(?:nyc|c8|coverage (?:report|run)|codecov|jacoco\w*|go tool cover)\b/],
  ['build', /\b(?:cargo (?:build|check)|go build|gcc|g\+\+|clang|javac|cmake --build)\b/],
];

/** By family, each once for a command. */
export const familiesOf = (command: string): string[] => [
  ...new Set(families.filter(([, programs]) => programs.test(command)).map(([family]) => family)),
];

/** The result of what was run does not count. */
export const resultIgnored = pattern(
  '',
  anyOf(
    /\|\|\s*(?:true|:|exit\s+0|echo|printf|exit\s*$|return\s+0|\/bin\/true|cd\b|ls\b|continue)/,
    /;\s*(?:true|:|exit\s+0|return\s+0)\s*(?:$|["'#])/,
    /\bset\s+\+(?:e|o\s+(?:errexit|pipefail))|\bset\s+\+\w*e/,
    /&\s*$|\btrap\s+["']?(?:exit\s+0|true|:)/,
    /--exit-zero|--exit-code[= ]0|--no-exit-code|--no-error\b|--soft-fail|--issues-exit-code[= ]0|--no-fail\b/,
    /--passWithNoTests|--pass-with-no-tests|--allow-empty|--no-error-on-unmatched-pattern/,
    /-Dmaven\.test\.failure\.ignore(?!=false)|--fail-never|-fn\b|--continue-on-(?:error|failure)/,
    /\bexit\s+0\b.*\bexit\b|\bif\s+!\s.*;\s*then\s*(?:true|:)|\$\?\s*=\s*0|\bfalse\s*&&/,
    /\|\s*(?:cat|tee|tail|head|grep|sed|awk)\b(?!.*pipefail).*$/,
    /-ErrorAction\s+SilentlyContinue|\bcontinue-on-error:\s*true/,
  ),
);

/** Some of what was run is left out. */
export const selecting = pattern(
  '',
  anyOf(
    /--deselect\b|--ignore(?:-glob|-pattern|-path|-files?)?\b|--exclude(?:-dir|-files?|-tests?)?\b|--skip\b|-skip[= ]/,
    /(?:^|\s)-k\s|(?:^|\s)-m\s+["']?not\b|(?:^|\s)-t\s|(?:^|\s)-run[= ]/,
    /(?:^|\s)-g\s|--grep\b|--invert\b|(?:^|\s)-i\s+-g\b/,
    /--test(?:NamePattern|PathPattern|PathIgnorePatterns|Match|-name-pattern|-skip-pattern|-only)\b/,
    /--(?:last-failed|lf|ff|only-?changed|changed\w*|onlyChanged|shard|findRelatedTests|related|since|affected)\b/,
    /-DskipTests\b|-DskipITs\b|-Dmaven\.test\.skip|-Dtest=|-Dgroups=|-DexcludedGroups|-x\s+\w*[tT]est\w*|--tests\s/,
    /--(?:filter|tag|exclude-group|group|testsuite|scenario|example|include)\b|(?:^|\s)-short\b|(?:^|\s)-tags[= ]/,
    /--no-run\b|--collect-only\b|--dry-run\b|--list(?:-tests)?\b|--co\b|--lib\b|--bins\b|--no-tests\b|--quiet-failures/,
    /\bgo test\b.*\s-c\b|--version\b|--help\b|--no-coverage\b|--no-cov\b|--disable-\w+|--no-verify\b|--skip-\w+/,
    /--(?:disable|extend-ignore|ignore-errors|per-file-ignores|no-strict\w*|allow-\w+|follow-imports[= ]skip)\b/,
    /--(?:skipLibCheck|transpile-only|noCheck|rule|no-eslintrc|no-inline-config|quiet|max-warnings[= ]-1)\b/,
    /(?:^|\s)-A\s+\S+|-Wno-\w+|(?:^|\s)-w\b|-Xlint:none|-nowarn\b|(?:^|\s)-p\s+no:\w+|--disable-warnings/,
  ),
);

/** It tries longer, or again. */
export const patient = pattern(
  '',
  anyOf(
    /--re(?:tries|try|runs?|run-fails|runs-delay)\b|--flaky\w*|--rerun-fails|--force-flaky|-Dsurefire\.rerun\w*/,
    /--(?:test-?)?timeout\b|--test-timeout|(?:^|\s)-timeout[= ]|\bretry\s|\bfor\s+\w+\s+in\s+(?:1 2|\$\(seq)|\buntil\s/,
  ),
);

/** It runs code before anything else, or in place of it. */
export const hooking = pattern(
  '',
  anyOf(
    /\b(?:NODE_OPTIONS|NODE_PATH|PYTEST_ADDOPTS|PYTEST_PLUGINS|PYTHON(?:STARTUP|PATH|OPTIMIZE|WARNINGS))\s*[:=]/,
    /\b(?:GOFLAGS|RUSTFLAGS|RUSTDOCFLAGS|CARGO_\w+|JAVA_TOOL_OPTIONS|(?:MAVEN|GRADLE)_(?:OPTS|ARGS)|LD_PRELOAD)\s*[:=]/,
    /\b(?:RUBYOPT|PERL5OPT|BASH_ENV|_JAVA_OPTIONS|(?:JEST|VITEST|TS_NODE|PYTEST_DISABLE)_\w+|GOTESTFLAGS|SKIP)\s*=/,
    /\bnode-options\s*=|\bscript-shell\s*=/,
    /(?:^|\s)(?:--require|--loader|--experimental-loader|--import|-r)[= ]\.{0,2}[\w./-]*\/[\w./-]+/,
    /(?:^|\s)-p\s+(?!no:)\w+/,
    /--(?:setupFiles\w*|globalSetup|reporter|testRunner|resolver|rootdir|confcutdir|config|rcfile)[= ]/,
  ),
);

/** What made it strict. */
export const strictFlags = pattern(
  'g',
  anyOf(
    /--strict[\w-]*|-race\b|-Werror(?:=\S+)?|-Wall\b|-Wextra\b/,
    /-W(?!no-)[a-z][\w-]+|-pedantic\S*|-D\s+\S+|--max-warnings[= ]\d+/,
    /--check\b|--ci\b|--coverage\b|--cov\S*|-cover\S*|--forbid-only|--fail-?fast|--bail\b|--all-targets|--all-features/,
    /--workspace\b|--frozen-lockfile|--locked\b|--immutable\b/,
    /--tests\b|--benches\b|--doc\b|--all\b|--noEmit\b|-shuffle\S*/,
    /--no-warn-ignored|--report-unused\S*|--warn-unused\S*/,
    /--disallow-\S+|--error-on-warnings|--fail-on\S*|--detectOpenHandles/,
    /--fail-under\S*|--cov-fail-under\S*|--exit-code\b|--count=\d+/,
    /-count=\d+|\bset -\w*e\w*(?: -o pipefail| pipefail)?/,
    /-fsanitize=\S+|-DDEBUG\b|--enable-\S+|-Xlint(?!:none)\S*|-warnaserror|--errors-only|--severity[= ]\S+|ci\b/,
  ),
);
