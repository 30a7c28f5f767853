/** Finds the findings that a person dismisses, by the names that they gave. */
import { given } from '../../plain/given.ts';
import { DispositionKind } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { finderIn } from '../../model/finding/names.ts';
import { asReported } from '../../loop/state/places.ts';
import type { FindingState } from '../../loop/state/state.ts';
import { disputeWords } from '../../stages/dispute/words.ts';
import { InputError } from '../../model/expected.ts';
import { isAbout } from '../runs/whereabouts.ts';
import type { App } from '../app.ts';
import { unknownFindings } from '../findings/unknown.ts';
import { findRun } from '../runs/find-run.ts';
import { readState } from '../runs/read-run.ts';
import type { Options } from '../options.ts';
import { readInput } from '../start/input.ts';
import { openPlace } from '../start/place.ts';

export type DismissOptions = Options & {
  /** Codes or ids of findings. */
  ids: string[];
  /** Without both: those that the run itself refuted, with the evidence that was decided by. */
  as?: DispositionKind;
  reason?: string;
  /** A day (`2027-01-31`), a time, or how long from now on (`30d`, `12w`, `6mo`, `1y`). */
  until?: string;
  /** Whose findings; the latest run by default. */
  run?: string;
  /** Files with findings, instead of a run. */
  from?: string[];
  format?: string;
};

/** `refuted`: why findings were refuted in a dispute, by id. */
export type Listed = {
  findings: readonly Finding[];
  refuted: ReadonlyMap<string, string>;
  where: string;
  lists: string;
};

const ofFiles = async (app: App, options: DismissOptions, from: string[]): Promise<Listed> => {
  const { format } = options;
  const place = await openPlace(app, options);
  const input = await readInput(app, { ...options, from, ...given({ format }), includeDirty: true }, place);
  return {
    findings: input.taken.findings,
    refuted: new Map(),
    where: from.join(', '),
    lists: `fixpoint findings --from ${from.join(' ')}`,
  };
};

const ofRun = async (app: App, options: DismissOptions, root: string): Promise<Listed> => {
  const { run } = await findRun(app, { ...options, run: options.run ?? 'latest' });
  const {
    run: { started },
    findings,
  } = await readState(app, run);
  if (!(await isAbout(app, started, root)))
    throw new InputError(
      `Run ${run} is about the repository at ${started.root}. Change to it, and dismiss the finding there.`,
    );
  return {
    findings: [...findings.values()].map(asReported),
    refuted: refutedIn(findings.values()),
    where: `run ${run}`,
    lists: `fixpoint report ${run}`,
  };
};

const refutedIn = (findings: Iterable<FindingState>): Map<string, string> =>
  new Map(
    [...findings].flatMap(({ finding, cause, reason = '', attempts }): [string, string][] => {
      const dispute = attempts.at(-1)?.dispute;
      return cause === 'refuted' && dispute ? [[finding.id, `${disputeWords(dispute)}; ${reason}`]] : [];
    }),
  );

export const listedFindings = (app: App, options: DismissOptions, root: string): Promise<Listed> => {
  const { from = [] } = options;
  return from.length > 0 ? ofFiles(app, options, from) : ofRun(app, options, root);
};

const unknown = (ids: readonly string[], { findings, where, lists }: Listed): InputError =>
  unknownFindings(ids, { codes: findings.map(({ code }) => code), where, lists, hint: 'Nothing was written.' });

export const pick = (ids: readonly string[], listed: Listed): Finding[] => {
  const find = finderIn(listed.findings);
  const missing = ids.filter((id) => find(id) === undefined);
  if (missing.length > 0) throw unknown(missing, listed);
  return [...new Set(ids.flatMap((id) => find(id) ?? []))];
};
