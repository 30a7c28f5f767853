/** What belongs together among the findings of a call: steps of a plan, groups of a reviewer, files. */
import type { FindingGroup } from '../../../model/answer.ts';
import { severityRank } from '../../../model/finding.ts';
import { groupOf } from '../../../model/finding/files.ts';
import { cutEnd } from '../../../plain/cut.ts';
import type { Grouping } from '../../../stages/fix/prompt-shared.ts';
import { isOpen, type FindingState, type RunState } from '../../state/state.ts';
import { madePlan } from '../../decide/turns.ts';

export type AskedGroups = { groups: FindingGroup[] | undefined; grouping: Grouping | undefined };

const none: AskedGroups = { groups: undefined, grouping: undefined };

/** Delegated: as the plan has them; what a reviewer has grouped, by its groups; the rest by file. */
export const groupsOf = (state: RunState, findings: readonly FindingState[]): AskedGroups => {
  const { mode } = state.config.fix;
  if (findings.length < 2 || mode === 'perFinding') return none;
  const steps = stepsOf(state);
  if (mode === 'delegated' && steps.size > 0)
    return { grouping: 'steps', groups: named(findings, ({ finding }) => steps.get(finding.id)?.words ?? 'Last') };
  if (mode === 'delegated')
    return {
      grouping: 'sub-agents',
      groups: named(findings, ({ finding }) => finding.group ?? finding.file ?? 'no file'),
    };
  const grouped = findings.filter(({ finding }) => finding.group !== undefined);
  if (grouped.length === 0) return none;
  return { grouping: 'hint', groups: named(grouped, ({ finding }) => finding.group ?? '') };
};

const named = (findings: readonly FindingState[], nameOf: (finding: FindingState) => string): FindingGroup[] =>
  [...Map.groupBy(findings, nameOf)].map(([description, members]) => ({
    description,
    findings: members.map(({ finding }) => finding.code),
  }));

type Step = { n: number; words: string };

/** By id, of a plan that somebody made. */
const stepsOf = (state: RunState): Map<string, Step> =>
  new Map(
    (madePlan(state)?.steps ?? []).flatMap(({ reason, findings }, index) =>
      findings.map((id) => [id, { n: index + 1, words: stepWords(index + 1, reason) }] as const),
    ),
  );

/** Steps follow each other, also those that are there for the same reason. */
const stepWords = (step: number, reason: string): string =>
  `Step ${step}${step === 1 ? '' : `, after step ${step - 1}`}: ${reason}`;

/** The most severe first; one call for all steps of a plan keeps to their order. */
export const inOrder = (state: RunState, findings: readonly FindingState[]): FindingState[] => {
  const steps = state.config.fix.mode === 'delegated' ? stepsOf(state) : new Map<string, Step>();
  const stepOf = ({ finding }: FindingState): number => steps.get(finding.id)?.n ?? Number.MAX_SAFE_INTEGER;
  return findings.toSorted(
    (a, b) => stepOf(a) - stepOf(b) || severityRank[a.finding.severity] - severityRank[b.finding.severity],
  );
};

const mostCompanions = 20;

/** The others of its group that are fixed in calls of their own, for whoever has to mind them. */
export const companionsOf = (state: RunState, { finding }: FindingState, ids: readonly string[]): string[] => {
  const group = groupOf(finding);
  if (group === null || state.config.fix.mode !== 'perFinding' || madePlan(state)) return [];
  const others = [...state.findings.values()].filter(
    (other) => !ids.includes(other.finding.id) && groupOf(other.finding) === group && other.status !== 'dismissed',
  );
  const more = others.length - mostCompanions;
  return [...others.slice(0, mostCompanions).map(companionLine), ...(more > 0 ? [`and ${more} more`] : [])];
};

const companionLine = (state: FindingState): string => {
  const { code, file, line, title } = state.finding;
  const place = `${file ?? 'no file'}${line === undefined ? '' : `:${line}`}`;
  return `${code} (${isOpen(state) ? 'still open' : state.status}), ${place}: ${cutEnd(title, 200)}`;
};
