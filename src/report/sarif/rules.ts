/** The rules that the results of a run refer to, each with the little that findings tell about it. */
import { type Finding, type Severity, reviewersOf, severityRank } from '../../model/finding.ts';
import { present } from '../../plain/present.ts';
import type { ResultLevel, SarifRule } from './log.ts';

/** A finding without a rule goes by its category. */
export const ruleIdOf = ({ rule, category }: Finding): string => rule || category || 'general';

const levels: Readonly<Record<Severity, ResultLevel>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
export const levelOf = (severity: Severity): ResultLevel => levels[severity];

const problems = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

/** The middle of the range that GitHub gives to each word. */
const scores: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
};

type MetRule = { id: string; severity: Severity; categories: Set<string>; reviewers: Set<string> };

/** A score makes an alert a matter of security, so only what the source calls that gets one. */
const isSecurity = (categories: ReadonlySet<string>): boolean =>
  [...categories].some((category) => category.toLowerCase().includes('security'));

const tagsOf = (categories: ReadonlySet<string>): string[] => [
  ...new Set(present([isSecurity(categories) && 'security', ...[...categories].filter((category) => category !== '')])),
];

const toRule = ({ id, severity, categories, reviewers }: MetRule): SarifRule => {
  const by = [...reviewers].join(', ');
  return {
    id,
    shortDescription: { text: `Rule ${id}.` },
    fullDescription: { text: `Findings of rule ${id}, reported by ${by}.` },
    help: { text: `Reported by ${by}, whose documentation says more about ${id}.` },
    defaultConfiguration: { level: levelOf(severity) },
    properties: {
      tags: tagsOf(categories),
      'problem.severity': problems[levelOf(severity)],
      ...(isSecurity(categories) && { 'security-severity': scores[severity] }),
    },
  };
};

const learnFrom = (finding: Finding, rule: MetRule): void => {
  if (severityRank[finding.severity] < severityRank[rule.severity]) rule.severity = finding.severity;
  rule.categories.add(finding.category);
  for (const reviewer of reviewersOf(finding)) rule.reviewers.add(reviewer);
};

/** In the order in which they are first met; each as severe as its most severe finding. */
export const rulesOf = (findings: readonly Finding[]): { rules: SarifRule[]; indexOf: ReadonlyMap<string, number> } => {
  const met = new Map<string, MetRule>();
  for (const finding of findings) {
    const id = ruleIdOf(finding);
    const rule = met.get(id) ?? { id, severity: finding.severity, categories: new Set(), reviewers: new Set() };
    met.set(id, rule);
    learnFrom(finding, rule);
  }
  const rules = [...met.values()].map(toRule);
  return { rules, indexOf: new Map(rules.map(({ id }, index) => [id, index])) };
};
