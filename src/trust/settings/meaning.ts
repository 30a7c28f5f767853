/** What keys of checks mean, by their names: those of tools that are not known are named alike. */
import { anyOf, pattern } from '../../plain/pattern.ts';

/** A key in small letters, without hyphens and underscores. */
export const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[-_\s"']/g, '');

/** A higher number is stricter: what has to be reached. */
export const floors = pattern(
  '',
  '^',
  anyOf(
    /(?:global|lines?|branch(?:es)?|functions?|statements|coverage|linecoverage|branchcoverage|instruction)/,
    /(?:failunder|covfailunder|autofail|minimum|min(?:imum)?coverage|mincoverage\w*|target|level|minscore|score)/,
    /(?:minmsi|mincoveredmsi|coveragethreshold|threshold(?:s)?|floor|range|high|low|break|minlines|expectedminimum\w*)/,
  ),
  '$',
);

/** A lower number is stricter: what must not be exceeded. */
export const ceilings = pattern(
  '',
  anyOf(
    /^max|max$|^complexity|complexity$|mincomplexity|minlen\w*|linelength|printwidth|maxlen|mccabe/,
    /timeout|timelimit|retries|retry|reruns?|rerunfailing\w*|flaky|attempts|maxwarnings|allowed|tolerance|slow/,
    /errorlevel|threshold$|limit$|budget|warningsasthreshold|cyclomatic|cognitive|arguments?threshold/,
  ),
);

/** Those that make a run of tests more patient. */
export const patience = /timeout|timelimit|retries|retry|reruns?|rerunfailing|flaky|attempts|slow/;

/** True is stricter. */
export const virtues = pattern(
  '',
  '^',
  anyOf(
    /strict\w*|noimplicit\w*|nounused\w*|nofallthrough\w*|nounchecked\w*|noproperty\w*|exactoptional\w*|alwaysstrict/,
    /useunknownincatch\w*|checkjs|forceconsistent\w*|noemitonerror|disallow\w*|warn\w*|check\w*|enforce\w*|require\w*/,
    /fail(?!fast)\w*/,
    /halt\w*|erroron\w*|forbid\w*|deny\w*|report\w*|treatwarnings\w*|enabled?|active|branch|bail|isolate/,
    /resetmocks|restoremocks|clearmocks|harness|test|doctest|autotests|overflowchecks|debugassertions|allowonlyfalse/,
    /perfile|all|useparallelism|recommended|blocking|implicitreexport/,
    /local(?:partial)?types|xfailstrict|showerrorcodes/,
    /executetests|nullable|analysismode|enablenetanalyzers|runanalyzers\w*|enforcecodestyle\w*|strictmode|errors/,
  ),
  '$',
);

/** False is stricter. */
export const vices = pattern(
  '',
  '^',
  anyOf(
    /allow\w*|skip\w*|ignore\w*|passwithnotests|continueonerror|dangerously\w*|suppress\w*|transpileonly|silent/,
    /testfailureignore|maventestskip|mavenfailureignore|maventestfailureignore|noerror\w*|exitzero|disable\w*|quiet/,
    /followimportsskip|noimplicitoptionalfalse|noverify/,
    /ignoremissingimports|onlywarn|warnonly|softfail|notests?fail\w*/,
    /isolatedmodules|bypass\w*|dryrun|norun|exclude\w*|lenient|relaxed|permissive|updatesnapshots?|ci?false/,
  ),
  '$',
);

/** A longer list leaves more out. */
export const leavingOut = pattern(
  '',
  anyOf(
    /ignore|exclude|exclusion|omit|skip|disable|suppress|allow|whitelist|deselect|except|nowarn|norecurse|notests?/,
    /filterwarnings|baseline|quarantine|entries|forcecoveragematchfalse|skips|per-?file|blacklist|denylist|match$/,
  ),
);

/** A shorter list checks less. */
export const takingIn = pattern(
  '',
  anyOf(
    /include|select|enable|files|testmatch|testregex|testpaths|testdir|tests?$|spec|paths|collectcoveragefrom|rules/,
    /extends|plugins|checks|linters|presets|sources?|packages|modules|roots|projects|hooks|repos|targets|needs/,
    /dependson|steps|jobs|matrix|^on$|branches|reporters?|pythonfiles|pythonfunctions|pythonclasses|envlist|stages/,
  ),
);

/** Whatever they say, no check gets weaker by it. */
export const neutral = pattern(
  '',
  '^',
  anyOf(
    /target|lib|module|moduleresolution|outdir|rootdir|jsx\w*|declaration\w*|sourcemap|types|esmoduleinterop/,
    /resolvejsonmodule|composite|references|description|name|version|comment|\$?schema|color|cache\w*|verbose/,
    /parallel|jobs|threads|workers|maxworkers|minversion|tags|ids?|url|author|license|homepage|displayname|title/,
    /allowsyntheticdefaultimports|allowimportingtsextensions|rewriterelativeimportextensions|erasablesyntaxonly/,
    /failfast/,
    /incremental|tsbuildinfofile|removecomments|downleveliteration|importhelpers|newline|semi|singlequote|tabwidth/,
    /usetabs|trailingcomma|indentsize|indentstyle|endofline|charset|inserfinalnewline|trimtrailingwhitespace/,
  ),
  '$',
);

/** What can change how tests are run, found or judged. */
export const runnerKeys = pattern(
  '',
  '^',
  anyOf(
    /setupfiles\w*|globalsetup|globalteardown|setuptests|require|import|loader|nodearguments|nodeoptions|nodeoption/,
    /reporters?|testrunner|runner|resolver|modulenamemapper|alias|transform|testenvironment|snapshotresolver/,
    /snapshotserializers|testsequencer|testresultsprocessor|pool/,
    /poolrunner|snapshotformat|plugins?|addopts|usefixtures/,
    /pythonpath|listeners?|argline|jvmargs|systemproperties|systempropertyvariables|environmentvariables|rustflags/,
    /rustdocflags|linker|rustcwrapper|rustc|extensions|autodetection|junitjupiter\w*|hooks|expect|grep|invert|tsloader/,
    /testnamepattern|env|setenv|passenv|commandspre|commandspost|allowlistexternals|testsequence|dangerously\w*/,
  ),
);
