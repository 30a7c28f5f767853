/** How severe a SARIF result is. A security score says more than a level; `rank` is not comparable between tools. */
import type { Severity } from '../../../model/finding.ts';
import { toSeverity } from '../../read/severity.ts';
import { overriddenLevel } from './overrides.ts';
import type { RuleRef } from './run-context.ts';
import type { Result } from './result-shape.ts';
import type { RunContext } from './run-context.ts';

const fromScore = (value: unknown): Severity | null => {
  const isWritten = typeof value === 'string' && value.trim() !== '';
  const score = typeof value === 'number' || isWritten ? Number(value) : Number.NaN;
  if (!(score >= 0 && score <= 10)) return null;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
};

const levelOf = (result: Result, ref: RuleRef, run: RunContext): string => {
  if (result.level) return result.level;
  if ((result.kind ?? 'fail') !== 'fail') return 'none';
  return overriddenLevel(result.provenance, ref, run) ?? (ref.rule?.defaultConfiguration?.level || 'warning');
};

export const severityOf = (result: Result, ref: RuleRef, run: RunContext, say: (message: string) => void): Severity => {
  const scored =
    fromScore(result.properties?.['security-severity']) ?? fromScore(ref.rule?.properties?.['security-severity']);
  if (scored) return scored;
  const level = levelOf(result, ref, run);
  const severity = toSeverity(level);
  if (!severity) say(`unknown level ${JSON.stringify(level)}; taken as medium`);
  return severity ?? 'medium';
};
