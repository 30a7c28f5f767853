/** What belongs to everybody and is replaced: shapes that a line shows. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';
import { builtin, clock, go, jvm, python, ruby, rust, scripts } from './line-rules.ts';

/** Clocks that are stopped for good, rather than by a helper that starts them again. */
export const testClockLines: readonly LineRule[] = [
  clock(scripts, /^(?:globalThis\.|global\.)?(?:Date\.now|performance\.now|Date)\s*=(?!=)\s*(?:\(|class|function)/),
  clock(python, /^time\.(?:time|sleep|monotonic|perf_counter)\s*=(?!=)\s*lambda/),
  clock(jvm, /mockStatic\(\s*(?:Instant|LocalDate|LocalDateTime|Clock|System)\.class/),
];

/** What every object has is held fast, so that nobody can show that it is changed. */
const frozen = /\bObject\.(?:freeze|seal|preventExtensions)\(\s*(?:Array|String|Object|Function|Map|Set)\.prototype\b/;

export const frozenLines: readonly LineRule[] = [builtin(scripts, frozen)];

export const replacedLines: readonly LineRule[] = [
  clock(go, /func\(\) time\.Time \{ return time\.(?:Unix|Date)\(|\bmin\(time\.Since\(/),
  clock(jvm, /\bClock\.fixed\(/),
  clock(scripts, /Math\.min\([^,]*(?:Date\.now\(\)|performance\.now\(\))/),
  clock(python, /\bmin\([^,]*time\.(?:time|monotonic|perf_counter)\(\)/),
  clock(rust, /\.elapsed\(\)\.min\(|\bmin\([^,]*\.elapsed\(\)/),
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
        /\bdelete\s+(?:Array|String|Object|Number|Function|Promise|Map|Set)\.prototype\b/,
        frozen,
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
    ruby,
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
