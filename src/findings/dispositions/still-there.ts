/**
 * Whether the code that a decision was about still is as it was, under a finding that was reported with other lines
 * this time.
 */
import type { Disposition } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { anchorIn } from '../identity/anchor.ts';
import { readAnchor, sameCode } from '../identity/read-anchor.ts';
import { type Source, toSource } from '../identity/source.ts';

/** The text of a file as it is now, null where there is none. */
export type TextOf = (file: string) => string | null;

/** So much is looked at in one run. Beyond, a finding is not taken for a dismissed one, which is the safe side. */
const mostLooks = 20_000;

/** Places in the files as they are now. */
export class Places {
  readonly #textOf: TextOf;
  readonly #sources = new Map<string, Source | null>();
  #looks = 0;

  constructor(textOf: TextOf) {
    this.#textOf = textOf;
  }

  /** Whether there may be another look; each one counts. */
  look(): boolean {
    this.#looks += 1;
    return this.#looks <= mostLooks;
  }

  anchorAt(file: string, line: number, endLine: number): string | undefined {
    const source = this.look() ? this.#source(file) : null;
    return source === null ? undefined : anchorIn({ line, endLine }, source);
  }

  /** Each file is made ready once. */
  #source(file: string): Source | null {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const text = this.#textOf(file);
    const source = text === null ? null : toSource(text);
    this.#sources.set(file, source);
    return source;
  }
}

/** Longer ranges are not looked for: a decision about so much code is about that code as a whole. */
const longest = 60;
/** A line of fewer tokens, such as a bracket, is everywhere. */
const fewestTokens = 3;
/** Reviewers who read and do not parse are a few lines off. */
const slack = 5;

export const wordsOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, ' ').trim();

export const saysTheSame = ({ finding, aliases = [] }: Disposition, { title }: Finding): boolean =>
  [finding.title, ...aliases].some((each) => wordsOf(each) === wordsOf(title));

const lengthOf = ({ line = 1, endLine = line }: { line?: number | undefined; endLine?: number | undefined }): number =>
  Math.max(1, endLine - line + 1);

/**
 * How much of both, from 0 to 1, is what they have in common; null when the code is not there as it was. 0: next to it.
 */
export const stillThere = (disposition: Disposition, finding: Finding, places: Places): number | null => {
  const { file, line } = finding;
  if (file === undefined || line === undefined || disposition.finding.line === undefined || !places.look()) return null;
  const length = lengthOf(disposition.finding);
  if (Math.max(length, lengthOf(finding)) > longest || (readAnchor(disposition.anchor)?.weight ?? 0) < fewestTokens)
    return null;
  const near = saysTheSame(disposition, finding) ? slack : 0;
  const end = line + lengthOf(finding) - 1;
  for (let first = Math.max(1, line - length + 1 - near); first <= end + near; first += 1) {
    const last = first + length - 1;
    if (!sameCode(disposition.anchor, places.anchorAt(file, first, last))) continue;
    const shared = Math.max(0, Math.min(end, last) - Math.max(line, first) + 1);
    return shared / (Math.max(end, last) - Math.min(line, first) + 1);
  }
  return null;
};
