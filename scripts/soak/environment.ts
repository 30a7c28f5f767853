/** The environment of a run: with the programs of a language that are not where all are. */
import { environmentIn } from '../fresh/shell.ts';
import type { Language } from './language.ts';

export const environmentFor = ({ programs }: Language, folder: string): Record<string, string> => {
  const env = environmentIn(folder);
  return typeof programs === 'string' ? { ...env, PATH: `${programs}:${env['PATH']}` } : env;
};
