import { expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const code = 'export class Queue {\n  peek() {\n    return this.items.shift();\n  }\n}\n';
const head = "import { Queue } from '../src/queue.js';\n";
const checked = "test('peek keeps', () => {\n  const queue = new Queue();\n  expect(queue.peek()).toBe(1);\n});\n";

const isRefused = (line: string): boolean =>
  inspectPatch(
    {
      findings: [{ title: 'peek takes it away', category: 'bug', description: '', file: 'src/queue.js', line: 2 }],
      files: [
        { path: 'src/queue.js', before: code, after: code.replace('shift()', 'at(0)') },
        { path: 'test/queue.test.js', before: head + checked, after: `${head}${line}\n${checked}` },
      ],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'unit-mocked' && noteOnly !== true);

it.each([
  ['Queue.prototype.peek = function () { return 1; };', true],
  ['Queue.prototype.peek = () => 1;', true],
  ['const own = {};\nown.size = () => 1;', false],
  ['function Foo() {}\nFoo.prototype = function () {};', false],
])('7.1 a test that puts its own function in the place of what it tests: %s', (line, refused) =>
  expect(isRefused(line)).toBe(refused),
);
