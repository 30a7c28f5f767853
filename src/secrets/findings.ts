/** Takes secrets out of the words of findings. A machine-made edit stays as it is: it is code that is put back. */
import type { DraftFinding, ReadProblem } from '../model/finding.ts';

export type Collected = { findings: DraftFinding[]; problems: ReadProblem[] };

export const redactFindings = <T extends Collected>(collected: T, redact: (text: string) => string): T => ({
  ...collected,
  findings: collected.findings.map((finding) => redactDraft(finding, redact)),
  problems: collected.problems.map(({ place, message }) => ({ place, message: redact(message) })),
});

/** Nearly every finding: it stays as it is, since there may be hundreds of thousands of them. */
const isClean = (
  { category, title, description, suggestion, group, quote }: DraftFinding,
  redact: (text: string) => string,
): boolean =>
  [category, title, description, suggestion, group, quote].every((text) => text === undefined || redact(text) === text);

const redactDraft = (draft: DraftFinding, redact: (text: string) => string): DraftFinding =>
  isClean(draft, redact) ? draft : redactWords(draft, redact);

/** Quoted code is compared with the file: without its secret it would be found nowhere, so such a quote is left out. */
const redactWords = ({ quote, ...draft }: DraftFinding, redact: (text: string) => string): DraftFinding => ({
  ...draft,
  ...(quote !== undefined && redact(quote) === quote && { quote }),
  category: redact(draft.category),
  title: redact(draft.title),
  description: redact(draft.description),
  ...(draft.suggestion !== undefined && { suggestion: redact(draft.suggestion) }),
  ...(draft.group !== undefined && { group: redact(draft.group) }),
});
