/** Checks of single files that could run what the name of a file says are refused. */
import { describe, expect, it } from 'vitest';
import { Config, type ConfigInput } from '../schema.ts';
import { brokenRules } from './rules.ts';

type Command = string | string[];
const breaches = (verify: NonNullable<ConfigInput['verify']>) =>
  brokenRules({ config: Config.parse({ verify }), isSet: () => true, dropped: new Set() });
const about = (command: Command, files = 'src/{name}.py') => breaches({ targets: [{ files, command }] });

describe('verify.targets', () => {
  it.each<[string, Command]>([
    ['a list of arguments', ['pytest', 'tests/test_{name}.py']],
    ['a shell line without placeholders', 'npm test'],
    ['a script that is handed the file', ['sh', '-c', 'pytest -- "$1"', 'sh', '{file}']],
    ['an option that happens to be -c', ['pytest', '-c', '{dir}/pytest.ini', '{file}']],
    ['a script that is a file', ['bash', '{dir}/check.sh']],
    ['braces of its own', ['x', '{}', '{a}', '${HOME}']],
  ])('5.7 takes %s', (_, command) => expect(about(command)).toEqual([]));

  it.each<[string, Command, RegExp]>([
    ['a shell line', 'pytest tests/test_{name}.py', /shell line/],
    ['code for a shell', ['sh', '-c', 'pytest {file}'], /read as code/],
    ['code for a shell that env starts', ['/usr/bin/env', 'bash', '-lc', 'pytest "{file}"'], /read as code/],
    ['code for Python', ['python3.12', '-c', 'check("{file}")'], /read as code/],
    ['code for Node', ['node', '--eval', 'check("{name}")'], /read as code/],
    ['the name of the program', ['{dir}/check.sh', '{file}'], /which program/],
    ['a placeholder of reviewers', ['eslint', '{files}'], /no \{files\}/],
  ])('5.7 refuses file names in %s, and says what to write', (_, command, message) =>
    expect(about(command)).toEqual([
      {
        path: ['verify', 'targets', 0, 'command'],
        message: expect.stringMatching(message),
        suggestion: expect.any(String),
      },
    ]),
  );

  it.each([
    ['src/{nmae}.py', /no placeholder \{nmae\}/],
    ['/src/{name}.py', /outside the repository/],
    ['../{name}.py', /outside the repository/],
  ])('5.7 refuses the pattern %s', (files, message) =>
    expect(about(['x'], files)).toEqual([
      expect.objectContaining({ path: ['verify', 'targets', 0, 'files'], message: expect.stringMatching(message) }),
    ]),
  );

  it('5.10 cannot be required where there are none', () => {
    const [breach] = breaches({ requireProof: ['target'] });
    expect(breach).toMatchObject({
      path: ['verify', 'requireProof', 0],
      suggestion: expect.stringContaining('verify.targets'),
    });
    expect(breaches({ requireProof: ['target'], targets: [{ files: '**', command: 'x' }] })).toEqual([]);
  });
});
