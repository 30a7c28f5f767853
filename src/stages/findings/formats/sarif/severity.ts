/** How severe a SARIF result is. A security score says more than a level; `rank` is not comparable between tools. */
import type { Severity } from '../../../../model/finding.ts';
import { toSeverity } from '../../severity.ts';
import type { RuleRef } from './rule.ts';
import type { Result } from './schema.ts';

const fromScore = (value: unknown): Severity | null => {
  const score = typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;
  if (!(score >= 0 && score <= 10)) return null;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
};

const levelOf = (result: Result, { rule }: RuleRef): string => {
  if (result.level) return result.level;
  return (result.kind ?? 'fail') === 'fail' ? rule?.defaultConfiguration?.level || 'warning' : 'none';
};

export const severityOf = (result: Result, ref: RuleRef, say: (message: string) => void): Severity => {
  const scored = fromScore(result.properties?.['security-severity']) ?? fromScore(ref.rule?.properties?.['security-severity']);
  if (scored) return scored;
  const level = levelOf(result, ref);
  const severity = toSeverity(level);
  if (!severity) say(`unknown level ${JSON.stringify(level)}; taken as medium`);
  return severity ?? 'medium';
};
