import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const head = "const test = require('ava');\nconst { queue } = require('../lib/queue');\n\n";

/** Whether a new test is refused, beside a fix. */
const isRefused = (body: string): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'it waits for ever', category: 'bug', description: '', file: 'lib/queue.js', line: 1 }],
      files: [
        { path: 'lib/queue.js', before: 'exports.queue = (x) => x;\n', after: 'exports.queue = (x) => x.done();\n' },
        { path: 'test/queue.js', before: head, after: `${head}test('is idle', (t) => {\n${body}});\n` },
      ],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'assertion-tautological' && noteOnly !== true);

it.each([
  '  let called = false;\n  const own = queue();\n  own.drain = function () {\n    called = true;\n  };\n  t.is(called, false);\n',
  '  let called = 0;\n  const own = queue();\n  own.drain = function drain() {\n    called++;\n  };\n  t.is(called, 0);\n',
  '  let called = 0;\n  const own = queue();\n  own.drain = function drain() {\n    called += 1;\n  };\n  t.is(called, 0);\n',
])('7.1 what a function changes is checked: %s', (body) => expect(isRefused(body)).toBe(false));

it('7.1 what nobody changes holds anyway', () =>
  expect(isRefused('  let called = false;\n  queue();\n  t.is(called, false);\n')).toBe(true));
