/** Measures how well findings are recognised: node scripts/identity.ts [scripted|real|held-out…] --seed S --edits N [--mistakes N]. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from './identity/corpus.ts';
import { lintVersion } from './identity/linted.ts';
import { matcherNames } from './identity/matchers.ts';
import { fetchVersion, heldOut, studied } from './identity/packages.ts';
import { type Checkout, compareVersions } from './identity/real.ts';
import { type Score, add, noScore, show } from './identity/score.ts';
import { runScripted } from './identity/scripted.ts';

const parts = ['scripted', 'real', 'held-out'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    edits: { type: 'string', default: '2500' },
    mistakes: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
const edits = Number(values.edits);
const mistakesShown = Number(values.mistakes);
if (
  ![seed, edits, mistakesShown].every((each) => Number.isInteger(each) && each >= 0) ||
  !positionals.every((each) => parts.includes(each))
) {
  console.error('--seed, --edits and --mistakes take whole numbers; parts are scripted, real and held-out');
  process.exit(64);
}

type Scores = Record<string, Score>;

const noScores = (): Scores => Object.fromEntries(matcherNames.map((name) => [name, noScore()]));
const addAll = (a: Scores, b: Scores): Scores =>
  Object.fromEntries(matcherNames.map((name) => [name, add(a[name] ?? noScore(), b[name] ?? noScore())]));

const showAll = (title: string, scores: Scores): void => {
  console.log(title);
  for (const [name, score] of Object.entries(scores)) console.log(`  ${name.padEnd(20)} ${show(score)}`);
};

/** What the acceptance asks for: enough kept, hardly any wrong, and ahead of the others in both. */
const good = (scores: Scores): boolean => {
  const { ours = noScore(), ...others } = scores;
  const kept = (score: Score): number => score.kept / Math.max(1, score.there);
  const wrong = (score: Score): number => score.wrong / Math.max(1, score.made);
  return (
    kept(ours) >= 0.99 &&
    wrong(ours) <= 0.001 &&
    Object.values(others).every((each) => kept(ours) > kept(each) && wrong(ours) < wrong(each))
  );
};

const scripted = (): boolean => {
  const result = runScripted(seed, edits, readCorpus());
  showAll(`scripted: seed ${seed}, ${result.edits} edits`, result.total);
  for (const [kind, score] of [...result.byEdit].toSorted()) console.log(`    ${kind.padEnd(20)} ${show(score)}`);
  for (const mistake of result.mistakes.slice(0, mistakesShown)) console.log(mistake);
  return good(result.total);
};

const real = (title: string, packages: Readonly<Record<string, readonly string[]>>): boolean => {
  const room = mkdtempSync(join(tmpdir(), 'fixpoint-identity-'));
  let total = noScores();
  try {
    for (const [name, versions] of Object.entries(packages)) {
      let previous: Checkout | undefined;
      for (const version of versions) {
        const folder = fetchVersion(name, version, room);
        const current = { folder, ...lintVersion(folder) };
        if (previous) {
          const { scores, unclear, gone, mistakes } = compareVersions(previous, current);
          total = addAll(total, scores);
          showAll(`${name} to ${version}: ${previous.findings.length} findings, ${gone} gone, ${unclear} unclear and left out`, scores);
          for (const mistake of mistakes.slice(0, mistakesShown)) console.log(mistake);
        }
        previous = current;
      }
    }
  } finally {
    rmSync(room, { recursive: true });
  }
  showAll(title, total);
  return good(total);
};

const wanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const passed = [
  !wanted('scripted') || scripted(),
  !wanted('real') || real('real, all studied packages', studied),
  !wanted('held-out') || real('real, all packages held out', heldOut),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
