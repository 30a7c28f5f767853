/** The findings that a run is started with: read, merged, and judged before anything is created. */
import { join, resolve } from 'node:path';
import { type TakenUp, takeUp } from '../../findings/admit/take-up.ts';
import { fitsNothing } from '../../findings/admit/select.ts';
import { cleanFindings } from '../../findings/read/clean-findings.ts';
import type { ReadProblem } from '../../model/finding.ts';
import { InputError } from '../../model/expected.ts';
import type { Files } from '../../ports/files.ts';
import type { App } from '../app.ts';
import type { FixOptions } from '../options.ts';
import { type NewSince, resolveNewSince, surroundingsOf } from '../surroundings.ts';
import type { Place } from './place.ts';
import type { PlannedFindings } from './plan-file.ts';
import { readSources, type ReadSource } from './sources.ts';
import { given } from '../../plain/given.ts';

export type Input = {
  sources: ReadSource[];
  taken: TakenUp;
  problems: ReadProblem[];
  newSince?: NewSince | undefined;
  reviewReport?: string;
};

export const readInput = async (
  app: App,
  options: FixOptions,
  place: Place,
  planned?: Pick<PlannedFindings, 'findings' | 'problems'>,
): Promise<Input> => {
  const { repo, config, cwd, from } = place;
  const [files, secrets] = await Promise.all([app.files(), app.secrets()]);
  const newSince = await resolveNewSince(repo, options.newSince);
  // The start is not made yet: it will be the last commit, or the files as they are.
  const around = await surroundingsOf(app, { repo, workTree: options.includeDirty === true, newSince, from });
  const paths = files.lookFrom(repo.root, cwd);
  const sources = await readSources(files, { from: options.from, cwd, paths, format: options.format, secrets });
  const own = planned && options.from.length === 0 ? [cleanFindings(planned, secrets)] : [];
  const taken = await takeUp(
    [...sources, ...own].map(reportOf),
    // What a person planned, or was asked about, is kept apart as it was.
    { ...config.findings, ...(planned && { dedup: 'off' }), only: options.only, exclude: config.exclude },
    around,
  );
  refuseUnmatched(taken);
  const report = await readReport(app, options, place);
  return {
    sources,
    taken: options.includeDirty === true ? taken : withUncommitted(taken, repo.root, files),
    problems: [...sources, ...(planned ? [planned] : [])].flatMap((source) => source.problems),
    newSince,
    ...given({ reviewReport: report }),
  };
};

const reportOf = ({ findings }: Pick<ReadSource, 'findings'>) => ({
  reviewer: 'import',
  level: 'blocking' as const,
  drafts: findings,
});

const refuseUnmatched = ({ unmatched }: TakenUp): void => {
  if (unmatched.length > 0)
    throw new InputError(
      `${unmatched.map(fitsNothing).join('. ')}. It takes codes, ids, files, globs and rules; ` +
        `\`fixpoint findings\` lists the findings.`,
    );
};

const readReport = async (app: App, { reviewReport }: FixOptions, { cwd }: Place): Promise<string | undefined> =>
  reviewReport === undefined
    ? undefined
    : (await (await app.files()).readInput(reviewReport, resolve(cwd, reviewReport))).toString('utf8');

/** A file that is there and was never committed is not lost: the run does not start from it. */
const withUncommitted = (taken: TakenUp, root: string, files: Files): TakenUp => {
  const fileOf = new Map(taken.findings.map(({ id, file }) => [id, file]));
  const isThere = (id: string): boolean => files.isThere(join(root, fileOf.get(id) ?? ''));
  return {
    ...taken,
    dismissed: taken.dismissed.map((each) =>
      each.cause === 'not-found' && isThere(each.id)
        ? { ...each, reason: `${fileOf.get(each.id)} is not committed. Commit it, or start with --include-dirty.` }
        : each,
    ),
  };
};
