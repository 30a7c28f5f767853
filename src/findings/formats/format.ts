/** What every format is made of, so that adding one is one file and one line in the registry. */
import type { FormatName } from '../../config/sections/reviewing.ts';
import type { Lookup } from '../read/paths.ts';
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';

export type FormatContext = Lookup & {
  /** Output of a configured tool: the reviewer's name is known, and what the source calls itself does not count. */
  fromTool: boolean;
  /** Reads a file that the source names; relative names lie beside the source. Rejects when it cannot be read. */
  readFile?: (path: string) => Promise<string | Uint8Array>;
};

/** What a reviewer says of the change as a whole. */
export type Verdict = 'PASSED' | 'NEEDS_WORK';

export type Collected = {
  findings: DraftFinding[];
  problems: ReadProblem[];
  /** Where the source is a review that has one. */
  verdict?: Verdict;
  /** What a review says of the change as a whole, in its own words. */
  summary?: string;
  /** Why a review is none: what is missing, and what to do. An error, never a pass. */
  noVerdict?: string;
  /** Why the whole of an XML document cannot be read, and at which `line:column`. */
  notXml?: { at: string; message: string };
};

/** What reads one format, from what it is made of. */
export type Reading<Input> = {
  name: FormatName;
  /** For people, in the list of formats that are known. */
  title: string;
  /** Cheap, and never throws; text formats see the whole text, without a byte order mark. */
  recognises: (input: Input) => boolean;
  /** Why an input of this format cannot be read at all, such as its version. */
  refuses?: (input: Input) => string | null;
  /** Pure but for `readFile`. Never throws for what an item holds: a bad item becomes a problem with its place. */
  read: (input: Input, context: FormatContext) => Collected | Promise<Collected>;
};

/** A format that is one JSON document. */
export type JsonFormat = Reading<unknown> & { of: 'json' };

/** A format that is lines, XML or markdown. */
export type TextFormat = Reading<string> & {
  of: 'text';
  /** A tool that found nothing prints nothing: an empty text is a clean bill, where this format is named. */
  mayBeEmpty?: boolean;
  /** Where this format is named: a tool's way of saying that it found nothing. */
  saysNothingFound?: (text: string) => boolean;
  /** Text of many kinds looks like it: tried when nothing else fits. */
  lastResort?: boolean;
  /** What somebody said: any text is tried where this format is named, and a tool's output is never taken for it. */
  spoken?: boolean;
};

export type Format = JsonFormat | TextFormat;
