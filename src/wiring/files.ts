/** The files of users on this machine. */
import { collectGarbage } from '../adapters/files/collect-garbage.ts';
import { writeConfigFile } from '../adapters/files/config-file.ts';
import { dispositionFolder } from '../adapters/files/disposition-folder.ts';
import { readKept } from '../adapters/files/dispositions.ts';
import { removeKept, writeKept } from '../adapters/files/write-dispositions.ts';
import { isThere, readTextBelow } from '../adapters/files/files.ts';
import { lookFrom, lookIn } from '../adapters/files/look-in.ts';
import { openProgress } from '../adapters/files/progress-file.ts';
import { promptFile, readPromptFiles, writePromptFile } from '../adapters/files/prompt-folder.ts';
import { openInput, readInputFile } from '../adapters/files/read-input.ts';
import { workTreeFacts } from '../adapters/files/work-tree.ts';
import type { Files } from '../ports/files.ts';

export const localFiles: Files = {
  openInput: (name, path) => openInput(name, path),
  readInput: (name, path) => readInputFile(name, path),
  lookFrom,
  lookIn: (folder) => lookIn(folder),
  isThere,
  readText: readTextBelow,
  workTreeFacts,
  dispositions: { folder: dispositionFolder, read: (place) => readKept(place), write: writeKept, remove: removeKept },
  prompts: { fileOf: promptFile, read: readPromptFiles, write: writePromptFile },
  writeConfig: writeConfigFile,
  openProgress,
  collectGarbage,
};
