/** Scripted edits of real source text: the script made them, so the truth is known. */
import { type Random, randomFrom } from '../crash/random.ts';
import type { CorpusFile } from './corpus.ts';
import { edits } from './edits.ts';
import { type MatcherName, type Seen, matcherNames, matchers } from './matchers.ts';
import { type Score, type Truth, add, judge, noScore } from './score.ts';
import { type Line, type Placed, type Reviewing, type World, review, rules } from './world.ts';

export type Trial = { edits: readonly string[]; scores: Record<MatcherName, Score>; mistakes: string[] };

const copyOf = (world: World): World => new Map([...world].map(([path, lines]) => [path, lines.map((line) => ({ ...line }))]));

const sample = <T>(list: readonly T[], count: number, random: Random): T[] => {
  const rest = [...list];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)).flat();
};

const keyOf = ({ uid, category, nth }: Placed): string => `${uid} ${category} ${nth}`;

/**
 * Where the number of findings of a rule on a line changed with the line, it is unclear which of them is which.
 * Where a line has gone from its file and copies of it are elsewhere, nobody can say which of them it is.
 */
const truthOf = (before: readonly Placed[], now: readonly Placed[]): Truth => {
  const places = new Map(now.map((finding, index) => [keyOf(finding), index]));
  const onLine = (list: readonly Placed[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { uid, category } of list) counts.set(`${uid} ${category}`, (counts.get(`${uid} ${category}`) ?? 0) + 1);
    return counts;
  };
  const then = onLine(before);
  const later = onLine(now);
  const copied = new Set(now.map(({ copyOf }) => copyOf));
  return before.map((finding) => {
    const line = `${finding.uid} ${finding.category}`;
    if (later.has(line) && later.get(line) !== then.get(line)) return 'unclear';
    const at = places.get(keyOf(finding));
    if (copied.has(finding.uid) && (at === undefined || now[at]?.file !== finding.file)) return 'unclear';
    return at ?? 'gone';
  });
};

/** The line with three telling lines before and after it. */
const viewOf = (world: World, { file, line }: Placed): string => {
  const lines = world.get(file) ?? [];
  const telling = (list: readonly Line[]): string[] => list.map(({ text }) => text.trim()).filter((text) => text !== '');
  const own = (lines[line - 1]?.text ?? '').trim();
  return JSON.stringify([telling(lines.slice(0, line - 1)).slice(-3), own, telling(lines.slice(line)).slice(0, 3)]);
};

const seen = (world: World, findings: readonly Placed[]): Seen[] =>
  findings.map((finding) => ({ ...finding, code: world.get(finding.file)?.[finding.line - 1]?.text ?? '' }));

const names = Object.keys(edits);

export const runTrial = (seed: number, corpus: readonly CorpusFile[]): Trial => {
  const random = randomFrom(seed);
  let uids = 0;
  const fresh = (): number => (uids += 1);
  const before: World = new Map(
    sample(corpus, 1 + random(4), random).map(({ path, lines }) => [path, lines.map((text) => ({ uid: fresh(), text }))]),
  );
  const reviewing: Reviewing = { rules: sample(rules, 2 + random(5), random), by: random(3) === 0 ? 'agent' : 'tool', wording: 0 };
  const known = review(before, reviewing);
  const world = copyOf(before);
  let wording = 0;
  const flagged = new Set(known.map(({ uid }) => uid));
  const done = Array.from({ length: 1 + random(random(2) === 0 ? 1 : 6) }, () => names[random(names.length)] ?? 'shift');
  for (const name of done) {
    edits[name]?.({
      world,
      random,
      corpus,
      fresh,
      flagged,
      reword: () => {
        wording += 1;
      },
    });
  }
  const found = review(world, { ...reviewing, wording });
  const truth = truthOf(known, found);
  const alike = (a: number, b: number): boolean => {
    const [old, match] = [known[a], found[b]];
    return (
      old !== undefined &&
      match !== undefined &&
      viewOf(before, old) === viewOf(world, match) &&
      fileOf(before, old) === fileOf(world, match)
    );
  };
  /** A file is the same one, renamed or not, where it still has the line that was its first. */
  const fileOf = (where: World, { file }: Placed): number => Math.min(...(where.get(file) ?? []).map(({ uid }) => uid));
  const left = seen(before, known);
  const right = seen(world, found);
  const mistakes: string[] = [];
  const scores = {} as Record<MatcherName, Score>;
  for (const name of matcherNames) {
    const judged = judge(truth, matchers[name](left, right), alike);
    scores[name] = judged.score;
    if (name !== 'ours') continue;
    const told = (finding: Seen | undefined): string =>
      `${finding?.rule ?? finding?.category} ${finding?.file}:${finding?.line}:${finding?.column ?? ''} ${finding?.code.trim()}`;
    for (const [a, b] of judged.wrong)
      mistakes.push(
        `wrong: ${told(left[a])}\n    now  ${told(right[b])}\n    true ${typeof truth[a] === 'number' ? told(right[truth[a]]) : truth[a]}`,
      );
    for (const a of judged.lost)
      mistakes.push(`lost: ${told(left[a])}\n    true ${typeof truth[a] === 'number' ? told(right[truth[a]]) : ''}`);
  }
  return { edits: done, scores, mistakes };
};

export type Scripted = { edits: number; total: Record<MatcherName, Score>; byEdit: Map<string, Score>; mistakes: string[] };

export const runScripted = (seed: number, wantedEdits: number, corpus: readonly CorpusFile[]): Scripted => {
  const total = Object.fromEntries(matcherNames.map((name) => [name, noScore()])) as Record<MatcherName, Score>;
  const byEdit = new Map<string, Score>();
  const mistakes: string[] = [];
  let count = 0;
  for (let trial = 0; count < wantedEdits; trial += 1) {
    const { edits: done, scores, mistakes: made } = runTrial(seed * 1_000_003 + trial, corpus);
    count += done.length;
    for (const name of matcherNames) total[name] = add(total[name], scores[name]);
    const kind = done.length === 1 ? (done[0] ?? '') : 'several';
    byEdit.set(kind, add(byEdit.get(kind) ?? noScore(), scores.ours));
    mistakes.push(...made.map((mistake) => `trial ${trial} (${done.join(', ')}) ${mistake}`));
  }
  return { edits: count, total, byEdit, mistakes };
};
