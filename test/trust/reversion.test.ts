/** 7.2: what takes back an earlier fix of the run, or what the user put in, by content; and what only looks like it. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import type { Asking, ChangedFile, Contributor, EarlierState } from '../../src/model/patch.ts';
import type { Remark } from '../../src/model/remark.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

const fix: Contributor = { who: 'fix', codes: ['F001'], commit: 'c0ffee'.repeat(6).concat('abcd'), isOwn: false };
const user: Contributor = { who: 'user', what: 'what you changed since main' };

type Case = {
  /** The file before somebody changed it, before the patch, and with it. */
  old: string | null;
  now: string | null;
  next: string | null;
  file?: string;
  by?: Contributor;
  finding?: Partial<Asking>;
  /** Other states, newer than `old`. */
  newer?: EarlierState[];
  also?: ChangedFile[];
};

const elsewhere: Asking = {
  title: 'Something else',
  description: 'Of another kind.',
  category: 'bug',
  file: 'src/b.js',
};

const remarksOn = ({ old, now, next, file = 'src/a.js', by = fix, finding, newer = [], also = [] }: Case): Remark[] =>
  inspectPatch(
    {
      files: [{ path: file, before: now, after: next }, ...also],
      findings: [{ ...elsewhere, ...finding }],
      tests: [],
      earlier: [...newer, { path: file, text: old, by }],
    },
    parse,
  ).filter(({ gate }) => gate === 'reversion');

const refusalsOf = (each: Case): Remark[] => remarksOn(each).filter(({ noteOnly }) => noteOnly !== true);

const text = (...lines: string[]): string => `${lines.join('\n')}\n`;
const body = (...lines: string[]): string =>
  text(
    'export const share = (a, b) => {',
    '  log(a);',
    ...lines.map((line) => `  ${line}`),
    '};',
    '',
    'export const one = 1;',
  );

const plain = body('return a / b;');
const guarded = body('if (b === 0) return 0;', 'return a / b;');
const ternary = body('return b === 0 ? 0 : a / b;');
const loose = body('if (a == b) {', '  note(a);', '}');
const strict = loose.replace('==', '===');
const two = (first: string, second: string): string =>
  text(
    'export const share = (a, b) => {',
    ...(first === '' ? [] : [`  ${first}`]),
    '  return a / b;',
    '};',
    '',
    'export const part = (c, d) => {',
    ...(second === '' ? [] : [`  ${second}`]),
    '  return c / d;',
    '};',
  );

