/**
 * A short slice of scripts/identity.ts: scripted edits, and three published versions of a package whose one file was
 * split into many.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCorpus } from '../scripts/identity/corpus.ts';
import { lintVersion } from '../scripts/identity/linted.ts';
import { compareVersions } from '../scripts/identity/real.ts';
import {
  type Scores,
  addScores,
  goodEnough,
  keptShare,
  noScores,
  show,
  wrongShare,
} from '../scripts/identity/score.ts';
import { runScripted } from '../scripts/identity/scripted.ts';

const told = (scores: Scores): string =>
  Object.entries(scores)
    .map(([name, score]) => `${name}: ${show(score)}`)
    .join('\n');

it('1.5 survives scripted edits, ahead of path and line and of a line hash', () => {
  const { edits, total, touched, mistakes } = runScripted(1, 300, readCorpus());
  expect(edits).toBeGreaterThanOrEqual(300);
  expect(total.ours.there).toBeGreaterThan(5_000);
  expect(goodEnough(total), `${told(total)}\n${mistakes.join('\n')}`).toBe(true);
  expect(keptShare(touched)).toBeGreaterThan(99);
  expect(wrongShare(touched)).toBeLessThan(1);
});

it('1.5 survives the real history of a package, ahead of path and line and of a line hash', () => {
  const versions = ['commander-7', 'commander-8', 'commander-9'].map((name) => {
    const folder = join(import.meta.dirname, '..', 'node_modules', name);
    return { folder, ...lintVersion(folder) };
  });
  let total = noScores();
  const mistakes: string[] = [];
  for (const [at, now] of versions.entries()) {
    const before = versions[at - 1];
    if (!before) continue;
    const compared = compareVersions(before, now);
    total = addScores(total, compared.scores);
    mistakes.push(...compared.mistakes);
  }
  expect(total.ours.there).toBeGreaterThan(1_000);
  expect(goodEnough(total), `${told(total)}\n${mistakes.join('\n')}`).toBe(true);
});
