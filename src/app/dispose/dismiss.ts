/** Writes down what a person decided about findings, so that they stay away (requirement 1.8). */
import { given } from '../../plain/given.ts';
import type { Disposition } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { dispose } from '../../findings/dispositions/dispose.ts';
import { recognise } from '../../findings/dispositions/recognise.ts';
import { Places, type TextOf } from '../../findings/dispositions/still-there.ts';
import { anchorOf } from '../../findings/identity/anchor.ts';
import type { Files, KeptDisposition } from '../../ports/files.ts';
import type { Checkout } from '../../ports/repositories.ts';
import type { App } from '../app.ts';
import { workFolder } from '../options.ts';
import { type DismissOptions, type Listed, listedFindings, pick } from './pick.ts';
import { type Words, wordsFor } from './words.ts';

export type Dismissed = {
  code: string;
  /** The file that was written, from the root of the repository. */
  file: string;
  /** A decision about this finding was there already. */
  updated: boolean;
  disposition: Disposition;
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
  const { clean } = await app.secrets();
  const checkout = await app.repositories.checkout(workFolder(request));
  const { root } = checkout;
  const listed = await listedFindings(app, request, root);
  const files = await app.files();
  const { kept, warnings } = await files.dispositions.read({ root });
  const by = { by: await checkout.user(), at: now.toISOString() };
  const words = wordsFor(request, listed, clean, now);
  const picked = pick(request.ids, listed);
  const decisions = new Map(picked.map((finding) => [finding.id, { ...words(finding), ...by }]));
  const dismissed = await decide(files, root, { listed, picked, kept, decisions });
  for (const each of dismissed) await files.dispositions.write(root, each);
  return clean({ dismissed, warnings: [...warnings, ...(await ignoredWarning(checkout, dismissed, files))] });
};

type Deciding = {
  listed: Listed;
  picked: readonly Finding[];
  kept: readonly KeptDisposition[];
  /** By id of the finding. */
  decisions: ReadonlyMap<string, Words & { by: string; at: string }>;
};

const decide = async (
  files: Files,
  root: string,
  { listed, picked, kept, decisions }: Deciding,
): Promise<Dismissed[]> => {
  const textOf = await textsOf(files, root, picked);
  const findings = picked.map((finding) => anchored(finding, textOf));
  // All findings are looked at: a decision about one that looks like a picked one must not be taken for its own.
  const all = [...findings, ...listed.findings.filter((finding) => !picked.includes(finding))];
  const dispositions = kept.map(({ disposition }) => disposition);
  const earlier = recognise(all, dispositions, new Places(textOf));
  return findings.flatMap((finding): Dismissed[] => {
    const decision = decisions.get(finding.id);
    if (!decision) return [];
    const disposition = dispose(finding, finding.anchor, decision, earlier.get(finding));
    const file = homeOf(disposition, kept, files.dispositions.folder);
    return [{ code: finding.code, file, updated: earlier.has(finding), disposition }];
  });
};
