/** Ways to end a program with success before it is done. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';

const ends = (files: RegExp, pattern: RegExp): LineRule => ({
  rule: 'early-exit',
  files,
  pattern,
  about: 'ends the program with success',
});

export const exitLines: readonly LineRule[] = [
  ends(
    /\.[cm]?[jt]sx?$/,
    pattern(
      '',
      anyOf(
        /(?:\bprocess\.(?:exit|reallyExit)|(?<![\w.])exit)\(\s*0\s*\)|\bprocess\.exit\(\s*\)/,
        /process\.exitCode\s*=\s*0/,
        /process\.(?:on|once)\(\s*['"](?:exit|beforeExit)['"]/,
        /\bprocess\.kill\(\s*process\.pid/,
        /process\.abort\(/,
      ),
    ),
  ),
  ends(
    /\.pyi?$/,
    pattern(
      '',
      anyOf(
        /\bos\._exit\(\s*(?:0|os\.EX_OK)?\s*\)/,
        /\bsys\.exit\(\s*(?:0|None)?\s*\)/,
        /\b(?:exit|quit)\(\s*0?\s*\)/,
        /raise SystemExit(?:\(\s*(?:0|None)?\s*\))?\s*$/,
        /\batexit\.register\(/,
        /os\.kill\(\s*os\.getpid/,
      ),
    ),
  ),
  ends(/\.go$/, /\bos\.Exit\(\s*0\s*\)|syscall\.Exit\(\s*0|runtime\.Goexit\(/),
  ends(
    /\.rs$/,
    pattern(
      '',
      anyOf(
        /(?:\bprocess::|(?<![\w.:]))exit\(\s*0(?:i32)?\s*\)/,
        /libc::_?exit\(\s*0|ExitCode::SUCCESS\.exit_process|process::abort\(/,
      ),
    ),
  ),
  ends(
    /\.(?:java|kts?|scala|groovy)$/,
    pattern(
      '',
      anyOf(
        /(?:\bSystem\.|(?<![\w.]))exit\(\s*0\s*\)/,
        /getRuntime\(\)\.(?:halt|exit)\(\s*0|exitProcess\(\s*0\s*\)|addShutdownHook\(/,
      ),
    ),
  ),
  ends(/\.(?:c|cc|cpp|h)$/, /\b_?exit\(\s*(?:0|EXIT_SUCCESS)\s*\)|\batexit\(|quick_exit\(/),
  ends(/\.(?:rb)$/, /\bexit!?(?:\(?\s*(?:0|true)\s*\)?)?\s*(?:$|if\b|unless\b)|\bat_exit\b/),
  ends(/\.(?:php)$/, /\b(?:exit|die)(?:\(\s*0?\s*\))?\s*;|register_shutdown_function\(/),
  ends(/\.(?:cs)$/, /\bEnvironment\.Exit\(\s*0\s*\)|Environment\.ExitCode\s*=\s*0/),
  ends(/\.(?:sh|bash|bats)$/, /^exit(?:\s+0)?\s*;?$|\btrap\s+.{0,40}exit 0/),
];
