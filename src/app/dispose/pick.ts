/** Finds the findings that a person dismisses, by the names that they gave. */
import { given } from '../../plain/given.ts';
import { nearest } from '../../plain/nearest.ts';
import { DispositionKind } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { finderIn } from '../../model/finding/names.ts';
import { asReported } from '../../loop/state/places.ts';
import { InputError } from '../../model/expected.ts';
import { isAbout } from '../runs/whereabouts.ts';
import type { App } from '../app.ts';
import { findRun } from '../runs/find-run.ts';
import { readState } from '../runs/read-run.ts';
import type { Options } from '../options.ts';
import { readInput } from '../start/input.ts';
import { openPlace } from '../start/place.ts';

export type DismissOptions = Options & {
  /** Codes or ids of findings. */
  ids: string[];
  as: DispositionKind;
  reason: string;
  /** A day (`2027-01-31`), a time, or how long from now on (`30d`, `12w`, `6mo`, `1y`). */
  until?: string;
  /** Whose findings; the latest run by default. */
  run?: string;
  /** Files with findings, instead of a run. */
  from?: string[];
  format?: string;
};

export type Listed = { findings: readonly Finding[]; where: string; lists: string };

const ofFiles = async (app: App, options: DismissOptions, from: string[]): Promise<Listed> => {
  const { format } = options;
  const place = await openPlace(app, options);
  const input = await readInput(app, { ...options, from, ...given({ format }), includeDirty: true }, place);
  return {
    findings: input.taken.findings,
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
  return { findings: [...findings.values()].map(asReported), where: `run ${run}`, lists: `fixpoint report ${run}` };
};

export const listedFindings = (app: App, options: DismissOptions, root: string): Promise<Listed> => {
  const { from = [] } = options;
  return from.length > 0 ? ofFiles(app, options, from) : ofRun(app, options, root);
};

const suggested = 5;

const near = (wanted: string, codes: readonly string[]): string[] => {
  const found: string[] = [];
  for (let left = codes; found.length < suggested;) {
    const best = nearest(wanted, left);
    if (best === undefined) break;
    found.push(best);
    left = left.filter((code) => code !== best);
  }
  return found;
};

const unknown = (ids: readonly string[], { findings, where, lists }: Listed): InputError => {
  const codes = findings.map(({ code }) => code);
  const guesses = [...new Set(ids.flatMap((id) => near(id, codes)))].slice(0, suggested);
  const which =
    guesses.length > 0
      ? `Did you mean ${guesses.join(', ')}?`
      : `It has ${codes.slice(0, suggested).join(', ') || 'no findings'}${codes.length > suggested ? ', …' : ''}.`;
  return new InputError(
    `There is no finding ${ids.join(', ')} in ${where}. ${which} \`${lists}\` lists them. Nothing was written.`,
    'not-found',
  );
};

export const pick = (ids: readonly string[], listed: Listed): Finding[] => {
  const find = finderIn(listed.findings);
  const missing = ids.filter((id) => find(id) === undefined);
  if (missing.length > 0) throw unknown(missing, listed);
  return [...new Set(ids.flatMap((id) => find(id) ?? []))];
};
