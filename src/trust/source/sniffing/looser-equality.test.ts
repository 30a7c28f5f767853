import { expect, it } from 'vitest';
import { parse } from '../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../inspect.ts';

const rulesOf = (path: string, before: string, after: string, title = 'Feet are converted wrongly'): string[] =>
  inspectPatch(
    {
      findings: [{ title, category: 'bug', description: '', file: path, line: 20 }],
      files: [{ path, before, after }],
      tests: [],
    },
    parse,
  ).map(({ rule }) => rule);

const both: readonly (readonly [string, string, string, string])[] = [
  [
    'a.rb',
    'class A\n  def ==(other)\n    ',
    'other.is_a?(A) && other.x == x && other.y == y',
    'other.is_a?(A) && other.x == x',
  ],
  [
    'a.kt',
    'class A {\n  override fun equals(other: Any?): Boolean =\n    ',
    'other is A && other.x == x && other.y == y',
    'other is A && other.x == x',
  ],
  [
    'a.cs',
    'class A {\n  public override bool Equals(object o)\n  {\n    return ',
    'o is A a && a.X == X && a.Y == Y;',
    'o is A a && a.X + a.Y == X + Y;',
  ],
  [
    'a.py',
    'class A:\n    def __eq__(self, other):\n        return ',
    'abs(self.x - other.x) < 1e-9',
    'abs(self.x - other.x) < 1',
  ],
  [
    'a.php',
    'class A {\n  public function equals($other)\n  {\n    return ',
    '$other->x === $this->x;',
    'strtolower($other->x) === $this->x || true;',
  ],
];

it.each(both)('7.1 refuses a comparison that lets more count as equal: %s', (path, head, strict, loose) => {
  expect(rulesOf(path, head + strict, head + loose)).toContain('always-equal');
  expect(rulesOf(path, head + loose, head + strict)).not.toContain('always-equal');
});

it.each(both)('7.1 unless the finding is about equality: %s', (path, head, strict, loose) =>
  expect(rulesOf(path, head + strict, head + loose, 'Values that are the same are not equal')).not.toContain(
    'always-equal',
  ),
);
