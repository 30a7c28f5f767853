/** Whether the code that a decision was about still is as it was, under a finding that was reported with other lines this time. */
import type { Disposition } from '../../../model/disposition.ts';
import type { Finding } from '../../../model/finding.ts';
import { anchorIn, readAnchor, sameCode } from '../identity/anchor.ts';
import { type Source, toSource } from '../identity/source.ts';

/** The text of a file as it is now, null where there is none. */
export type TextOf = (file: string) => string | null;

export type SourceOf = (file: string) => Source | null;

/** Each file is made ready once. */
export const sourcesOf = (textOf: TextOf): SourceOf => {
  const known = new Map<string, Source | null>();
  return (file) => {
    const earlier = known.get(file);
    if (earlier !== undefined) return earlier;
    const text = textOf(file);
    const source = text === null ? null : toSource(text);
    known.set(file, source);
    return source;
  };
};

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

/** How much of both, from 0 to 1, is what they have in common; null when the code is not there as it was. 0: next to it. */
export const stillThere = (disposition: Disposition, finding: Finding, sourceOf: SourceOf): number | null => {
  const { file, line } = finding;
  const length = lengthOf(disposition.finding);
  const source = file === undefined || line === undefined || disposition.finding.line === undefined ? null : sourceOf(file);
  if (!source || line === undefined || Math.max(length, lengthOf(finding)) > longest) return null;
  if ((readAnchor(disposition.anchor)?.weight ?? 0) < fewestTokens) return null;
  const near = saysTheSame(disposition, finding) ? slack : 0;
  const end = line + lengthOf(finding) - 1;
  for (let first = Math.max(1, line - length + 1 - near); first <= end + near; first += 1) {
    const last = first + length - 1;
    if (!sameCode(disposition.anchor, anchorIn({ line: first, endLine: last }, source))) continue;
    const shared = Math.max(0, Math.min(end, last) - Math.max(line, first) + 1);
    return shared / (Math.max(end, last) - Math.min(line, first) + 1);
  }
  return null;
};