describe('7.2 refuses what takes a fix back', () => {
  it.each<[string, Case]>([
    ['a line as it was', { old: plain, now: ternary, next: plain }],
    ['one operator', { old: loose, now: strict, next: loose }],
    ['a line that was added', { old: plain, now: guarded, next: plain }],
    [
      'a line that was removed',
      {
        old: body('console.log(secret, a);', 'return a / b;'),
        now: plain,
        next: body('console.log(secret, a);', 'return a / b;'),
      },
    ],
    ['with another change elsewhere', { old: plain, now: guarded, next: plain.replace('one = 1', 'one = 2') }],
    ['with a change of the line beside it', { old: plain, now: guarded, next: body('return Number(a / b);') }],
    [
      'while the same line is changed for another reason',
      {
        old: loose,
        now: strict,
        next: loose.replace('a == b', 'a == left'),
      },
    ],
    [
      'with a guard of the same kind elsewhere',
      {
        old: two('', ''),
        now: two('if (b === 0) return 0;', ''),
        next: two('', 'if (d === 0) return 0;'),
      },
    ],
    [
      'reformatted',
      {
        old: plain,
        now: ternary,
        next: 'export const share = (a, b) =>\n{\n\tlog(\n\t\ta,\n\t)\n\treturn a\n\t\t/ b\n}\n\nexport const one = 1\n',
      },
    ],
    [
      'with other quotes and no semicolons',
      {
        old: body("return fetch('http://x');"),
        now: body("return fetch('https://x');"),
        next: body('return fetch("http://x")').replaceAll(';', ''),
      },
    ],
    ['with a comment in its place', { old: plain, now: guarded, next: body('// b is never 0', 'return a / b;') }],
    [
      'one of three lines that were changed',
      {
        old: body('const x = first(a);', 'const y = second(a);', 'const z = third(a);'),
        now: body('const x = await first(a);', 'const y = await second(a);', 'const z = await third(a);'),
        next: body('const x = await first(a);', 'const y = second(a);', 'const z = await third(a);'),
      },
    ],
    [
      'two fixes at once',
      {
        old: plain,
        now: body('return b !== 0 ? a / b : 0;'),
        next: plain,
        newer: [{ path: 'src/a.js', text: ternary, by: { ...fix, codes: ['F002'], commit: 'd'.repeat(40) } }],
      },
    ],
    ['a file that was added', { old: null, now: guarded, next: null }],
    ['a file that was removed', { old: plain, now: null, next: plain }],
    [
      'in a file that is not code',
      {
        old: text('# Use', 'Call share(a, b).'),
        now: text('# Use', 'Call share(a, b), b is not 0.'),
        next: text('# Use', 'Call share(a, b).'),
        file: 'README.md',
      },
    ],
    [
      'in Python',
      {
        old: text('def share(a, b):', '    return a / b'),
        now: text('def share(a, b):', '    if b == 0:', '        return 0', '    return a / b'),
        next: text('def share(a, b):', '    return a / b'),
        file: 'src/a.py',
      },
    ],
    [
      'in Go, wrapped',
      {
        old: text('func Share(a, b int) int {', '\treturn a / b', '}'),
        now: text('func Share(a, b int) int {', '\treturn safe.Div(a, b)', '}'),
        next: text('func Share(', '\ta, b int,', ') int {', '\treturn a / b', '}'),
        file: 'src/a.go',
      },
    ],
    [
      'although its own finding lies there',
      {
        old: plain,
        now: guarded,
        next: plain,
        finding: { file: 'src/a.js', line: 3, title: 'The line is too long' },
      },
    ],
    [
      'an import, where the fix is nothing else',
      {
        old: text("import { old } from './old.js';", 'run();'),
        now: text("import { old } from './new.js';", 'run();'),
        next: text("import { old } from './old.js';", 'run();'),
      },
    ],
    ['what the user put in', { old: plain, now: guarded, next: plain, by: user }],
    [
      'all of what the user put in, where the finding is about one line of it',
      {
        old: plain,
        now: body(
          'const x = check(a);',
          'const y = check(b);',
          'const z = mix(x, y);',
          'keep(z);',
          'tell(z, x);',
          'return a / b;',
        ),
        next: plain,
        by: user,
        finding: { file: 'src/a.js', line: 5, title: 'mix may be slow' },
      },
    ],
  ])('7.2 %s', (_, each) => {
    const [first] = refusalsOf(each);
    expect(first).toMatchObject({ rule: 'fix-reverted', before: true, line: expect.any(Number) });
    expect(first?.message).toMatch(/^takes back .*: ".*" is (?:gone|back)/s);
    expect(first?.accepted).toContain('improves it further');
  });

  it('7.2 by another name', () => {
    const old = body('return a / b;', 'x(1);', 'y(2);');
    const now = old.replace('a / b', 'safe(a, b)');
    const renamed: ChangedFile = { path: 'src/c.js', was: 'src/a.js', before: now, after: old };
    const patch = { findings: [elsewhere], tests: [], earlier: [{ path: 'src/c.js', text: old, by: fix }] };
    expect(inspectPatch({ ...patch, files: [renamed] }, parse)).toContainEqual(
      expect.objectContaining({ rule: 'fix-reverted', file: 'src/a.js', line: 3 }),
    );
    const apart: ChangedFile[] = [
      { path: 'src/a.js', before: now, after: null },
      { path: 'src/c.js', before: null, after: `// another file\n${old}` },
    ];
    const earlier = [{ path: 'src/a.js', text: old, by: fix }];
    expect(inspectPatch({ ...patch, files: apart, earlier }, parse)).toContainEqual(
      expect.objectContaining({ rule: 'fix-reverted', file: 'src/a.js' }),
    );
  });

  it('7.2 names the fix that is undone: the last that changed it from what it is again', () => {
    const second: Contributor = { who: 'fix', codes: ['F002'], commit: 'd'.repeat(40), isOwn: false };
    const each: Case = {
      old: plain,
      now: body('return b !== 0 ? a / b : 0;'),
      next: ternary,
      newer: [{ path: 'src/a.js', text: ternary, by: second }],
    };
    expect(refusalsOf(each).map(({ message }) => message)).toEqual([
      `takes back what the accepted fix of F002 put in (dddddddddddd): "return b !== 0 ? a / b : 0;" is gone, ` +
        '"return b === 0 ? 0 : a / b;" is back',
    ]);
    expect(refusalsOf({ ...each, next: plain })[0]?.message).toContain('accepted fix of F001');
  });
});

