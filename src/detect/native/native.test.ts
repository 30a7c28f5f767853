/** C and C++ that is configured before it is built. */
import { describe, expect, it } from 'vitest';
import { project, summary, usual } from '../../../test/support/project.ts';

const automake = { 'configure.ac': 'AC_INIT\n', 'Makefile.am': 'bin_PROGRAMS = a\nTESTS = a_test\n', 'a.c': '' };

describe('autotools', () => {
  it('13.3 makes and runs configure, and checks', () => {
    expect(summary(project(automake, `${usual} autoreconf`))).toEqual({
      kinds: 'autotools',
      setup: ['autoreconf --install [configure.ac]', 'sh ./configure [configure.ac]'],
      verify: ['make check [Makefile.am:2]'],
      reviewers: [],
      leftOut: [],
    });
  });

  it('13.3 takes its own script, or the configure that is committed', () => {
    const own = { ...automake, 'autogen.sh': '#!/usr/bin/env bash\n./configure\n' };
    expect(summary(project(own, `${usual} autoreconf`)).setup[0]).toBe('NOCONFIGURE=1 bash ./autogen.sh [autogen.sh]');
    const committed = { 'configure.ac': '', configure: '', 'Makefile.in': 'all: a\n\ntest: a\n\t./a\n', 'a.c': '' };
    expect(summary(project(committed))).toMatchObject({
      setup: ['sh ./configure [configure.ac]'],
      verify: ['make test [Makefile.in:3]'],
    });
  });

  it('13.3 says what is missing, and where nothing is tested', () => {
    const found = summary(project(automake));
    expect([found.kinds, found.setup, found.verify]).toEqual(['autotools', [], []]);
    expect(found.leftOut[0]).toBe('autoreconf is not installed [configure.ac] install autoconf, automake and libtool');
    const built = summary(project({ ...automake, 'Makefile.am': 'bin_PROGRAMS = a\n' }, `${usual} autoreconf`));
    expect(built.verify).toEqual(['make [configure.ac]']);
    expect(built.leftOut[0]).toMatch(/only built/);
  });
});

describe('Meson', () => {
  const files = {
    'meson.build': "project('a', 'c')\nsubdir('tests')\n",
    'tests/meson.build': "exe = executable('t', 't.c')\ntest('t', exe)\n",
    'tests/t.c': '',
  };

  it('13.3 configures, and runs the tests that it names', () => {
    expect(summary(project(files, `${usual} meson ninja`))).toEqual({
      kinds: 'Meson',
      setup: [],
      verify: ['meson setup build [meson.build:1]', 'meson test -C build --print-errorlogs [tests/meson.build:2]'],
      reviewers: [],
      leftOut: [],
    });
    expect(summary(project(files, `${usual} meson`)).leftOut[0]).toMatch(/^ninja is not installed \[meson\.build:1\]/);
  });

  it('13.3 only builds where no test is named, and leaves what Python builds to Python', () => {
    const built = summary(project({ 'meson.build': "project('a')\n" }, `${usual} meson ninja`));
    expect(built.verify.at(-1)).toBe('meson compile -C build [meson.build:1]');
    expect(built.leftOut[0]).toMatch(/only built/);
    const python = { ...files, 'pyproject.toml': '[build-system]\nbuild-backend = "mesonpy"\n', 'a.py': '' };
    expect(project(python, `${usual} meson ninja`).kinds).toEqual(['Python (pip)']);
  });
});
