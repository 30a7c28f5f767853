/** Code that looks at the stack to learn who called it: shapes that a line shows. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';
import { go, jvm, python, rust, scripts, stack } from './line-rules.ts';

export const stackLines: readonly LineRule[] = [
  stack(go, /(?:Contains|Index|Split|Match\w*)\(.{0,40}debug\.Stack\(\)|:?= (?:string\()?debug\.Stack\(\)/),
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
];