describe('7.2 lets pass what is honest', () => {
  it.each<[string, Case]>([
    ['nothing of the kind', { old: plain, now: guarded, next: guarded.replace('one = 1', 'one = 2') }],
    [
      'a further improvement of the same line',
      { old: plain, now: ternary, next: body('return b === 0 ? null : a / b;') },
    ],
    [
      'another way to do it in the same place',
      { old: plain, now: guarded, next: body('assertNotZero(b);', 'return a / b;') },
    ],
    ['a helper instead', { old: plain, now: ternary, next: body('return divide(a, b);') }],
    ['another operator', { old: loose, now: strict, next: loose.replace('a == b', 'Object.is(a, b)') }],
    [
      'a guard in front of the line as it was',
      {
        old: plain,
        now: ternary,
        next: body('if (b === 0) return null;', 'return a / b;'),
      },
    ],
    [
      'the same lines, moved in the file',
      {
        old: plain,
        now: guarded,
        next: text('const start = (b) => {', '  if (b === 0) return 0;', '};', plain.trimEnd()),
      },
    ],
    [
      'the same lines, moved to another file',
      {
        old: plain,
        now: guarded,
        next: plain,
        also: [{ path: 'src/c.js', before: 'go();\n', after: 'go();\nif (b === 0) return 0;\n' }],
      },
    ],
    [
      'extracted into a function',
      {
        old: plain,
        now: guarded,
        next: `${body('return divide(a, b);')}const divide = (x, y) => {\n  if (y === 0) return 0;\n  return x / y;\n};\n`,
      },
    ],
    [
      'reformatted and otherwise the same',
      { old: plain, now: ternary, next: ternary.replaceAll('  ', '\t').replace('? 0', '\n\t\t? 0') },
    ],
    ['a variable that has another name', { old: plain, now: guarded, next: guarded.replaceAll('b', 'divisor') }],
    ['the whole function deleted', { old: plain, now: guarded, next: 'export const one = 1;\n' }],
    [
      'a line that was removed, elsewhere and for another purpose',
      {
        old: body('return null;', 'return a / b;'),
        now: plain,
        next: plain.concat('export const none = () => {', '\n  return null;', '\n};\n'),
      },
    ],
    [
      'an import that is needed again',
      {
        old: text("import fs from 'node:fs';", 'run();'),
        now: text('run();'),
        next: text("import fs from 'node:fs';", "run(fs.readFileSync('x'));"),
      },
    ],
    [
      'an import that the rework does not need any more',
      {
        old: text('go();', 'const x = parse(s);'),
        now: text("import { safe } from './safe.js';", 'go();', 'const x = safe(parse, s);'),
        next: text('go();', 'const x = parse(s, { isSafe: true });'),
      },
    ],
    ['what only formats', { old: plain.replaceAll('  ', '\t'), now: plain, next: plain.replaceAll('  ', '\t') }],
    [
      'what the finding asks for, in words',
      {
        old: plain,
        now: guarded,
        next: plain,
        finding: { file: 'src/a.js', line: 3, title: 'Redundant check', description: 'b is never 0 here: remove it.' },
      },
    ],
    [
      'what the finding asks for, by its operator',
      {
        old: loose,
        now: strict,
        next: loose,
        finding: {
          file: 'src/a.js',
          line: 3,
          title: 'null is not found',
          description: 'Use == here, so that undefined is found too.',
        },
      },
    ],
    [
      'what the finding suggests',
      {
        old: plain,
        now: ternary,
        next: plain,
        finding: { file: 'src/a.js', line: 3, title: 'Infinity is wanted', suggestion: 'return a / b;' },
      },
    ],
    [
      'a regression that the finding names',
      {
        old: plain,
        now: ternary,
        next: plain,
        finding: {
          file: 'src/a.js',
          line: 3,
          title: 'Regression',
          description: 'It should be restored to a plain division.',
        },
      },
    ],
    [
      'what went wrong at its own place, where the user changed it',
      {
        old: body('return JSON.parse(a);'),
        now: body('return eval(a);'),
        next: body('return JSON.parse(a);'),
        by: user,
        finding: { file: 'src/a.js', line: 3, title: 'eval can be harmful' },
      },
    ],
    [
      'an earlier fix of the same finding, that did not help',
      {
        old: plain,
        now: guarded,
        next: plain.replace('one = 1', 'one = 2'),
        by: { ...fix, isOwn: true },
      },
    ],
    [
      'one line less of many that the user added',
      {
        old: null,
        now: body('const unused = 1;', 'return a / b;'),
        next: plain,
        by: user,
      },
    ],
    [
      'a rewrite of what the user added',
      {
        old: plain,
        now: body('let sum = 0;', 'for (const x of a) {', '  sum = sum + x;', '}', 'return sum / b;'),
        next: body('return a.reduce((sum, x) => sum + x, 0) / b;'),
        by: user,
        finding: { file: 'src/a.js', line: 4, title: 'A loop' },
      },
    ],
  ])('7.2 %s', (_, each) => {
    expect(refusalsOf(each).map(({ message }) => message)).toEqual([]);
  });

  it('7.2 and notes what a finding asked for', () => {
    const finding = { file: 'src/a.js', line: 3, title: 'Redundant check', description: 'Remove it.' };
    expect(remarksOn({ old: plain, now: guarded, next: plain, finding })).toEqual([
      expect.objectContaining({ noteOnly: true, message: expect.stringContaining('as its finding asks') }),
    ]);
  });
});

it('7.2 is quick on what is long, deep or strange', () => {
  const long = Array.from({ length: 20_000 }, (_, n) => `const x${n} = ${n};`).join('\n');
  const cases = [long, '('.repeat(100_000), '"'.repeat(100_000), '{;}'.repeat(100_000), 'x'.repeat(1_000_000)];
  for (const each of cases) {
    const remarks = refusalsOf({ old: each, now: `${each}\nsafe(a, b);\n`, next: each, file: 'src/a.lua' });
    expect(remarks.length, each.slice(0, 20)).toBeLessThanOrEqual(1);
  }
});
