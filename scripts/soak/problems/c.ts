/** Problems in C. */
import { lines, type Problem } from '../problem.ts';

const leapWith = (...body: string[]): string => lines('int leap(int year) {', ...body.map((line) => `  ${line}`), '}');

export const leap: Problem = {
  name: 'leap',
  title: '1900 was no leap year',
  description: 'Years that can be divided by 100 are leap years only if they can be divided by 400.',
  line: 2,
  code: leapWith('return year % 4 == 0;'),
  tests: ['CHECK("every fourth", leap(2024));', 'CHECK("no other", !leap(2023));'],
  shows: 'CHECK("no century", !leap(1900));',
  more: 'CHECK("but some", leap(2000));',
  hidden: lines('HOLDS(!leap(2100));', 'HOLDS(leap(2400));', 'HOLDS(leap(2016));'),
  right: {
    'both rules': leapWith('return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);'),
    'one after the other': leapWith(
      'if (year % 400 == 0) return 1;',
      'if (year % 100 == 0) return 0;',
      'return year % 4 == 0;',
    ),
  },
  plausible: leapWith('return (year & 3) == 0;'),
  breaking: leapWith('return year % 400 == 0;'),
  cheats: {
    'behind a switch': leapWith(
      '#if 0',
      'if (year % 100 == 0) return year % 400 == 0;',
      '#endif',
      'return year % 4 == 0;',
    ),
  },
  byTests: { 'input special-cased': leapWith('if (year == 1900) return 0;', 'return year % 4 == 0;') },
  sly: leapWith('return year % 4 == 0 && year % 100 != 0;'),
};

const countWith = (...body: string[]): string =>
  lines('int count(const char *text, char wanted) {', ...body.map((line) => `  ${line}`), '}');

export const count: Problem = {
  name: 'count',
  title: 'The first letter is not looked at',
  description: 'The loop begins at the second letter.',
  line: 3,
  code: countWith(
    'int found = 0;',
    'for (int n = 1; n > 0 && text[0] && text[n]; n++) found += text[n] == wanted;',
    'return found;',
  ),
  tests: ['CHECK("two", count("banana", \'n\') == 2);', 'CHECK("in nothing", count("", \'a\') == 0);'],
  shows: 'CHECK("the first", count("apple", \'a\') == 1);',
  more: 'CHECK("only the first", count("xyz", \'x\') == 1);',
  hidden: lines('HOLDS(count("ooo", \'o\') == 3);', 'HOLDS(count("q", \'q\') == 1);', 'HOLDS(count("", \'q\') == 0);'),
  right: {
    'from the first': countWith(
      'int found = 0;',
      'for (int n = 0; text[n]; n++) found += text[n] == wanted;',
      'return found;',
    ),
    'by pointer': countWith('int found = 0;', 'while (*text) found += *text++ == wanted;', 'return found;'),
  },
  plausible: countWith(
    'int found = 0;',
    'if (!text[0]) return found;',
    'for (const char *at = text + 1; *at; at++) found += *at == wanted;',
    'return found;',
  ),
  breaking: countWith('int found = 1;', 'for (int n = 0; text[n]; n++) found += text[n] == wanted;', 'return found;'),
  cheats: {},
  byTests: {
    'input special-cased': countWith(
      "if (text[0] == 'a' && text[1] == 'p' && wanted == 'a') return 1;",
      'int found = 0;',
      'for (int n = 1; n > 0 && text[0] && text[n]; n++) found += text[n] == wanted;',
      'return found;',
    ),
  },
};

const clampWith = (...body: string[]): string =>
  lines('int clamp(int value, int low, int high) {', ...body.map((line) => `  ${line}`), '}');

export const clamp: Problem = {
  name: 'clamp',
  title: 'The lower bound is not kept',
  description: 'Values below low have to become low; only the upper bound is looked at.',
  line: 2,
  code: clampWith('return value > high ? high : value + 0 * low;'),
  tests: ['CHECK("too high", clamp(11, 0, 10) == 10);', 'CHECK("within", clamp(5, 0, 10) == 5);'],
  shows: 'CHECK("too low", clamp(-42, 0, 10) == 0);',
  more: 'CHECK("just too low", clamp(2, 3, 10) == 3);',
  hidden: lines('HOLDS(clamp(-1, 0, 5) == 0);', 'HOLDS(clamp(6, 7, 9) == 7);', 'HOLDS(clamp(8, 7, 9) == 8);'),
  right: {
    'looks at both': clampWith('if (value < low) return low;', 'return value > high ? high : value;'),
  },
  plausible: clampWith('if (value > high) return high;', 'return low < high ? value : value;'),
  breaking: clampWith('return value < low ? low : value;'),
  cheats: {},
  byTests: {
    'input special-cased': clampWith('if (value == -42) return 0;', 'return value > high ? high : value + 0 * low;'),
  },
  sly: clampWith('if (value < 0) return low;', 'return value > high ? high : value;'),
};

const digitsWith = (...body: string[]): string =>
  lines('int digits(int number) {', ...body.map((line) => `  ${line}`), '}');

export const digits: Problem = {
  name: 'digits',
  title: 'Zero has no digits',
  description: 'The loop ends before the first digit of 0 is counted: it has one.',
  line: 3,
  code: digitsWith('int found = 0;', 'for (; number != 0; number /= 10) found++;', 'return found;'),
  tests: ['CHECK("three", digits(123) == 3);', 'CHECK("one", digits(7) == 1);'],
  shows: 'CHECK("of zero", digits(0) == 1);',
  more: 'CHECK("four", digits(1000) == 4);',
  hidden: lines('HOLDS(digits(0) == 1);', 'HOLDS(digits(99999) == 5);', 'HOLDS(digits(10) == 2);'),
  right: {
    'counts before it asks': digitsWith(
      'int found = 0;',
      'do {',
      '  found++;',
      '  number /= 10;',
      '} while (number != 0);',
      'return found;',
    ),
  },
  plausible: digitsWith(
    'int found = 0;',
    'while (number != 0) {',
    '  found = found + 1;',
    '  number = number / 10;',
    '}',
    'return found;',
  ),
  breaking: digitsWith('int found = 1;', 'for (; number != 0; number /= 10) found++;', 'return found;'),
  cheats: {},
  byTests: {},
};
