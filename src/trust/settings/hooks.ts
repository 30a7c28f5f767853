/** Code that gets between the tests and their runner: what they say is then not what came of them. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import { addedLines } from '../text/added-lines.ts';
import { whereIn } from '../text/where.ts';

export type Hook = { file: string; line?: number; says: string };

/** `files`: whose added lines are read; `says`: what such a line does. */
type Sign = { files: RegExp; line: RegExp; says: string };

const python = /\.pyi?$/;
const scripts = /\.[cm]?[jt]sx?$/;
const java = /\.(?:java|kt|groovy|scala)$/;

const signs: readonly Sign[] = [
  {
    files: python,
    line: pattern(
      '',
      /\bdef\s+pytest_/,
      anyOf(
        /runtest_(?:makereport|protocol|call|logreport)/,
        /collection_modifyitems|pyfunc_call|ignore_collect|sessionfinish/,
        /report_teststatus|deselected|collection_finish|exception_interact|itemcollected|unconfigure|cmdline_main/,
      ),
    ),
    says: 'a hook can change which tests are run, or what came of them',
  },
  { files: /conftest\.py$/, line: /^\s*collect_ignore(?:_glob)?\s*(?:=|\+=|\.)/, says: 'tests are not collected' },
  {
    files: python,
    line: /\.exitstatus\s*=|\.outcome\s*=\s*["']passed|\.longrepr\s*=\s*None/,
    says: 'results are overwritten',
  },
  {
    files: python,
    line: pattern(
      '',
      anyOf(
        /\b(?:unittest\.)?TestCase\.\w+\s*=|setattr\(\s*(?:unittest|pytest|TestCase)\b/,
        /\bpytest\.(?:fail|raises|approx)\s*=/,
      ),
    ),
    says: 'an assertion is replaced for all tests',
  },
  {
    files: python,
    line: /\bbuiltins\.\w+\s*=|\bsys\.modules\[[^\]]+\]\s*=|\b__builtins__\[/,
    says: 'a module is replaced for all tests',
  },
  {
    files: scripts,
    line: /\b(?:global|globalThis|window)\.(?:it|test|describe|expect|assert|suite)\s*=[^=]/,
    says: 'the functions of the runner are replaced',
  },
  {
    files: scripts,
    line: pattern(
      '',
      anyOf(
        /\bassert(?:\.strict)?(?:\.\w+|\[[^\]]+\])\s*=[^=]/,
        /\b(?:expect|chai)(?:\.\w+)?\.prototype\b|\bAssertion\.(?:overwrite|prototype)/,
      ),
    ),
    says: 'an assertion is replaced for all tests',
  },
  {
    files: scripts,
    line: pattern(
      '',
      /^\s*(?:async\s+)?to/,
      /(?:Be|Equal|StrictEqual|Match|MatchObject|MatchSnapshot|Throw|Contain|HaveLength|BeTruthy|BeDefined)\s*[(:]/,
    ),
    says: 'a matcher of the runner is replaced',
  },
  {
    files: scripts,
    line: pattern(
      '',
      anyOf(
        /\b(?:numFailedTests|numFailedTestSuites)\s*=|\.success\s*=\s*true/,
        /\bsuites?\.tests\s*=|\.eachTest\s*=|\bRunner\.prototype\b/,
      ),
    ),
    says: 'results are overwritten',
  },
  {
    files: scripts,
    line: /\bprocess\.exitCode\s*=\s*0|\bprocess\.on\(\s*["'](?:exit|beforeExit)["']/,
    says: 'the exit code is set',
  },
  {
    files: java,
    line: pattern(
      '',
      /\bimplements\b.*\b/,
      anyOf(
        /TestExecutionExceptionHandler|LifecycleMethodExecutionExceptionHandler/,
        /InvocationInterceptor|ExecutionCondition/,
        /IInvokedMethodListener2?|IRetryAnalyzer|IAnnotationTransformer/,
        /IMethodInterceptor|PostDiscoveryFilter|ITestListener/,
      ),
      /\b/,
    ),
    says: 'a listener can change what came of tests',
  },
  {
    files: java,
    line: /\.setStatus\(\s*ITestResult\.SUCCESS|\bsetEnabled\(\s*false\)|\.setThrowable\(\s*null/,
    says: 'results are overwritten',
  },
  {
    files: /build\.rs$/,
    line: /cargo::?rustc-(?:cfg|env|flags|link-arg)|fs::(?:write|remove|rename|copy)/,
    says: 'the build is changed for the code',
  },
  {
    files: /\.rs$/,
    line: /\bmacro_rules!\s*(?:debug_)?assert(?:_eq|_ne|_matches)?\b/,
    says: 'an assertion is replaced',
  },
  {
    files: /\.go$/,
    line: /\bflag\.Set\(\s*"test\.|\bos\.Args\b.*"-+test\./,
    says: 'the flags of the test run are changed',
  },
];

const startOf = ({ lines }: FileState, number: number): number => {
  let start = 0;
  for (const line of lines.slice(0, number - 1)) start += line.length + 1;
  return start;
};

/** Whether any of its lines could be one, before anything is read more closely. */
const mayHook = ({ text, lines }: FileState, own: typeof signs): boolean =>
  own.some(({ line }) => line.test(text) || lines.some((each) => line.test(each.slice(0, 2_000))));

/** Where the first word of a sign stands in a line, and what that does. */
const signIn = (text: string, own: typeof signs): { at: number; says: string } | null => {
  for (const { line, says } of own) {
    const found = line.exec(text);
    if (found !== null) return { at: found.index + Math.max(0, found[0].search(/\S/)), says };
  }
  return null;
};

const inLines = (file: ReadFile): Hook[] => {
  const { after, path } = file;
  const own = signs.filter(({ files }) => files.test(path));
  if (after === null || !mayHook(after, own)) return [];
  const where = whereIn(after);
  return addedLines(file).flatMap((number) => {
    const found = signIn((after.lines[number - 1] ?? '').slice(0, 2_000), own);
    if (found === null || where(startOf(after, number) + found.at) === 'comment') return [];
    return [{ file: path, line: number, says: found.says }];
  });
};

const startUp = /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$/;
const services = /META-INF\/services\/org\.(?:junit|testng)\b/;
const libraries = /(?:^|\/)(?:org\/(?:junit|testng|assertj|hamcrest|mockito|opentest4j)|node_modules|site-packages)\//;

/** Files that are run before all else, or in the place of something else. */
const byName = ({ path, before, after }: ReadFile): Hook[] => {
  if (after === null || after.text === before?.text) return [];
  if (startUp.test(path)) return [{ file: path, says: 'this is run before every program of Python' }];
  if (services.test(path)) return [{ file: path, says: 'this makes the runner load a class' }];
  if (libraries.test(path) && before === null) return [{ file: path, says: 'this takes the place of a library' }];
  return [];
};

/** A TestMain that does not end with what the tests say. */
const inTestMain = ({ path, before, after }: ReadFile): Hook[] => {
  const body = /\bfunc TestMain\(\s*(\w+)[\s\S]*$/.exec(after?.text ?? '');
  if (!path.endsWith('.go') || body === null || before?.text.includes(body[0]) === true) return [];
  const own = body[0].split(/\n\}/, 1)[0] ?? '';
  const result = /os\.Exit\(\s*(?:\w+\.Run\(\)|[a-z]\w*)\s*\)|VerifyTestMain|\bgoleak\b/;
  const isHonest = !/os\.Exit\(\s*0\s*\)/.test(own) && (result.test(own) || /^\s*\w+\.Run\(\)\s*$/m.test(own));
  const line = after?.text.slice(0, body.index).split('\n').length ?? 1;
  return isHonest ? [] : [{ file: path, line, says: 'TestMain does not end with the result of the tests' }];
};

const module = /^(?:src\/|lib\/|tests?\/)?([a-z_][\w]*)(?:\.py|\/__init__\.py)$/;

/** A new module by the name of a library that tests or code already import. */
const shadows = (patch: ReadPatch): Hook[] =>
  patch.files.flatMap(({ path, before, after }) => {
    const name = before === null && after !== null ? module.exec(path)?.[1] : undefined;
    if (name === undefined) return [];
    const imported = new RegExp(String.raw`^\s*(?:import|from)\s+${name}\b`, 'm');
    const texts = [...patch.files.map((file) => file.before?.text ?? ''), ...patch.tests.map(({ text }) => text)];
    return texts.some((text) => imported.test(text)) &&
      !patch.files.some((file) => file.was !== undefined && file.path === path)
      ? [{ file: path, says: `this takes the place of the module ${name}` }]
      : [];
  });

export const hooksIn = (patch: ReadPatch): Hook[] => [
  ...patch.files.flatMap((file) => [...byName(file), ...inTestMain(file), ...inLines(file)]),
  ...shadows(patch),
];
