/** Whether a run came to what the scenario says is right: pure, and without a word of what the run says about itself. */
import type { PlannedFix, Scenario } from './scenario.ts';

export type Accepted = {
  /** What the report calls fixed. */
  fixed: readonly { id: string; title: string; commit?: string | undefined }[];
  /** Titles of all findings, in their order. */
  titles: readonly string[];
  /** Of the branch, the oldest first, with the findings that each names. */
  commits: readonly { id: string; findings: readonly string[] }[];
  /** Heads that counted, one after the other: what lies between two of them was proven together. */
  heads: readonly string[];
  /** What the branch holds, by path; empty where there is none. */
  files: Readonly<Record<string, string>>;
};

export const problemsOf = (scenario: Scenario, found: Accepted): string[] => [
  ...wrongSet(scenario, found),
  ...wrongCommits(found),
  ...wrongFiles(scenario, found),
  ...wrongOrder(found),
];

/** Which of them had to be accepted, and which had to be refused. */
const wrongSet = ({ fixes }: Scenario, found: Accepted): string[] => {
  const { fixed } = found;
  const commits = new Map(fixed.map(({ title, commit }) => [title, commit ?? 'none']));
  const single = fixes.flatMap(({ title, nature: { kind } }) => {
    if (kind === 'fine' && !commits.has(title)) return [`${title} is right and was not accepted`];
    if (kind === 'bad' && commits.has(title)) return [`${title} is bad and was accepted`];
    return [];
  });
  return [...single, ...twos(fixes).flatMap((two) => wrongTwo(two, commits, found))];
};

const twos = (fixes: readonly PlannedFix[]): PlannedFix[][] => [
  ...Map.groupBy(
    fixes.filter(({ nature }) => 'with' in nature),
    ({ nature }) => ('with' in nature ? `${nature.kind} ${nature.with}` : ''),
  ).values(),
];

const wrongTwo = (two: readonly PlannedFix[], commits: ReadonlyMap<string, string>, found: Accepted): string[] => {
  const names = two.map(({ title }) => title).join(' and ');
  const held = two.flatMap(({ title }) => commits.get(title) ?? []);
  if (two[0]?.nature.kind === 'pair')
    return held.length === 1 ? [] : [`of ${names}, which fail together, ${held.length} were accepted instead of one`];
  if (held.length === 1) return [`of ${names}, which only pass together, one was accepted`];
  return new Set(held).size > 1 && isParted(held, found)
    ? [`${names}, which only pass together, are two commits, and one counted before the other`]
    : [];
};

/** A head counted that has one of them and not the other. In a group that passed at once there is no such head. */
const isParted = (held: readonly string[], { commits, heads }: Accepted): boolean => {
  const places = held.map((commit) => commits.findIndex(({ id }) => id === commit));
  const between = commits.slice(Math.min(...places), Math.max(...places));
  return between.some(({ id }) => heads.includes(id));
};

/** Twos that only pass together and became two commits of one group: nothing has told that they need each other. */
export const partedTwos = ({ fixes }: Scenario, { fixed }: Pick<Accepted, 'fixed'>): number => {
  const commits = new Map(fixed.map(({ title, commit }) => [title, commit]));
  return twos(fixes.filter(({ nature }) => nature.kind === 'half')).filter(
    (two) => new Set(two.flatMap(({ title }) => commits.get(title) ?? [])).size > 1,
  ).length;
};

/** Each accepted fix has a commit of the branch that names it, and the branch has no others. */
const wrongCommits = ({ fixed, commits }: Accepted): string[] => {
  const named = new Map(commits.map(({ id, findings }) => [id, findings]));
  const used = new Set(fixed.map(({ commit }) => commit));
  return [
    ...fixed.flatMap(({ id, title, commit = 'none' }) =>
      named.get(commit)?.includes(id) === true ? [] : [`${title} is fixed, and ${commit} does not name it`],
    ),
    ...commits.filter(({ id }) => !used.has(id)).map(({ id }) => `${id} is the fix of nothing`),
  ];
};

/** The branch holds the accepted fixes, to the letter, and nothing else. */
const wrongFiles = ({ fixes, files }: Scenario, found: Accepted): string[] => {
  if (found.commits.length === 0) return [];
  const accepted = new Set(found.fixed.map(({ title }) => title));
  const done = new Map(fixes.filter(({ title }) => accepted.has(title)).map((fix) => [`${fix.file}:${fix.line}`, fix]));
  return Object.entries(files).flatMap(([file, text]) => {
    const wanted = text
      .split('\n')
      .map((line, index) => (done.has(`${file}:${index + 1}`) ? line.replace(/^todo/, 'done') : line))
      .join('\n');
    return found.files[file] === wanted ? [] : [`${file} does not hold exactly the accepted fixes`];
  });
};

/** Commits that were proven together follow the order of the findings. */
const wrongOrder = ({ titles, fixed, commits, heads }: Accepted): string[] => {
  const rank = new Map(fixed.map(({ id, title }) => [id, titles.indexOf(title)]));
  const proven = new Set(heads);
  const problems: string[] = [];
  let last = -1;
  for (const { id, findings } of commits) {
    const first = Math.min(...findings.map((finding) => rank.get(finding) ?? Number.POSITIVE_INFINITY));
    if (first < last) problems.push(`${id} stands behind the fix of a later finding that was proven with it`);
    last = proven.has(id) ? -1 : first;
  }
  return problems;
};
