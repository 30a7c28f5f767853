/** The programs of `npm run soak` are what they say: which of their fixes are right is tried, not believed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentFor } from '../../scripts/soak/environment.ts';
import type { Language } from '../../scripts/soak/language.ts';
import { languages } from '../../scripts/soak/languages.ts';
import type { Problem } from '../../scripts/soak/problem.ts';

/** Each is asked when it is wanted: every answer is a run of the program's own tests. */
type Said = { tests: () => boolean; shows: () => boolean; truth: () => boolean };

const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** What the tests, the one that shows the problem, and the hidden one say of a text of the file. */
const said = (language: Language, problem: Problem, text: string): Said => {
  const passes = (tests: readonly string[], line: string): boolean => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-soak-')));
    try {
      for (const [file, own] of Object.entries(language.files)) put(join(folder, file), own);
      put(join(folder, language.sourcePath(problem)), text);
      const at = language.testPath(problem);
      put(join(folder, at), language.testText(problem, tests, at));
      const { path, text: hidden } = language.truth(problem);
      put(join(folder, path), hidden);
      return spawnSync('sh', ['-c', line], { cwd: folder, env: environmentFor(language, folder) }).status === 0;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return {
    tests: () => passes(problem.tests, language.verify),
    shows: () => passes([problem.shows], language.verify),
    truth: () => passes(problem.tests, language.truth(problem).run),
  };
};

const allOf = ({ tests, shows, truth }: Said): Record<keyof Said, boolean> => ({
  tests: tests(),
  shows: shows(),
  truth: truth(),
});

const all = languages.flatMap((language) =>
  language.problems.map((problem) => ({ title: `${language.name} ${problem.name}`, language, problem })),
);

describe.each(all)('$title', ({ language, problem }) => {
  const of = (text: string): Said => said(language, problem, text);

  it('begins with tests that pass and a problem that is there', () => {
    expect(allOf(of(problem.code))).toEqual({ tests: true, shows: false, truth: false });
  });

  it('has right fixes, with the test that some of them bring', () => {
    for (const text of Object.values(problem.right)) {
      expect(allOf(of(text))).toEqual({ tests: true, shows: true, truth: true });
      expect(said(language, { ...problem, tests: [...problem.tests, problem.more] }, text).tests()).toBe(true);
    }
  });

  it('has wrong ones that show where they say so', () => {
    expect(allOf(of(problem.plausible))).toEqual({ tests: true, shows: false, truth: false });
    expect(of(problem.breaking).tests()).toBe(false);
    for (const text of Object.values(problem.cheats)) expect(of(text).truth()).toBe(false);
    for (const text of Object.values(problem.byTests))
      expect(allOf(of(text))).toEqual({ tests: true, shows: true, truth: false });
    if (problem.sly !== undefined) expect(allOf(of(problem.sly))).toEqual({ tests: true, shows: true, truth: false });
  });
});
