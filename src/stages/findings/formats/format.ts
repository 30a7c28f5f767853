/** What every format is made of, so that adding one is one file and one line in the registry. */
import type { FormatName } from '../../../config/schema.ts';
import type { DraftFinding, ReadProblem } from '../../../model/finding.ts';

export type FormatContext = {
  /** Absolute paths under which the repository's files may be named. */
  roots: readonly string[];
  /** Output of a configured tool: the reviewer's name is known, and what the source calls itself does not count. */
  fromTool: boolean;
  /** Reads a file that the source names; relative names lie beside the source. Rejects when it cannot be read. */
  readFile?: (path: string) => Promise<string | Uint8Array>;
};

export type Collected = { findings: DraftFinding[]; problems: ReadProblem[] };

export type Format = {
  name: FormatName;
  /** For people, in the list of formats that are known. */
  title: string;
  recognises: (value: unknown) => boolean;
  /** Why a value of this format cannot be read at all, such as its version. */
  refuses?: (value: unknown) => string | null;
  /** Pure but for `readFile`. Never throws for what an item holds: a bad item becomes a problem with its place. */
  read: (value: unknown, context: FormatContext) => Collected | Promise<Collected>;
};
