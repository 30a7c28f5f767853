/** Whether a line that somebody cites stands where they say. Pure. */
import type { Citation } from '../../model/finding/dispute.ts';
import type { Finding } from '../../model/finding.ts';

/** Whoever counts lines may be off by so many. */
const miscounted = 3;
/** Fewer letters and digits are in every file. */
const leastWords = 3;
/** So far from the lines of a finding one still reads its place. */
const around = 20;

const plain = (line: string): string => line.replaceAll(/\s+/g, ' ').trim();

const placeOf = ({ file, line }: Citation): string => `${JSON.stringify(file)} line ${line}`;

/** `text`: of the file, null where there is none. Where the line is right but for its number, the number is mended. */
export const lookUp = (citation: Citation, text: string | null): { citation: Citation } | { problem: string } => {
  const { file, line } = citation;
  if (text === null) return { problem: `there is no text file ${JSON.stringify(file)}` };
  const quote = citation.quote.split('\n').map(plain).filter(Boolean);
  if ((quote.join('').match(/\w/g)?.length ?? 0) < leastWords)
    return { problem: `${placeOf(citation)}: no code is quoted` };
  const lines = text.split('\n').map(plain);
  if (line > lines.length) return { problem: `${placeOf(citation)} is not there: the file has ${lines.length} lines` };
  const stands = (at: number): boolean => quote.every((words, index) => lines[at - 1 + index]?.includes(words));
  const at = nearest(line).find(stands);
  return at === undefined
    ? { problem: `${placeOf(citation)} does not hold what is quoted, but ${JSON.stringify(shown(lines[line - 1]))}` }
    : { citation: { ...citation, line: at } };
};

const shown = (line = ''): string => line.slice(0, 200);

/** The line itself, then those around it, the nearest first. */
const nearest = (line: number): number[] => [
  line,
  ...Array.from({ length: miscounted }, (_, index) => [line - index - 1, line + index + 1]).flat(),
];

/** It is a line of what the finding is about. */
export const isAtFinding = ({ file, line }: Citation, finding: Pick<Finding, 'file' | 'line' | 'endLine'>): boolean => {
  if (finding.file === undefined) return true;
  if (finding.file !== file) return false;
  if (finding.line === undefined) return true;
  return line >= finding.line - around && line <= (finding.endLine ?? finding.line) + around;
};
