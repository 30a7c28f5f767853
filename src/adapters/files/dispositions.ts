/** Reads dispositions, one file each in the work tree, so that branches merge. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposition } from '../../model/disposition.ts';
import type { FilesPlace, KeptDisposition } from '../../ports/files.ts';
import { readDisposition } from '../../findings/dispositions/file.ts';
import { type CommittedFile, namesInCommit, readCommittedFile, readFileOf, reasonOf } from './committed-file.ts';
import { dispositionFolder, findFolder } from './disposition-folder.ts';
import { InputError } from '../../model/expected.ts';

const maxFiles = 10_000;
const maxWarnings = 20;

const tooLarge = 'Is it really a disposition? Remove or rename it.';

type Listed = { names: string[]; read: (name: string) => Promise<CommittedFile> };

const listCommitted = async (place: FilesPlace): Promise<Listed | { problem: string } | null> => {
  if (!place.from) return null;
  const found = await namesInCommit(place.from, dispositionFolder);
  if ('hindrance' in found) return { problem: found.hindrance };
  const read = (name: string): Promise<CommittedFile> => readFileOf(place, `${dispositionFolder}/${name}`, tooLarge);
  return found.names === null ? null : { names: found.names, read };
};

const listFiles = async (place: FilesPlace): Promise<Listed | { problem: string } | null> => {
  try {
    if (place.from) return await listCommitted(place);
    const folder = findFolder(place.root);
    return folder === null
      ? null
      : { names: (await readdir(folder)).sort(), read: (name) => readCommittedFile(join(folder, name), tooLarge) };
  } catch (error) {
    return {
      problem: error instanceof InputError ? error.message : `${dispositionFolder} cannot be read: ${reasonOf(error)}.`,
    };
  }
};

const misnamed = (name: string): string =>
  `${dispositionFolder}/${name} is left out: its name has to end in .yaml. Rename it to ${name.slice(0, -4)}.yaml.`;

/** The first of them, and how many more there are. */
const shortened = (warnings: readonly string[]): string[] => {
  if (warnings.length <= maxWarnings) return [...warnings];
  const more = `${warnings.length - maxWarnings} more files in ${dispositionFolder} are left out as well.`;
  return [...warnings.slice(0, maxWarnings), more];
};

const warnOfTooMany = (found: number, most: number): string[] => {
  if (found <= most) return [];
  return [`${dispositionFolder} has ${found} files; only the first ${most} are read. Remove those that are over.`];
};

type Kept = { kept: KeptDisposition[]; warnings: string[] };

const readListed = async ({ names, read }: Listed): Promise<Kept> => {
  const result: Kept = { kept: [], warnings: [] };
  for (const name of names) {
    const file = `${dispositionFolder}/${name}`;
    const found = await read(name);
    const parsed = 'problem' in found ? found : readDisposition(found.text);
    if ('problem' in parsed) result.warnings.push(`${file} is left out: ${parsed.problem}`);
    else result.kept.push({ file, disposition: parsed.disposition });
  }
  return result;
};

/** All that can be read, in the order of their names. What cannot be is a warning: it never stops a run. */
export const readKept = async (place: FilesPlace, most = maxFiles): Promise<Kept> => {
  const listed = await listFiles(place);
  if (listed === null) return { kept: [], warnings: [] };
  if ('problem' in listed) return { kept: [], warnings: [`No dispositions are in force: ${listed.problem}`] };
  const names = listed.names.filter(isDispositionName);
  const { kept, warnings } = await readListed({ names: names.slice(0, most), read: listed.read });
  const bad = [...listed.names.filter((name) => name.endsWith('.yml')).map(misnamed), ...warnings];
  return { kept, warnings: [...warnOfTooMany(names.length, most), ...shortened(bad)] };
};

const isDispositionName = (name: string): boolean => name.endsWith('.yaml') && !name.startsWith('.');

export const readDispositions = async (
  place: FilesPlace,
): Promise<{ dispositions: Disposition[]; warnings: string[] }> => {
  const { kept, warnings } = await readKept(place);
  return { dispositions: kept.map(({ disposition }) => disposition), warnings };
};
