/** Keeps `plan -o` away from a plan that somebody has edited; one that is as a run wrote it gives way to the next. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '../../app/app.ts';
import { Expected } from '../../model/expected.ts';
import { own } from '../../plain/shape.ts';
import { UsageError } from '../fail.ts';

const ofPlans = /^(?:master_todo|fix_todo_.*)\.json$/;

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => ofPlans.test(name));
  } catch {
    // Not there yet, or no folder: writing says what is wrong.
    return [];
  }
};

const bytesOf = async (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

/** Where the run that wrote this plan keeps it; null when no such run is known. */
const keptBy = async (app: App, folder: string): Promise<string | null> => {
  try {
    const master: unknown = JSON.parse(await readFile(join(folder, 'master_todo.json'), 'utf8'));
    const { artifactPath, report } = await import('../../app/runs/query.ts');
    const { run, plan } = await report(app, { run: String(own(master, 'session_id')) });
    return plan?.file === undefined || plan.file === null
      ? null
      : dirname(await artifactPath(app, { run, name: plan.file }));
  } catch (error) {
    if (error instanceof Expected || error instanceof SyntaxError || (error instanceof Error && 'code' in error))
      return null;
    throw error;
  }
};

const isAsWritten = async (folder: string, kept: string, name: string): Promise<boolean> => {
  const [there, written] = await Promise.all([bytesOf(join(folder, name)), bytesOf(join(kept, name))]);
  return there !== null && written !== null && there.equals(written);
};

/** The files of a plan that may be replaced. UsageError when one of them is not as a run wrote it. */
export const replaceable = async (app: App, folder: string): Promise<string[]> => {
  const names = await namesIn(folder);
  if (names.length === 0) return [];
  const kept = await keptBy(app, folder);
  for (const name of names)
    if (kept === null || !(await isAsWritten(folder, kept, name)))
      throw new UsageError(
        `${join(folder, name)} was edited, or is not known here, and is not overwritten. ` +
          'Name another folder with -o, or remove this one.',
      );
  return names;
};

/** Whatever is of an earlier plan, and kept with its run, is not mixed with the next one. */
export const makeRoom = async (app: App, folder: string): Promise<void> => {
  for (const name of await replaceable(app, folder)) await rm(join(folder, name));
};
