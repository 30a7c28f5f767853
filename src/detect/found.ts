/** What detectors find: commands and reviewers as data, each with the places that speak for it. */
import type { FormatName } from '../config/sections/reviewing.ts';
import type { Command } from '../config/values.ts';

/** A file of the repository, with the line or the key in it. */
export type Place = { file: string; line?: number; key?: string };

export type FoundCommand = { command: Command; places: Place[] };

export type FoundReviewer = {
  name: string;
  command: Command;
  format: FormatName;
  /** From the root; not there for the root itself. */
  cwd?: string;
  places: Place[];
};

/** What was found and is not used, and what to do about it: nothing is left out in silence. */
export type LeftOut = {
  message: string;
  remedy?: string;
  places: Place[];
  /** It is about tests, and matters only while nothing else tests. */
  isAboutTests?: boolean;
  /** The language itself cannot be started, so neither can a task or a script that needs it. */
  isLanguage?: boolean;
};

export type Finds = {
  /** What there is, in words: `npm`, `Python (uv)`. */
  kinds: string[];
  setup: FoundCommand[];
  verify: FoundCommand[];
  reviewers: FoundReviewer[];
  leftOut: LeftOut[];
};

export const nothing: Finds = { kinds: [], setup: [], verify: [], reviewers: [], leftOut: [] };

export const finds = (some: Partial<Finds>): Finds => ({ ...nothing, ...some });

export const together = (all: readonly Finds[]): Finds => ({
  kinds: [...new Set(all.flatMap(({ kinds }) => kinds))],
  setup: all.flatMap(({ setup }) => setup),
  verify: all.flatMap(({ verify }) => verify),
  reviewers: all.flatMap(({ reviewers }) => reviewers),
  leftOut: all.flatMap(({ leftOut }) => leftOut),
});

/** `package.json:7 scripts.test` */
export const showPlace = ({ file, line, key }: Place): string =>
  `${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : ` ${key}`}`;

export const showPlaces = (places: readonly Place[]): string => places.map(showPlace).join(', ');
