/** Writes down what a person decided about findings, so that they stay away (requirement 1.8). */
import { given } from '../plain/given.ts';
import { nearest } from '../plain/nearest.ts';
import { type Disposition, DispositionKind } from '../model/disposition.ts';
import type { Finding } from '../model/finding.ts';
import { finderIn } from '../model/finding/names.ts';
import { dispose } from '../findings/dispositions/dispose.ts';
import { recognise } from '../findings/dispositions/recognise.ts';
import { Places, type TextOf } from '../findings/dispositions/still-there.ts';
import { readUntil } from '../findings/dispositions/until.ts';
import { anchorOf } from '../findings/identity/anchor.ts';
import { asReported } from '../loop/state/places.ts';
import { InputError } from '../model/expected.ts';
import type { Files, KeptDisposition } from '../ports/files.ts';
import type { Checkout } from '../ports/repositories.ts';
import { isAbout } from './runs/whereabouts.ts';
import type { App } from './app.ts';
import { findRun } from './runs/find-run.ts';
import { readState } from './runs/read-run.ts';
import { type Options, workFolder } from './options.ts';
import { readInput } from './start/input.ts';
import { openPlace } from './start/place.ts';

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

export type Dismissed = {
  code: string;
  /** The file that was written, from the root of the repository. */
  file: string;
  /** A decision about this finding was there already. */
  updated: boolean;
  disposition: Disposition;
};

type Listed = { findings: readonly Finding[]; where: string; lists: string };

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

const pick = (ids: readonly string[], listed: Listed): Finding[] => {
  const find = finderIn(listed.findings);
  const missing = ids.filter((id) => find(id) === undefined);
  if (missing.length > 0) throw unknown(missing, listed);
  return [...new Set(ids.flatMap((id) => find(id) ?? []))];
};

type Words = { as: DispositionKind; reason: string; until?: string };

const maxReason = 10_000;

const checked = ({ ids, as, reason, until }: DismissOptions, clean: (text: string) => string, now: Date): Words => {
  if (ids.length === 0) throw new InputError('No finding was named. Give its code or its id.');
  if (!DispositionKind.safeParse(as).success)
    throw new InputError(`A finding can be dismissed as ${DispositionKind.options.join(', ')}; not as ${as}.`);
  const words = { as, reason: checkedReason(clean(reason.trim())) };
  return until === undefined ? words : { ...words, until: checkedUntil(until, now) };
};

const checkedReason = (reason: string): string => {
  if (reason === '')
    throw new InputError('The reason is empty. Say in a few words why the finding is dismissed: --reason TEXT.');
  if (reason.length > maxReason)
    throw new InputError(`The reason has more than ${maxReason} characters. Give a shorter one.`);
  return reason;
};

const checkedUntil = (until: string, now: Date): string => {
  const read = readUntil(until, now);
  if ('problem' in read) throw new InputError(`--until ${read.problem}`);
  return read.until;
};

/** The text of these files as they are now, null where there is none. */
const textsOf = async (files: Files, root: string, findings: readonly Finding[]): Promise<TextOf> => {
  const names = [...new Set(findings.flatMap(({ file }) => file ?? []))];
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await files.readText(root, name)] as const)),
  );
  return (file) => texts.get(file) ?? null;
};

/** The code is known from the run; else it is what the file holds now. */
const anchored = (finding: Finding, textOf: TextOf): Finding => {
  if (finding.anchor !== undefined || finding.file === undefined) return finding;
  return { ...finding, ...given({ anchor: anchorOf(finding, textOf(finding.file)) }) };
};

const homeOf = (disposition: Disposition, kept: readonly KeptDisposition[], folder: string): string =>
  kept.find((each) => each.disposition.id === disposition.id)?.file ?? `${folder}/${disposition.id}.yaml`;

const ignoredWarning = async (
  { isIgnored }: Checkout,
  [first]: readonly Dismissed[],
  { dispositions: { folder } }: Files,
): Promise<string[]> =>
  first !== undefined && (await isIgnored(first.file))
    ? [`${folder} is ignored by git, so nobody else will get this. Add the line !/${folder}/ to .gitignore.`]
    : [];

export const dismiss = async (
  app: App,
  request: DismissOptions,
): Promise<{ dismissed: Dismissed[]; warnings: string[] }> => {
  const now = app.clock.now();
  const words = checked(request, (await app.secrets()).clean, now);
  const checkout = await app.repositories.checkout(workFolder(request));
  const { root } = checkout;
  const listed = await listedFindings(app, request, root);
  const files = await app.files();
  const { kept, warnings } = await files.dispositions.read({ root });
  const decision = { ...words, by: await checkout.user(), at: now.toISOString() };
  const dismissed = await decide(files, root, { listed, picked: pick(request.ids, listed), kept, decision });
  for (const each of dismissed) await files.dispositions.write(root, each);
  return { dismissed, warnings: [...warnings, ...(await ignoredWarning(checkout, dismissed, files))] };
};

type Deciding = {
  listed: Listed;
  picked: readonly Finding[];
  kept: readonly KeptDisposition[];
  decision: Words & { by: string; at: string };
};

const decide = async (
  files: Files,
  root: string,
  { listed, picked, kept, decision }: Deciding,
): Promise<Dismissed[]> => {
  const textOf = await textsOf(files, root, picked);
  const findings = picked.map((finding) => anchored(finding, textOf));
  // All findings are looked at: a decision about one that looks like a picked one must not be taken for its own.
  const all = [...findings, ...listed.findings.filter((finding) => !picked.includes(finding))];
  const dispositions = kept.map(({ disposition }) => disposition);
  const earlier = recognise(all, dispositions, new Places(textOf));
  return findings.map((finding): Dismissed => {
    const disposition = dispose(finding, finding.anchor, decision, earlier.get(finding));
    const file = homeOf(disposition, kept, files.dispositions.folder);
    return { code: finding.code, file, updated: earlier.has(finding), disposition };
  });
};
