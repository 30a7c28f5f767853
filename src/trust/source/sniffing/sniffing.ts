/** Code that behaves for whoever watches: tests, their clocks, their comparisons (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { aboutEquality, ownEquality } from './own-equality.ts';
import { alwaysEqual } from './equal-always.ts';
import { looserEquality } from './looser-equality.ts';
import { clockLines, ownClockLines, sharedClockLines, sharedSetUp } from './clock-lines.ts';
import { stoppedClock } from './stopped-clock.ts';
import { exitLines } from './exits.ts';
import { freshIn } from '../facts.ts';
import { type FreshLine, freshLines } from '../fresh-lines.ts';
import { patchedModules } from './patched-modules.ts';
import { frozenLines, replacedLines, testClockLines } from './replaced-lines.ts';
import { stackLines } from './stack-lines.ts';
import { testLines } from './tests-asked.ts';
import type { Seen } from '../seen.ts';
import { mentions, wants } from '../words.ts';

const remarkOn = ({ rule, path, line, about }: Seen): Remark => ({
  gate: 'sniffing',
  rule,
  file: path,
  line,
  message: `the patch ${about}`,
  accepted: 'code that does the same whether it is tested or not',
});

const asked: Readonly<Record<string, RegExp>> = {
  'test-detected': /\b(?:environment variable|CI\b|NODE_ENV|cfg\(test\)|test mode|under test)/i,
  'stack-inspected': pattern(
    'i',
    /\b/,
    anyOf(
      /stack ?trace|call ?site|source location|backtrace|traceback/,
      /caller(?:'s|s')? (?:name|file|line|place|location|frame)/,
    ),
    /\b/,
  ),
  'early-exit': pattern(
    'i',
    anyOf(
      /\bexit(?:s|ed|ing)?(?: with)?(?: (?:exit )?(?:code|status))? (?:0|zero|success\w*)/,
      pattern(
        '',
        /\b/,
        anyOf(
          /terminat\w+/,
          /shut(?:s|ting)? ?down/,
          /quit\w*/,
          /stop the process/,
          /end the process/,
          /exit cleanly/,
          /clean exit/,
          /release\w*|flush\w*/,
          /clos(?:e|ed|ing)/,
        ),
        /\b/,
      ),
    ),
  ),
  'clock-patched': /\b(?:polyfill|fake timers?|fixed clock|frozen clock|inject\w*|start(?:ed|up)? time|uptime)\b/i,
  'builtin-patched': /\b(?:polyfill|prototype|monkey|shim)\b/i,
  'always-equal': /\b(?:singleton|unit type|zero-sized|all equal|always equal|stateless|identity)\b/i,
};

const isAsked = ({ rule }: Seen, findings: readonly Asking[]): boolean => {
  const words = asked[rule];
  if (rule === 'early-exit' && mentions(findings, /--help|--version|\busage\b/i)) return true;
  return words !== undefined && wants(findings, words);
};

/** A polyfill, or a name that the file itself made: nothing of others is replaced. */
const isPolyfill = ({ rule, path, line, text }: FreshLine, changes: readonly SourceChange[]): boolean => {
  if (rule !== 'builtin-patched') return false;
  const after = changes.find((change) => change.path === path)?.after;
  const [, root = '', member = ''] = /([A-Za-z_]\w*)\.([\w.]+)\s*=/.exec(text) ?? [];
  const near = (after?.state.lines ?? []).slice(Math.max(0, line - 3), line).join('\n');
  const isAsked = new RegExp(String.raw`(?:!|typeof\s+|undefined|==\s*null).{0,40}\b${root}\.${member}\b|\|\|`).test(
    near,
  );
  const isMade = new RegExp(String.raw`\b(?:var|let|const|function)\s+${root}\b(?!\s*=\s*(?:require|globalThis))`);
  return root !== '' && (isAsked || isMade.test(after?.state.text ?? ''));
};

/** Of tests only: nobody may end them early or stop the clock for all of them. A new file ends only itself. */
const inTests = (tests: readonly SourceChange[]): Seen[] => [
  ...freshLines(
    tests.filter(({ before }) => before !== null),
    exitLines,
  ),
  ...freshLines(tests, [...testClockLines, ...clockLines, ...frozenLines]),
  ...freshLines(
    tests.filter(({ path }) => sharedSetUp.test(path)),
    sharedClockLines,
  ),
];

export const sniffing = ({ changes, findings, tests }: SourcePatch): Remark[] => {
  const found: Seen[] = [
    ...freshLines(changes, [...testLines, ...stackLines, ...replacedLines]).filter(
      (line) => !isPolyfill(line, changes),
    ),
    ...freshLines(changes, exitLines),
    ...freshLines(changes, [...clockLines, ...ownClockLines]),
    ...changes.flatMap(stoppedClock),
    ...freshIn(changes, alwaysEqual),
    ...changes.flatMap(patchedModules),
    ...(mentions(findings, aboutEquality)
      ? []
      : changes.flatMap((change) => [...ownEquality(change), ...looserEquality(change, findings)])),
    ...inTests(tests),
  ];
  return found.filter((each) => !isAsked(each, findings)).map(remarkOn);
};
