/** Checks of single files are called with names that nobody has chosen for them. */
import { describe, expect, it } from 'vitest';
import { targetCommand } from './targets.ts';

const called = (files: string, command: string | string[], path: string) => targetCommand({ files, command }, path);
const parts = (files: string, path: string) => called(files, ['x', '{name}', '{dir}', '{file}'], path)?.slice(1);

describe('files of a target', () => {
  it.each([
    ['src/{name}.py', 'src/a.py', ['a', 'src', 'src/a.py']],
    ['src/{name}.test.py', 'src/a.test.py', ['a', 'src', 'src/a.test.py']],
    ['src/**/*.py', 'src/deep/er/a.test.py', ['a.test', 'src/deep/er', 'src/deep/er/a.test.py']],
    ['src/**/{name}.py', 'src/a.py', ['a', 'src', 'src/a.py']],
    ['**/{name}.{ts,js}', 'a.js', ['a', '.', 'a.js']],
    ['packages/{dir}/src/{name}.ts', 'packages/core/api/src/a.ts', ['a', 'core/api', 'packages/core/api/src/a.ts']],
    ['lib/{file}', 'lib/x/a.rb', ['a', 'lib/x', 'x/a.rb']],
    ['{file}', '.hidden', ['.hidden', '.', '.hidden']],
    ['components/{name}/{name}.tsx', 'components/Box/Box.tsx', ['Box', 'components/Box', 'components/Box/Box.tsx']],
    ['**', 'Makefile', ['Makefile', '.', 'Makefile']],
  ])('5.7 %s is about %s', (files, path, expected) => expect(parts(files, path)).toEqual(expected));

  it.each([
    ['src/{name}.py', 'src/deep/a.py'],
    ['src/{name}.py', 'lib/src/a.py'],
    ['src/{name}.py', 'src/a.pyc'],
    ['src/{name}.py', 'src/axpy'],
    ['src/{name}.py', 'src/.py'],
    ['components/{name}/{name}.tsx', 'components/Box/Bag.tsx'],
    ['{dir}/{name}.py', 'a.py'],
  ])('5.7 %s is not about %s', (files, path) => expect(parts(files, path)).toBeUndefined());
});

describe('the command of a target', () => {
  it.each([
    ['-rf.py', ['./-rf', '.', './-rf.py']],
    ['--collect-only/x.py', ['x', './--collect-only', './--collect-only/x.py']],
    ['@args.py', ['./@args', '.', './@args.py']],
    ['a b; rm -rf $HOME `id` "\'.py', ['a b; rm -rf $HOME `id` "\'', '.', 'a b; rm -rf $HOME `id` "\'.py']],
    ['two\nlines/-x.py', ['./-x', 'two\nlines', 'two\nlines/-x.py']],
    ['{dir}/{file}.py', ['{file}', '{dir}', '{dir}/{file}.py']],
    ['$&$1.py', ['$&$1', '.', '$&$1.py']],
    ['__placeholder__dir__.py', ['__placeholder__dir__', '.', '__placeholder__dir__.py']],
  ])('5.7 gives %j to a program as arguments, none of them an option', (path, expected) =>
    expect(parts('**', path)).toEqual(expected),
  );

  it('5.7 leaves alone what is no beginning of an argument, and what has no placeholder', () => {
    expect(called('{name}.py', ['t', '--only={name}', 'tests/{name}', '-{name}', '-v', '{}', 'x'], '-a.py')).toEqual([
      't',
      '--only=-a',
      'tests/-a',
      '--a',
      '-v',
      '{}',
      'x',
    ]);
    expect(called('src/**', 'make check', 'src/a.c')).toBe('make check');
    expect(called('src/**', 'make check', 'a.c')).toBeNull();
  });
});
