/**
 * Evidence: whether a finding is about something that is there at all, before money is spent on it (requirement 1.6).
 */
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';
import { mayBeIn, withoutLooks } from './quoted-code.ts';

type TextFacts = Extract<FileFacts, { kind: 'text' }>;

/** Many findings are about one file: it is looked at once. */
const remembered = <T>(look: (text: string) => T): ((facts: TextFacts) => T) => {
  const known = new WeakMap<TextFacts, { seen: T }>();
  return (facts) => {
    const { seen } = known.get(facts) ?? { seen: look(facts.text) };
    known.set(facts, { seen });
    return seen;
  };
};

/**
 * Tools do not agree on what ends a line. All that does for any of them counts, so that no line is missed that one of
 * them saw.
 */
const endsLine = (code: number): boolean =>
  (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;

const linesOf = remembered((text) => {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1)
    if (endsLine(text.charCodeAt(at)) && !(text[at] === '\r' && text[at + 1] === '\n')) lines += 1;
  return lines;
});
const bareOf = remembered(withoutLooks);

const count = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

/** Behind a final line break there is one more position, which some tools report; people do not count it. */
const shownLines = (facts: TextFacts): number =>
  facts.text === '' || /[\n\r]$/.test(facts.text) ? linesOf(facts) - 1 : linesOf(facts);

const againstText = ({ line, quote }: Finding, file: string, facts: TextFacts): string | null => {
  if (line !== undefined && line > linesOf(facts))
    return `line ${line} is past the end of ${file}, which has ${count(shownLines(facts))}`;
  if (quote !== undefined && !mayBeIn(bareOf(facts), quote)) return `the code that it quotes is nowhere in ${file}`;
  return null;
};

const against = (finding: Finding, file: string, facts: FileFacts): string | null => {
  if (facts.kind === 'text') return againstText(finding, file, facts);
  if (facts.kind === 'binary') return `${file} is a binary file`;
  if (facts.kind === 'folder') return `${file} is a folder, not a file`;
  if (facts.kind === 'missing' && facts.inHistory === false) return `${file} is not in the repository, and never was`;
  return null;
};

/** A tool looks at files that are there: one that is not found here was run somewhere else (requirement 1.11). */
export const notFound = ({ file, ranIn }: Finding, facts: FileFacts): string | null => {
  if (file === undefined || ranIn === undefined || facts.kind !== 'missing' || facts.inHistory !== false) return null;
  const named = ranIn !== '' && file.startsWith(`${ranIn}/`) ? file.slice(ranIn.length + 1) : file;
  return `${named} not found (looked in ${ranIn === '' ? '' : `${ranIn} and `}the repository root). Wrong folder?`;
};

/** The reason to dismiss it, null where nothing speaks against it. A file that existed once is for 1.7. */
export const evidenceAgainst = (finding: Finding, facts: FileFacts): string | null => {
  const reason = finding.file === undefined ? null : against(finding, finding.file, facts);
  return reason === null ? null : `no evidence: ${reason}`;
};
