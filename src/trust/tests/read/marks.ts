/** What keeps a test from being run, lets it fail, gives it more time or more tries: by decorators and calls. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Mark } from '../model.ts';

/** Decorators, annotations, modifiers and options. */
const skippingMark = pattern(
  '',
  anyOf(
    pattern(
      '',
      /\b/,
      anyOf(
        /skip|skipIf|skipUnless|skipif|skip_if|runIf|ignore|Ignore|ignored|disabled?|Disabled\w*/,
        /EnabledIf\w*|EnabledOn\w*|EnabledFor\w*|DisabledIf\w*|pending|todo|fixme|xfail|expectedFailure/,
        /failing|fails|fail|Skip|Explicit/,
        /not collected/,
        /private|broken|flaky_skip/,
        /RunWith\(Ignored\w*/,
        /usefixtures/,
      ),
      /\b/,
    ),
    /enabled\s*=\s*false/,
    /^x(?:it|test|describe|specify|context)\b/,
    /^[XP](?:It|Describe|Context|When|Specify)\b/,
    /@Category\(/,
    /cfg\((?!test\s*\))/,
    /cfg_attr\(/,
    /should_panic/,
    /expected\w*\s*=\s*(?:AssertionError|Throwable|Error|Exception)\b/,
  ),
);
const focusingMark = pattern(
  '',
  anyOf(
    /^f(?:it|test|describe|context|specify)\b/,
    /\.only\b/,
    /\bonly\s*:\s*true/,
    /^F(?:It|Describe|Context|When|Specify|Entry)\b/,
    /\bfocus(?:ed)?\b/,
  ),
);
const retryingMark =
  /\b(?:flaky|reruns?|retry|retries|RetryingTest|RepeatedIfExceptions\w*|Retry\w*|retryAnalyzer|Flaky\w*)\b/;
const limitMark = /\b(?:timeout\w*|Timeout|slow|timeLimit|invocationTimeOut)\b|^\d[\d_]*$/i;

export const isSkippingMark = ({ text }: Mark): boolean =>
  skippingMark.test(text) && !/\b(?:skip|todo)\s*:\s*false/.test(text);
export const isFocusingMark = ({ text }: Mark): boolean => focusingMark.test(text);
export const isRetryingMark = ({ text }: Mark): boolean => retryingMark.test(text);
export const isLimitMark = ({ text }: Mark): boolean => limitMark.test(text);

/** Calls within a test, a hook or a helper. */
export const skippingCall = pattern(
  '',
  /^/,
  anyOf(
    /(?:t|b|tb|s|suite|f)\.(?:Skip|Skipf|SkipNow)/,
    pattern(
      '',
      anyOf(/this|ctx|context|t|test|it|testInfo|describe|suite|task/),
      /(?:\.(?!assert\b)\w+)*\.(?:skip|todo|fixme|skipIf|pending|runIf)/,
    ),
    // Of a tester, `t.fail('reason')`, it lets the test fail.
    /(?:test|it|testInfo|describe|suite)(?:\.(?!assert\b)\w+)*\.fail/,
    /(?:pytest|unittest)\.(?:skip|importorskip|xfail|exit|SkipTest)/,
    /self\.skipTest|cls\.skipTest|SkipTest/,
    /(?:[a-z]\w*\.)*(?:Assume|Assumptions|assume)\.?\w*/,
    /assum(?:e|ing)\w*/,
    /pending|skip|skipTest|markTestSkipped|markTestIncomplete|TestAbortedException|GTEST_SKIP/,
    /Assert\.(?:Ignore|Inconclusive|Skip)/,
    /XCTSkip\w*|testing\.Short/,
    /throw XCTSkip\w*/,
    /skip_if/,
  ),
  /\s*!?\s*\(/,
);
export const retryingCall =
  /^(?:jest\.retryTimes|this\.retries|vi\.retry|test\.describe\.configure|pRetry|retry|eventually)\s*\(/;
export const limitCall = pattern(
  '',
  /^/,
  anyOf(
    /jest\.setTimeout|this\.timeout|this\.slow|test\.setTimeout|test\.slow|vi\.setConfig/,
    /testInfo\.setTimeout|context\.WithTimeout|(?:Assertions\.)?assertTimeout\w*/,
    /asyncio\.(?:wait_for|timeout)|(?:tokio::)?(?:time::)?timeout|Timeout\.timeout|async_timeout\.timeout/,
    /(?:t|s)\.timeout/,
    /jasmine\.DEFAULT_TIMEOUT_INTERVAL/,
  ),
  /\s*\(/,
);
export const mockingCall = pattern(
  '',
  /^/,
  anyOf(
    /(?:jest|vi)\.(?:mock|doMock|unstable_mockModule|spyOn|replaceProperty|stubGlobal)/,
    /(?:mock\.|mocker\.|unittest\.mock\.)?patch(?:\.\w+)*/,
    /(?:sinon|sandbox)\.(?:stub|replace|fake|mock)/,
    /monkeypatch\.setattr/,
    /mock\.(?:method|module|fn)/,
    /t\.mock\.\w+/,
    /td\.replace|proxyquire|rewiremock/,
    /(?:Mockito\.)?(?:when|doReturn|doAnswer|doNothing|given|mockStatic|mock|spy)/,
    /every/,
    /gomonkey\.\w+/,
    /monkey\.Patch|stub|allow|spyOn|quibble|Reflect\.set/,
    /Object\.(?:defineProperty|assign)/,
  ),
  /\s*\(/,
);

/** `raise SkipTest(…)`, `__test__ = False`, `collect_ignore`, build tags */
export const skippingLine = pattern(
  '',
  /^/,
  anyOf(
    /raise\s+(?:unittest\.)?(?:case\.)?SkipTest\b/,
    /raise\s+(?:pytest\.)?skip\.Exception/,
    pattern(
      '',
      /throw\s+new\s+/,
      anyOf(/TestAbortedException|SkipException|TestSkippedException|AssumptionViolatedException/),
    ),
    /(?:\w+\.)*__test__\s*=\s*False/,
    /collect_ignore\w*\s*\+?=/,
    /pytestmark\s*=.*\b(?:skip|xfail)/,
    /pytestmark\s*=/,
    /__unittest_skip__\s*=/,
    /python_(?:files|functions|classes)/,
    /del\s+\w+/,
  ),
);
/** `Queue.prototype.peek = function () …`, `Args = func(…)`: a function of the code is another one from now on. */
export const replacingLine = pattern(
  '',
  /^(?:[\w$]+(?:\.prototype)?\.[\w$]+|[A-Z]\w*)\s*=\s*(?:async\s+)?/,
  anyOf(/func(?:tion)?\b/, /\([^()]*\)\s*=>/, /[\w$]+\s*=>/, /lambda\b/, /(?:jest|vi)\.fn\(/, /(?:mock\.)?\w*Mock\(/),
);
export const buildTag = /^\/\/\s*(?:go:build|\+build)\b|^#!\[cfg\(/;
export const writingCall = pattern(
  '',
  /(?:^|\.|::)/,
  anyOf(
    /WriteFile|writeFileSync|writeFile|write_text|write_bytes|write|writeString|writeAllText/,
    /WriteAllText|dump|outputFile/,
  ),
  /\s*\(/,
);
