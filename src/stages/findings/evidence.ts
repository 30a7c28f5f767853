/** Evidence: whether a finding is about something that is there at all, before money is spent on it (requirement 1.6). */
import type { Finding } from '../../model/finding.ts';
import { mayBeIn, withoutLooks } from './quoted-code.ts';

/** What is known of the file that a finding names, at the start of the run. */
export type FileFacts =
  | { kind: 'text'; text: string }
  | { kind: 'binary' }
  | { kind: 'folder' }
  | { kind: 'submodule' }
  | { kind: 'link' }
  /** `unknown`: the history is not all there, as in a shallow clone. */
  | { kind: 'missing'; inHistory: boolean | 'unknown' };

type TextFacts = Extract<FileFacts, { kind: 'text' }>;
type Measures = { lines: number; bare: string };

/** Many findings are about one file: it is measured once. */
const measured = new WeakMap<TextFacts, Measures>();

/** Tools do not agree on what ends a line. All that does for any of them counts, so that no line is missed that one of them saw. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

const measure = (facts: TextFacts): Measures => {
  const known = measured.get(facts);
  if (known) return known;
  const measures = { lines: (facts.text.match(lineBreak)?.length ?? 0) + 1, bare: withoutLooks(facts.text) };
  measured.set(facts, measures);
  return measures;
};

const count = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

const againstText = ({ line, quote }: Finding, file: string, facts: TextFacts): string | null => {
  if (line === undefined && quote === undefined) return null;
  const { lines, bare } = measure(facts);
  // Behind a final line break there is one more position, which some tools report.
  const shown = lines > 1 && /[\n\r]$/.test(facts.text) ? lines - 1 : lines;
  if (line !== undefined && line > lines)
    return `line ${line} is past the end of ${file}, which has ${count(facts.text === '' ? 0 : shown)}`;
  if (quote !== undefined && !mayBeIn(bare, quote)) return `the code that it quotes is nowhere in ${file}`;
  return null;
};

const against = (finding: Finding, file: string, facts: FileFacts): string | null => {
  if (facts.kind === 'text') return againstText(finding, file, facts);
  if (facts.kind === 'binary') return `${file} is a binary file`;
  if (facts.kind === 'folder') return `${file} is a folder, not a file`;
  if (facts.kind === 'missing' && facts.inHistory === false) return `there is no file ${file}, and there never was one`;
  return null;
};

/** The reason to dismiss it, null where nothing speaks against it. A file that existed once is for 1.7. */
export const evidenceAgainst = (finding: Finding, facts: FileFacts): string | null => {
  const reason = finding.file === undefined ? null : against(finding, finding.file, facts);
  return reason === null ? null : `no evidence: ${reason}`;
};
