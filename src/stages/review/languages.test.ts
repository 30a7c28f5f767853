/** Languages by the names of files. */
import { describe, expect, it } from 'vitest';
import { sameLanguage } from './languages.ts';

describe('languages of files', () => {
  it.each([
    ['typescript', ['a.ts', 'src/a.tsx', 'a.mts', 'a.cts', 'a.d.ts', 'A.TS']],
    ['javascript', ['a.js', 'a.jsx', 'a.mjs', 'a.cjs']],
    ['python', ['a.py', 'a.pyi']],
    ['go', ['a.go', 'go.mod']],
    ['rust', ['src/lib.rs']],
    ['java', ['A.java']],
    ['kotlin', ['a.kt', 'build.gradle.kts']],
    ['c', ['a.c', 'a.h']],
    ['cpp', ['a.cpp', 'a.cc', 'a.hpp']],
    ['csharp', ['A.cs']],
    ['ruby', ['a.rb', 'Gemfile', 'Rakefile']],
    ['php', ['a.php', 'a.blade.php']],
    ['swift', ['a.swift']],
    ['shell', ['a.sh', 'a.bash', '.bashrc']],
    ['yaml', ['a.yaml', '.github/workflows/a.yml']],
    ['json', ['package.json', '.eslintrc.json']],
    ['markdown', ['README.md']],
    ['html', ['a.html', 'a.htm']],
    ['css', ['a.css']],
    ['sql', ['a.sql']],
    ['dockerfile', ['Dockerfile', 'deploy/Dockerfile.production', 'production.dockerfile']],
    ['make', ['Makefile', 'lib/makefile', 'a.mk']],
  ])('2.1 knows %s', (language, files) => {
    expect(files.filter((file) => !sameLanguage(language, file))).toEqual([]);
  });

  it('2.1 guesses nothing', () => {
    const files = [
      'LICENSE',
      'a.unknown',
      '',
      '.ts',
      'py',
      'src.ts/file',
      'constructor',
      'a.constructor',
      '__proto__',
      'Gemfile.lock',
      'build.log',
    ];
    const known = ['typescript', 'python', 'c', 'shell', 'yaml', 'json', 'markdown', 'make', 'dockerfile'];
    expect(files.filter((file) => known.some((language) => sameLanguage(language, file)))).toEqual([]);
  });
});

describe('sameLanguage', () => {
  it.each([
    ['ts', 'a.tsx'],
    ['TypeScript', 'a.ts'],
    [' js ', 'a.mjs'],
    ['py', 'a.pyi'],
    ['golang', 'a.go'],
    ['c++', 'a.cc'],
    ['c++', 'a.h'],
    ['c', 'a.h'],
    ['c#', 'a.cs'],
    ['bash', 'a.sh'],
    ['yml', 'a.yaml'],
    ['md', 'README.markdown'],
    ['docker', 'Dockerfile'],
    ['makefile', 'Makefile'],
    ['typescript', 'App.vue'],
    ['vue', 'App.vue'],
    ['hocon', 'a.HOCON'],
  ])('2.1 takes %s for the language of %s', (wanted, file) => {
    expect(sameLanguage(wanted, file)).toBe(true);
  });

  it.each([
    ['typescript', 'a.js'],
    ['javascript', 'a.ts'],
    ['c', 'a.cpp'],
    ['java', 'a.js'],
    ['python', 'LICENSE'],
    ['', 'LICENSE'],
    ['', 'a.ts'],
    ['hocon', 'hocon'],
    ['b/c', 'a.b/c'],
    ['__proto__', 'a.ts'],
  ])('2.1 does not take %s for the language of %s', (wanted, file) => {
    expect(sameLanguage(wanted, file)).toBe(false);
  });
});
