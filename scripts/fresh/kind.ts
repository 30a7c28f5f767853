/** A kind of project: how its repository is made, set up and verified, and what an agent may do to it. */
import type { ScriptedEdit } from '../../test/fakes/scripted.ts';

/**
 * What an agent does about a finding. Whether that is right, only a fresh clone knows. `run`: what it leaves where
 * nobody looks.
 */
export type Change = { edits: readonly ScriptedEdit[]; run?: string };

/** A place with a finding. `right` is what most agents do; the names of the others say what is wrong with them. */
export type Slot = { file: string; line: number; right: Change; others: Readonly<Record<string, Change>> };

export type Kind = {
  name: string;
  files: Readonly<Record<string, string>>;
  /** Shell lines that make the rest of the repository: before its first commit, and after it. */
  before?: readonly string[];
  after?: readonly string[];
  setup: readonly string[];
  verify: readonly string[];
  slots: readonly Slot[];
};

export const write = (file: string, text: string): Change => ({ edits: [{ file, write: text }] });

export const writes = (files: Readonly<Record<string, string>>, run?: string): Change => ({
  edits: Object.entries(files).map(([file, text]) => ({ file, write: text })),
  ...(run !== undefined && { run }),
});

export const lines = (...all: string[]): string => `${all.join('\n')}\n`;
