/** Scripted edits of real source text: the script made them, so the truth is known. */
import { type Random, randomFrom } from '../crash/random.ts';
import { type Outcome, hold, viewOf } from './contest.ts';
import type { CorpusFile } from './corpus.ts';
import { edits } from './edits.ts';
import type { Seen } from './matchers.ts';
import { type Score, type Scores, type Truth, add, addScores, noScore, noScores } from './score.ts';
import { type Placed, type Reviewing, type World, review, rules } from './world.ts';

export type Trial = Outcome & { edits: readonly string[] };

const copyOf = (world: World): World =>
  new Map([...world].map(([path, lines]) => [path, lines.map((line) => ({ ...line }))]));

const sample = <T>(list: readonly T[], count: number, random: Random): T[] => {
  const rest = [...list];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)).flat();
};

const keyOf = ({ uid, category, nth }: Placed): string => `${uid} ${category} ${nth}`;

const countByLine = (findings: readonly Placed[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { uid, category } of findings)
    counts.set(`${uid} ${category}`, (counts.get(`${uid} ${category}`) ?? 0) + 1);
  return counts;
};

/**
 * Where the number of findings of a rule on a line changed with the line, it is unclear which of them is which.
 * Where a line has gone from its file and copies of it are elsewhere, nobody can say which of them it is.
 */
const truthOf = (before: readonly Placed[], now: readonly Placed[]): Truth => {
  const places = new Map(now.map((finding, index) => [keyOf(finding), index]));
  const [then, later] = [countByLine(before), countByLine(now)];
  const copied = new Set(now.map(({ copyOf }) => copyOf));
  return before.map((finding) => {
    const line = `${finding.uid} ${finding.category}`;
    if (later.has(line) && later.get(line) !== then.get(line)) return 'unclear';
    const at = places.get(keyOf(finding));
    if (copied.has(finding.uid) && (at === undefined || now[at]?.file !== finding.file)) return 'unclear';
    return at ?? 'gone';
  });
};

const views = (world: World, findings: readonly Placed[]): string[] => {
  const texts = new Map([...world].map(([file, lines]) => [file, lines.map(({ text }) => text)]));
  return findings.map(({ file, line }) => viewOf(texts.get(file) ?? [], line));
};

/** A file is the same one, renamed or not, where it still has the line that was its first. */
const origins = (world: World): Map<string, number> =>
  new Map([...world].map(([file, lines]) => [file, lines.reduce((least, { uid }) => Math.min(least, uid), Infinity)]));

const seen = (world: World, findings: readonly Placed[]): Seen[] =>
  findings.map((finding) => ({ ...finding, code: world.get(finding.file)?.[finding.line - 1]?.text ?? '' }));

const names = Object.keys(edits);

export const runTrial = (seed: number, corpus: readonly CorpusFile[]): Trial => {
  const random = randomFrom(seed);
  let uids = 0;
  const fresh = (): number => (uids += 1);
  const world: World = new Map(
    sample(corpus, 1 + random(4), random).map(({ path, lines }) => [
      path,
      lines.map((text) => ({ uid: fresh(), text })),
    ]),
  );
  const reviewing: Reviewing = {
    rules: sample(rules, 2 + random(5), random),
    by: random(3) === 0 ? 'agent' : 'tool',
    wording: 0,
  };
  const start = copyOf(world);
  const known = review(start, reviewing);
  const flagged = new Set(known.map(({ uid }) => uid));
  let wording = 0;
  const reword = (): void => {
    wording += 1;
  };
  const done = Array.from(
    { length: 1 + random(random(2) === 0 ? 1 : 6) },
    () => names[random(names.length)] ?? 'shift',
  );
  for (const name of done) edits[name]?.({ world, random, corpus, fresh, flagged, reword });
  const found = review(world, { ...reviewing, wording });
  const [viewsBefore, viewsNow, originsBefore, originsNow] = [
    views(start, known),
    views(world, found),
    origins(start),
    origins(world),
  ];
  const outcome = hold({
    before: seen(start, known),
    now: seen(world, found),
    truth: truthOf(known, found),
    looksSame: (a, b) => viewsBefore[a] === viewsNow[b],
    inSameFile: (a, b) => originsBefore.get(known[a]?.file ?? '') === originsNow.get(found[b]?.file ?? ''),
  });
  return { edits: done, ...outcome };
};

export type Scripted = { edits: number; total: Scores; touched: Score; byEdit: Map<string, Score>; mistakes: string[] };

export const runScripted = (seed: number, wantedEdits: number, corpus: readonly CorpusFile[]): Scripted => {
  let total = noScores();
  let touched = noScore();
  const byEdit = new Map<string, Score>();
  const mistakes: string[] = [];
  let count = 0;
  for (let trial = 0; count < wantedEdits; trial += 1) {
    const outcome = runTrial(seed * 1_000_003 + trial, corpus);
    count += outcome.edits.length;
    total = addScores(total, outcome.scores);
    touched = add(touched, outcome.touched);
    const kind = outcome.edits.length === 1 ? (outcome.edits[0] ?? '') : 'several';
    byEdit.set(kind, add(byEdit.get(kind) ?? noScore(), outcome.scores.ours));
    mistakes.push(...outcome.mistakes.map((mistake) => `trial ${trial} (${outcome.edits.join(', ')}) ${mistake}`));
  }
  return { edits: count, total, touched, byEdit, mistakes };
};
