/**
 * Takes up what was reported: merged, recognised, and judged by what the start holds, before anything is spent on it.
 */
import type { Config } from '../../config/schema.ts';
import type { Disposition } from '../../model/disposition.ts';
import type { RunEvent } from '../../model/event.ts';
import { type FileFacts, textOf } from '../../model/finding/file-facts.ts';
import type { Finding, ReadProblem } from '../../model/finding.ts';
import { type Admitted, admit, type ReviewerReport } from './admit.ts';
import { closeDeleted } from './deleted.ts';
import { withoutExcluded } from './excluded.ts';
import type { Since } from './judge.ts';

/** What findings are judged by. */
export type Surroundings = {
  /** What the start holds under these names. */
  facts: (files: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /** Findings of earlier runs. */
  known: () => Promise<readonly Finding[]>;
  dispositions: () => Promise<{ dispositions: readonly Disposition[]; warnings: readonly string[] }>;
  now: () => Date;
  /** What these files, by their names now, held at the time that `--new-since` names. */
  since?: { ref: string; facts: (files: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>> } | undefined;
};

export type Wanted = {
  dedup: Config['findings']['dedup'];
  missing?: Config['findings']['missing'];
  only?: readonly string[] | undefined;
  /** Rules about files that are left out. */
  exclude?: readonly string[] | undefined;
  /** Codes that earlier findings of the run have. */
  codes?: readonly string[] | undefined;
};

export type TakenUp = Admitted & { warnings: string[] };

const sinceOf = async ({ since }: Surroundings, files: readonly string[]): Promise<Since | undefined> => {
  if (!since) return undefined;
  const before = await since.facts(files);
  return { ref: since.ref, before: new Map(files.map((file) => [file, textOf(before.get(file))])) };
};

export const takeUp = async (
  reported: readonly ReviewerReport[],
  wanted: Wanted,
  around: Surroundings,
): Promise<TakenUp> => {
  const { reports, warnings: leftOut } = withoutExcluded(reported, wanted.exclude);
  const files = [...new Set(reports.flatMap(({ drafts }) => drafts.flatMap(({ file }) => file ?? [])))];
  const [facts, known, { dispositions, warnings }, since] = await Promise.all([
    around.facts(files),
    around.known(),
    around.dispositions(),
    sinceOf(around, files),
  ]);
  const admitted = admit(reports, { ...wanted, facts, known, dispositions, now: around.now(), since });
  return {
    ...admitted,
    warnings: [...leftOut, ...warnings, ...admitted.returned.map((each) => backAgain(each, admitted.findings))],
  };
};

const backAgain = (
  { id, disposition, because }: Admitted['returned'][number],
  findings: readonly Finding[],
): string => {
  const code = findings.find((finding) => finding.id === id)?.code ?? id;
  const why = because === 'ran out' ? 'its time ran out' : 'the code under it changed';
  return `${code} was dismissed (${disposition.as}: ${disposition.reason}) and is back: ${why}`;
};

type Versions = {
  facts: (revision: string, files: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  renames: (from: string, to: string) => Promise<ReadonlyMap<string, string>>;
};

/** What files held at an earlier commit, by the names that they have at a later one. */
export const factsBefore = async (
  versions: Versions,
  from: string,
  to: string,
  files: readonly string[],
): Promise<Map<string, FileFacts>> => {
  const renames = await versions.renames(from, to);
  const nameThen = (file: string): string => renames.get(file) ?? file;
  const before = await versions.facts(from, [...new Set(files.map(nameThen))]);
  return new Map(
    files.flatMap((file): [string, FileFacts][] => {
      const facts = before.get(nameThen(file));
      return facts ? [[file, facts]] : [];
    }),
  );
};

/** What is written down of it. */
export const admissionEvents = (
  taken: TakenUp,
  problems: readonly ReadProblem[],
  config: Pick<Config, 'findings'>,
): RunEvent[] => [
  {
    type: 'findings.admitted',
    findings: taken.findings,
    leftOut: taken.leftOut,
    problems: [...problems],
  },
  ...taken.dismissed.map(({ id, cause, reason }): RunEvent => ({
    type: 'finding.closed',
    id,
    status: 'dismissed',
    cause,
    reason,
  })),
  ...taken.deleted.map((id) => closeDeleted(id, config)),
  ...taken.warnings.map((message): RunEvent => ({ type: 'warning', message })),
];
