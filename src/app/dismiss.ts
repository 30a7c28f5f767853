/** Writes down what a person decided about findings, so that they stay away (requirement 1.8). */
import { openCheckout } from '../adapters/git/user/checkout.ts';
import { nearest } from '../plain/nearest.ts';
import { type Disposition, DispositionKind } from '../model/disposition.ts';
import type { Finding } from '../model/finding.ts';
import { dispose } from '../findings/dispositions/dispose.ts';
import { recognise } from '../findings/dispositions/recognise.ts';
import { Places, type TextOf } from '../findings/dispositions/still-there.ts';
import { readUntil } from '../findings/dispositions/until.ts';
import { anchorOf } from '../findings/identity/anchor.ts';
import { asReported } from '../loop/state/places.ts';
import { createRedactor } from '../secrets/redact.ts';
import { dispositionFolder } from '../adapters/files/disposition-folder.ts';
import { type KeptDisposition, readKept, writeKept } from '../adapters/files/dispositions.ts';
import { readTextBelow } from '../adapters/files/files.ts';
import { InputError } from '../model/expected.ts';
import { type Options, workFolder } from './options.ts';
import { openPlace } from './start/place.ts';
import { readInput } from './start/start.ts';
import { findRun, openStore, readStarted } from '../wiring/store.ts';

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

const ofFiles = async (options: DismissOptions, from: string[]): Promise<Listed> => {
  const { format } = options;
  const place = await openPlace(options);
  const input = await readInput(
    { ...options, from, ...(format !== undefined && { format }), includeDirty: true },
    place,
  );
  return {
    findings: input.taken.findings,
    where: from.join(', '),
    lists: `fixpoint findings --from ${from.join(' ')}`,
  };
};

const ofRun = async (options: DismissOptions, root: string): Promise<Listed> => {
  const { journal } = openStore(options);
  try {
    const { run } = await findRun(journal, { ...options, run: options.run ?? 'latest' });
    const { started, findings } = await readStarted(journal, run);
    if (started.root !== root)
      throw new InputError(
        `Run ${run} is about the repository at ${started.root}. Change to it, and dismiss the finding there.`,
      );
    return { findings: [...findings.values()].map(asReported), where: `run ${run}`, lists: `fixpoint report ${run}` };
  } finally {
    journal.close();
  }
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
  const find = (wanted: string): Finding | undefined =>
    listed.findings.find(({ id, code }) => id === wanted || code.toLowerCase() === wanted.toLowerCase());
  const missing = ids.filter((id) => find(id) === undefined);
  if (missing.length > 0) throw unknown(missing, listed);
  return [...new Set(ids.flatMap((id) => find(id) ?? []))];
};

type Words = { as: DispositionKind; reason: string; until?: string };

const maxReason = 10_000;

const checked = ({ ids, as, reason, until }: DismissOptions, redact: (text: string) => string, now: Date): Words => {
  if (ids.length === 0) throw new InputError('No finding was named. Give its code or its id.');
  if (!DispositionKind.safeParse(as).success)
    throw new InputError(`A finding can be dismissed as ${DispositionKind.options.join(', ')}; not as ${as}.`);
  const words = redact(reason.trim());
  if (words === '')
    throw new InputError('The reason is empty. Say in a few words why the finding is dismissed: --reason TEXT.');
  if (words.length > maxReason)
    throw new InputError(`The reason has more than ${maxReason} characters. Give a shorter one.`);
  if (until === undefined) return { as, reason: words };
  const read = readUntil(until, now);
  if ('problem' in read) throw new InputError(`--until ${read.problem}`);
  return { as, reason: words, until: read.until };
};

/** The text of these files as they are now, null where there is none. */
const textsOf = async (root: string, findings: readonly Finding[]): Promise<TextOf> => {
  const files = [...new Set(findings.flatMap(({ file }) => file ?? []))];
  const texts = new Map(await Promise.all(files.map(async (file) => [file, await readTextBelow(root, file)] as const)));
  return (file) => texts.get(file) ?? null;
};

/** The code is known from the run; else it is what the file holds now. */
const anchored = (finding: Finding, textOf: TextOf): Finding => {
  if (finding.anchor !== undefined || finding.file === undefined) return finding;
  const anchor = anchorOf(finding, textOf(finding.file));
  return { ...finding, ...(anchor !== undefined && { anchor }) };
};

const homeOf = (disposition: Disposition, kept: readonly KeptDisposition[]): string =>
  kept.find((each) => each.disposition.id === disposition.id)?.file ?? `${dispositionFolder}/${disposition.id}.yaml`;

const ignoredWarning = `${dispositionFolder} is ignored by git, so nobody else will get this. Add the line !/${dispositionFolder}/ to .gitignore.`;

export const dismiss = async (options: DismissOptions): Promise<{ dismissed: Dismissed[]; warnings: string[] }> => {
  const now = new Date();
  const words = checked(options, createRedactor(options.env ?? process.env).redact, now);
  const { root, user, isIgnored } = await openCheckout(workFolder(options));
  const { from } = options;
  const listed = from && from.length > 0 ? await ofFiles(options, from) : await ofRun(options, root);
  const picked = pick(options.ids, listed);
  const textOf = await textsOf(root, picked);
  const findings = picked.map((finding) => anchored(finding, textOf));
  const { kept, warnings } = await readKept({ root });
  // All findings are looked at: a decision about one that looks like a picked one must not be taken for its own.
  const others = listed.findings.filter((finding) => !picked.includes(finding));
  const earlier = recognise(
    [...findings, ...others],
    kept.map(({ disposition }) => disposition),
    new Places(textOf),
  );
  const decision = { ...words, by: await user(), at: now.toISOString() };
  const dismissed = findings.map((finding): Dismissed => {
    const disposition = dispose(finding, finding.anchor, decision, earlier.get(finding));
    return { code: finding.code, file: homeOf(disposition, kept), updated: earlier.has(finding), disposition };
  });
  for (const each of dismissed) await writeKept(root, each);
  const [first] = dismissed;
  const ignored = first !== undefined && (await isIgnored(first.file));
  return { dismissed, warnings: ignored ? [...warnings, ignoredWarning] : warnings };
};
