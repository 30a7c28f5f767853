/** Code that asks whether it is being tested, or bends what tests compare with: shapes that a line shows. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';

const scripts = /\.[cm]?[jt]sx?$/;
const python = /\.pyi?$/;
const go = /\.go$/;
const rust = /\.rs$/;
const jvm = /\.(?:java|kts?|scala|groovy)$/;

const sniff = (files: RegExp | undefined, pattern: RegExp): LineRule => ({
  rule: 'test-detected',
  ...(files !== undefined && { files }),
  pattern,
  about: 'asks whether it runs under a test',
});
const stack = (files: RegExp, pattern: RegExp): LineRule => ({
  rule: 'stack-inspected',
  files,
  pattern,
  about: 'looks at the stack to learn who called it',
});
const clock = (files: RegExp, pattern: RegExp): LineRule => ({
  rule: 'clock-patched',
  files,
  pattern,
  about: 'replaces the clock for everybody',
});
const builtin = (files: RegExp, pattern: RegExp): LineRule => ({
  rule: 'builtin-patched',
  files,
  pattern,
  about: 'replaces what belongs to the language or to the tests',
});

/** Clocks that are stopped for good, rather than by a helper that starts them again. */
export const testClockLines: readonly LineRule[] = [
  clock(scripts, /^(?:globalThis\.|global\.)?(?:Date\.now|performance\.now|Date)\s*=(?!=)\s*(?:\(|class|function)/),
  clock(python, /^time\.(?:time|sleep|monotonic|perf_counter)\s*=(?!=)\s*lambda/),
  clock(jvm, /mockStatic\(\s*(?:Instant|LocalDate|LocalDateTime|Clock|System)\.class/),
];

/** What the program was called or started with, and who reads it. */
const started = anyOf(
  /\bargv\b/,
  /\bos\.Args\b/,
  /program_invocation\w*|getprogname\(|__progname|GetModuleFileName\w*/,
  /\$\{?BASH_SOURCE|\$\{?FUNCNAME|\bcaller\b/,
  /(?:case|\[\[?|=~|==).*\$\{?0\b/,
  /\$PROGRAM_NAME|\$_SERVER\b|CommandLine\b|GetCommandLineArgs/,
);

/** A name of tests within a text or a pattern; not an option such as `--test`. */
const named =
  /["'`/*._](?<!--)(?:\w*[._])?(?:tests?|specs?|pytest|unittest|jest|mocha|vitest|rspec|phpunit)(?:["'`*._/)]|$)/;

export const sniffingLines: readonly LineRule[] = [
  sniff(undefined, pattern('', `^(?=.*${started})`, `(?=.*${named.source})`)),
  sniff(
    undefined,
    pattern(
      '',
      /\b/,
      anyOf(
        /JEST_WORKER_ID|__coverage__|NYC_\w+/,
        /VITEST(?:_\w+)?/,
        /PYTEST_CURRENT_TEST|PYTEST_VERSION/,
        /MOCHA_\w+/,
        /TOX_ENV_NAME|NEXTEST\w*/,
        /RSPEC_\w+/,
        /PHPUNIT_\w+/,
        /BATS_TEST_\w+/,
        /GO_TEST\w*|CYPRESS\w*|PLAYWRIGHT_TEST\w*/,
      ),
      /\b/,
    ),
  ),
  sniff(
    undefined,
    pattern(
      '',
      /(?:environ|getenv|\benv|process\.env|ENV|LookupEnv|Getenv|env::var)\b.{0,30}['"[.(]/,
      anyOf(
        /CI|GITHUB_ACTIONS|GITLAB_CI|TRAVIS|CIRCLECI/,
        /JENKINS_\w+/,
        /BUILDKITE|CONTINUOUS_INTEGRATION|TEAMCITY_VERSION|TF_BUILD|APPVEYOR/,
        /(?:\w+_)?(?:TEST|TESTS|TESTING|UNITTEST|PYTEST|JEST|SPEC|RSPEC|MOCHA|COVERAGE|E2E)(?:_\w+)?/,
      ),
      /\b/,
    ),
  ),
  sniff(
    scripts,
    pattern(
      '',
      anyOf(
        /NODE_ENV.{0,40}['"`]test(?:ing)?['"`]/,
        /['"`]test(?:ing)?['"`].{0,20}NODE_ENV/,
        /import\.meta\.(?:vitest|jest|env\.(?:TEST|VITEST|MODE.{0,10}test))/,
      ),
    ),
  ),
  sniff(
    scripts,
    pattern(
      '',
      anyOf(
        /\btypeof\s+(?:globalThis\.)?(?:jest|vi|describe|it|test|expect|mocha|beforeEach|suite|cy)\b/,
        pattern(
          '',
          /\b(?:globalThis|global|window)(?:\.|\[['"])/,
          anyOf(/jest|vi|describe|it|expect|mocha|__vitest\w*|__jest\w*|beforeEach|afterEach/),
          /\b/,
        ),
        /['"](?:jest|vi|describe|expect|mocha)['"] in (?:globalThis|global|window)/,
      ),
    ),
  ),
  sniff(
    scripts,
    pattern(
      '',
      anyOf(
        pattern(
          '',
          /process\.(?:argv|title|execArgv|mainModule)\b.{0,60}/,
          /(?:jest|mocha|vitest|\btest|ava\b|tap\b|karma)/,
        ),
        /npm_lifecycle_event|npm_lifecycle_script/,
        /require\.main.{0,40}(?:jest|mocha|test)/,
        /require\.cache.{0,60}(?:jest|mocha|vitest|test)/,
      ),
    ),
  ),
  sniff(
    python,
    pattern(
      '',
      anyOf(
        pattern(
          '',
          /['"](?:pytest|_pytest|unittest|nose|nose2|hypothesis)['"]\s*(?:not\s+)?in\s+(?:sys\.)?/,
          /(?:modules|argv)/,
        ),
        /sys\.(?:modules|argv|executable)\b.{0,40}(?:pytest|unittest|nose|test)/,
        /\bmodules\.get\(['"](?:pytest|unittest)/,
      ),
    ),
  ),
  sniff(
    go,
    pattern(
      '',
      anyOf(
        /flag\.Lookup\("test\./,
        /testing\.Testing\(\)/,
        /os\.Args\[0\].{0,40}(?:\.test|_test|test)/,
        /HasSuffix\(.{0,40}"\.test(?:\.exe)?"/,
        /strings\.\w+\(os\.Args.{0,60}test/,
        /os\.Executable/,
      ),
    ),
  ),
  sniff(
    rust,
    pattern(
      '',
      anyOf(
        /\bcfg!\(test\)/,
        /#\[cfg\(not\(test\)\)\]/,
        /#\[cfg_attr\(test/,
        /thread::current\(\)\.name\(\)/,
        /env::args\(\).{0,60}test/,
        /CARGO_(?:TARGET_TMPDIR|BIN_EXE\w*)/,
      ),
    ),
  ),
  sniff(
    jvm,
    pattern(
      '',
      anyOf(
        /(?:forName|loadClass)\(\s*"(?:org\.junit|org\.testng|junit\.|org\.mockito|io\.kotest)/,
        /getProperty\(\s*"(?:surefire|org\.gradle\.test|test|junit|sun\.java\.command|java\.class\.path)/,
      ),
    ),
  ),
  sniff(
    /\.(?:cs|vb|fs)$/,
    /AppDomain\.CurrentDomain.{0,80}(?:xunit|nunit|testhost|mstest)|GetAssemblies\(\).{0,80}(?:xunit|nunit|test)/i,
  ),
  sniff(
    /\.php$/,
    pattern(
      '',
      anyOf(
        /defined\(\s*['"]PHPUNIT/,
        /class_exists\(\s*['"]\\*PHPUnit/,
        /\$_SERVER\[['"]argv['"]\].{0,60}phpunit/,
        /PHPUnit\\\\?Framework/,
      ),
    ),
  ),
  sniff(
    /\.rb$/,
    pattern(
      '',
      anyOf(
        /defined\?\(\s*(?:RSpec|Minitest|Test::Unit)/,
        /Rails\.env\.test\?/,
        /RACK_ENV.{0,30}test/,
        /\$PROGRAM_NAME.{0,40}(?:rspec|test)/,
        /\$0.{0,40}(?:rspec|test)/,
      ),
    ),
  ),
  stack(go, /(?:Contains|Index|Split|Match\w*)\(.{0,40}debug\.Stack\(\)|:?= (?:string\()?debug\.Stack\(\)/),
  clock(go, /func\(\) time\.Time \{ return time\.(?:Unix|Date)\(|\bmin\(time\.Since\(/),
  clock(jvm, /\bClock\.fixed\(/),
  clock(scripts, /Math\.min\([^,]*(?:Date\.now\(\)|performance\.now\(\))/),
  clock(python, /\bmin\([^,]*time\.(?:time|monotonic|perf_counter)\(\)/),
  clock(rust, /\.elapsed\(\)\.min\(|\bmin\([^,]*\.elapsed\(\)/),
  sniff(
    undefined,
    pattern(
      'i',
      /["']/,
      anyOf(
        /org\.junit|junit\.|org\.testng|org\.mockito|_?pytest|unittest|vitest|jest|mocha|rspec|phpunit/,
        /xunit|nunit/,
      ),
      /[\w.]*["']/,
    ),
  ),
  sniff(
    rust,
    pattern(
      '',
      anyOf(
        /env::var(?:_os)?\(\s*"(?:CARGO|RUST_TEST|RUST_BACKTRACE)/,
        /\.name\(\)\.(?:is_some_and|map|unwrap\w*)\(.{0,80}(?:contains|starts_with|==)/,
      ),
    ),
  ),
  stack(
    scripts,
    pattern(
      '',
      anyOf(
        /new Error\([^)]*\)\.stack/,
        /captureStackTrace\(\s*\{/,
        /Error\.prepareStackTrace\s*=/,
        /\bcallsites?\(\)/,
        /\.stack\b.{0,30}\.(?:includes|match|test|indexOf|search|split)\(/,
        /arguments\.callee|\.caller\b/,
      ),
    ),
  ),
  stack(
    python,
    pattern(
      '',
      anyOf(
        /\binspect\.(?:stack|currentframe|getouterframes|getframeinfo)\(/,
        /sys\._getframe/,
        /traceback\.(?:extract_stack|format_stack|walk_stack)\(/,
        /sys\._current_frames/,
      ),
    ),
  ),
  stack(go, /\bruntime\.(?:Callers?|CallersFrames|FuncForPC)\(/),
  stack(rust, /\bBacktrace::(?:capture|force_capture|new)\(|backtrace::trace/),
  stack(jvm, /\.getStackTrace\(\)|StackWalker\b|Thread\.dumpStack|getStackTraceElement/),
  stack(/\.(?:cs|vb)$/, /new StackTrace\(|Environment\.StackTrace|new StackFrame\(/),
  stack(/\.(?:php|rb)$/, /debug_backtrace\(|\bcaller(?:_locations)?\b(?:\(|\.|\[)/),
  clock(
    scripts,
    pattern(
      'i',
      anyOf(
        pattern(
          '',
          /\b/,
          anyOf(
            /Date\.now/,
            /Date\.prototype\.\w+/,
            /(?:globalThis|global|window)\.(?:Date|setTimeout|setInterval|performance|requestAnimationFrame)/,
            /performance\.now|process\.hrtime/,
          ),
          /\s*=(?!=)/,
        ),
        /useFakeTimers\(/,
        /timekeeper|mockdate/,
      ),
    ),
  ),
  clock(
    python,
    pattern(
      '',
      anyOf(
        pattern(
          '',
          /\b/,
          anyOf(/time\.(?:time|sleep|monotonic|perf_counter)/, /datetime\.(?:datetime|date)/, /_?time\.time_ns/),
          /\s*=(?!=)/,
        ),
        /setattr\(\s*(?:time|datetime)\s*,/,
        /\bfreeze_time\(/,
        /freezegun|time_machine/,
      ),
    ),
  ),
  builtin(
    scripts,
    pattern(
      '',
      anyOf(
        pattern(
          '',
          /\b/,
          anyOf(/Array|String|Object|Number|Promise|Function|Map|Set|Date|RegExp|Error|Boolean|Symbol|BigInt/),
          /\.prototype\.\w+\s*=(?!=)/,
        ),
        pattern(
          '',
          /Object\.(?:defineProperty|assign)\(\s*/,
          anyOf(/Array|String|Object|Number|Promise|Function|Map|Set|globalThis|global|window|RegExp|assert/, /expect/),
          /(?:\.prototype)?\s*,/,
        ),
        pattern(
          '',
          /\b/,
          anyOf(/assert|chai|expect|JSON|Math|Object|Number|console|Array|Reflect/),
          /\.\w+\s*=(?!=)\s*(?!undefined)/,
        ),
        pattern(
          '',
          /(?:globalThis|global)\./,
          anyOf(/expect|assert|describe|it|test|jest|vi|JSON|Math|fetch|Array|Object|Promise|console|process/),
          /\s*=(?!=)/,
        ),
        /require\.cache\[/,
        /Module\._load\s*=/,
        /expect\.extend\(/,
        /process\.(?:exit|emit|reallyExit)\s*=(?!=)/,
      ),
    ),
  ),
  builtin(
    python,
    pattern(
      '',
      anyOf(
        /\bbuiltins\.\w+\s*=(?!=)/,
        /__builtins__/,
        /\b(?:unittest\.TestCase|TestCase|_?pytest)(?:\.\w+)+\s*=(?!=)/,
        /setattr\(\s*(?:builtins|unittest\.TestCase|unittest|pytest|sys|os)\s*,/,
        /sys\.modules\[['"](?:unittest|pytest|time|random|builtins|assertpy)\b.{0,20}\]\s*=/,
        /\b(?:math|json|os|random|sys)\.(?:\w+)\s*=\s*lambda/,
        /sys\.settrace\(/,
        /forbiddenfruit/,
        /curse\(/,
      ),
    ),
  ),
  builtin(
    /\.rb$/,
    pattern(
      '',
      anyOf(
        /^class\s+(?:String|Array|Hash|Integer|Object|NilClass|Float|Numeric)\b/,
        /\bMinitest::\w+\.\w+/,
        /RSpec::\w+.*(?:class_eval|prepend)/,
      ),
    ),
  ),
];
