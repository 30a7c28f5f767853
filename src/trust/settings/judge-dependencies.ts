/** Whether something that the code depends on was swapped for something else (7.1). */
import type { Asking } from '../../model/patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Dependencies } from './dependencies.ts';
import { isElsewhere, isLower } from './versions.ts';

export type DependencyRemark = { rule: string; says: string; about: string; noteOnly?: true };

const patient = /rerun|retry|retries|flaky|lenient|soft-?assert/i;
const checkers = pattern(
  'i',
  anyOf(
    /eslint|jest|vitest|mocha|\bava\b|pytest|mypy|ruff|flake8|pylint|typescript$|biome|stylelint|coverage|nyc|\bc8$/,
    /checkstyle|spotbugs|pmd|jacoco|junit|testify|errorprone|error_prone|bandit/,
  ),
);

const changed = (name: string, was: string, now: string): DependencyRemark[] => {
  if (isElsewhere(now) && !isElsewhere(was))
    return [{ rule: 'dependency-swapped', says: `${name} comes from elsewhere now: ${now.slice(0, 120)}`, about: now }];
  if (isElsewhere(now))
    return [{ rule: 'dependency-swapped', says: `${name} is ${now.slice(0, 120)} now`, about: now }];
  if (isLower(now, was))
    return [{ rule: 'dependency-downgraded', says: `${name} goes back from ${was} to ${now}`, about: name }];
  return [];
};

const added = (name: string, spec: string): DependencyRemark[] => {
  if (isElsewhere(spec))
    return [{ rule: 'dependency-swapped', says: `${name} comes from ${spec.slice(0, 120)}`, about: name }];
  if (patient.test(name)) return [{ rule: 'limit-raised', says: `${name} lets tests be tried again`, about: name }];
  return [{ rule: 'dependency-added', says: `${name} is a new dependency`, about: name, noteOnly: true }];
};

/** What took the place of something else. */
const swaps = (gone: readonly string[], fresh: readonly string[]): DependencyRemark[] =>
  fresh.map((name) => ({
    rule: 'dependency-swapped',
    says: `${gone.join(', ')} gave way to ${name}`,
    about: name,
  }));

/** Checkers that nobody depends on any more. */
const lostCheckers = (gone: readonly string[]): DependencyRemark[] =>
  gone
    .filter((name) => checkers.test(name))
    .map((name) => ({
      rule: 'check-removed',
      says: `${name} is not a dependency any more`,
      about: name,
      noteOnly: true,
    }));

export const judgeDependencies = (before: Dependencies, after: Dependencies): DependencyRemark[] => {
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const fresh = [...after].filter(([name]) => !before.has(name));
  const names = fresh.map(([name]) => name);
  return [
    ...[...after].flatMap(([name, now]) => {
      const was = before.get(name);
      return was === undefined || was === now ? [] : changed(name, was, now);
    }),
    ...fresh.flatMap(([name, spec]) => added(name, spec)),
    ...(gone.length > 0 && fresh.length > 0 ? swaps(gone, names) : lostCheckers(gone)),
  ];
};

/** What was asked for: the name that is new, or another version of it. */
const backwards = /downgrad|go back|roll(?:ed)? back|revert|pin|older|incompatib/i;

/** The word by which a finding would name it. */
const wordFor = (about: string): string =>
  (isElsewhere(about) ? about.replace(/^\w+:/, '').split(/[@#\s]/)[0] : about.replace(/^\w+ /, '').split(':').at(-1)) ??
  about;

export const isDependencyAskedFor = ({ rule, about, says }: DependencyRemark, findings: readonly Asking[]): boolean => {
  const texts = findings.map(({ title, description, suggestion = '' }) => `${title}\n${description}\n${suggestion}`);
  const isNamed = (word: string): boolean => texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));
  if (rule === 'dependency-downgraded') return isNamed(about) && texts.some((text) => backwards.test(text));
  return (isElsewhere(about) ? says.length > 0 : about.length > 1) && isNamed(wordFor(about));
};
