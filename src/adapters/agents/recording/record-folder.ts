/** Whether a folder can be recorded into. */
import { lstatSync, readdirSync } from 'node:fs';
import { codeOf, headFile } from './recording-files.ts';

/** What speaks against recording into this folder, for a person; null when nothing does. */
export const refusedFolder = (folder: string): string | null => {
  try {
    const info = lstatSync(folder);
    if (!info.isDirectory()) return `${folder} is not a folder. Name one that is not there yet, or an empty one.`;
    const names = readdirSync(folder);
    if (names.length === 0) return null;
    return names.includes(headFile)
      ? `${folder} holds a recording already, and two runs in one could not be told apart. ` +
          'Name another folder, or remove this one first.'
      : `${folder} is not empty and holds no recording. Name a folder that is not there yet, or an empty one.`;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : cannotRecord(folder, error);
  }
};

export const cannotRecord = (folder: string, error: unknown): string =>
  `${folder} cannot be recorded into (${codeOf(error)}). Name another folder.`;
