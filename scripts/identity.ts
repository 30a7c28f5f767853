/**
 * Measures how well findings are recognised: node scripts/identity.ts [scripted|real|held-out…] --seed S --edits N
 * [--mistakes N].
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from './identity/corpus.ts';
import { lintVersion } from './identity/linted.ts';
import { fetchVersion, heldOut, studied } from './identity/packages.ts';
import { type Checkout, compareVersions } from './identity/real.ts';
import { type Scores, add, addScores, goodEnough, noScore, noScores, show } from './identity/score.ts';
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

const showAll = (title: string, scores: Scores): void => {
  console.log(title);
  for (const [name, score] of Object.entries(scores)) console.log(`  ${name.padEnd(20)} ${show(score)}`);
};

const scripted = (): boolean => {
  const result = runScripted(seed, edits, readCorpus());
  showAll(`scripted: seed ${seed}, ${result.edits} edits`, result.total);
  console.log(`  ours, of those that were touched: ${show(result.touched)}`);
  for (const [kind, score] of [...result.byEdit].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`    ${kind.padEnd(20)} ${show(score)}`);
  for (const mistake of result.mistakes.slice(0, mistakesShown)) console.log(mistake);
  return goodEnough(result.total);
};

const real = (title: string, packages: Readonly<Record<string, readonly string[]>>): boolean => {
  const room = mkdtempSync(join(tmpdir(), 'fixpoint-identity-'));
  let total = noScores();
  let touched = noScore();
  try {
    for (const [name, versions] of Object.entries(packages)) {
      let previous: Checkout | undefined;
      for (const version of versions) {
        const folder = fetchVersion(name, version, room);
        const current = { folder, ...lintVersion(folder) };
        if (previous) {
          const { scores, touched: own, unclear, gone, mistakes } = compareVersions(previous, current);
          total = addScores(total, scores);
          touched = add(touched, own);
          showAll(
            `${name} to ${version}: ${previous.findings.length} findings, ${gone} gone, ${unclear} unclear and left out`,
            scores,
          );
          for (const mistake of mistakes.slice(0, mistakesShown)) console.log(mistake);
        }
        previous = current;
      }
    }
  } finally {
    rmSync(room, { recursive: true });
  }
  showAll(title, total);
  console.log(`  ours, of those that were touched: ${show(touched)}`);
  return goodEnough(total);
};

const wanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const passed = [
  !wanted('scripted') || scripted(),
  !wanted('real') || real('real, all studied packages', studied),
  !wanted('held-out') || real('real, all packages held out', heldOut),
];
process.exitCode = passed.every(Boolean) ? 0 : 1;
