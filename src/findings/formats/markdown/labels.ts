/** Lines such as `- **File:** a.py`. */
import { pattern } from '../../../plain/pattern.ts';

export type Label =
  | 'file'
  | 'line'
  | 'issue'
  | 'suggestion'
  | 'severity'
  | 'category'
  | 'rule'
  | 'quote'
  | 'title'
  | 'code';

const labels: Readonly<Record<string, Label>> = {
  file: 'file',
  files: 'file',
  path: 'file',
  'file path': 'file',
  location: 'file',
  locations: 'file',
  where: 'file',
  line: 'line',
  lines: 'line',
  issue: 'issue',
  problem: 'issue',
  description: 'issue',
  details: 'issue',
  detail: 'issue',
  why: 'issue',
  impact: 'issue',
  suggestion: 'suggestion',
  'suggested fix': 'suggestion',
  fix: 'suggestion',
  recommendation: 'suggestion',
  solution: 'suggestion',
  severity: 'severity',
  priority: 'severity',
  category: 'category',
  type: 'category',
  rule: 'rule',
  quote: 'quote',
  snippet: 'quote',
  evidence: 'quote',
  title: 'title',
  summary: 'title',
  id: 'code',
};

const labelled = pattern(
  '',
  /^\s{0,24}(?:[-*+•]\s{1,8}|\d{1,4}[.)]\s{1,4})?(?:\*\*|__|\*|_)?(?<name>[A-Za-z][A-Za-z ]{1,15})/,
  /(?:\*\*|__|\*|_)?\s{0,3}:(?:\*\*|__|\*|_)?(?:\s{1,8}(?<words>.*)|(?<bare>[^\s/\\].*)?)$/,
);

/** A line such as `- **File:** a.py`. */
export const readLabel = (text: string): { label: Label; words: string } | null => {
  const { name = '', words, bare } = labelled.exec(text)?.groups ?? {};
  const key = name.trim().toLowerCase();
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return label ? { label, words: (words ?? bare ?? '').trim() } : null;
};
