/**
 * Which tools look again at which findings: configured reviewers at their own, and others at findings that came from
 * elsewhere.
 */
import type { ToolReviewerConfig } from '../../../config/schema.ts';
import { trustsClaims } from '../../../config/trust.ts';
import { formatNames } from '../../../config/sections/reviewing.ts';
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { Rechecker } from '../../../model/proof.ts';
import { reportedRules } from '../../../stages/gates/tool-reports.ts';
import { reviewersIn, type RunState } from '../../state/state.ts';

const asReviewer = ({ name, command, format, timeoutMs }: Rechecker): ToolReviewerConfig => {
  const known = formatNames.find((each) => each === format);
  return {
    name,
    kind: 'tool',
    command,
    ...(known && { format: known }),
    level: 'blocking',
    timeout: timeoutMs,
    paths: [],
  };
};

/** Every tool that can be run again; none where claims are trusted. */
export const toolsOf = ({ checks, config }: RunState): ToolReviewerConfig[] =>
  trustsClaims(config)
    ? []
    : [
        ...config.reviewers.filter((reviewer) => reviewer.kind === 'tool'),
        ...(checks.recheck?.tools ?? []).filter(({ by }) => by !== 'configured').map(asReviewer),
      ];

const watched = (tool: Rechecker, id: string): readonly string[] =>
  Object.hasOwn(tool.watches, id) ? (tool.watches[id] ?? []) : [];

export const recheckerOf = (state: RunState, name: string): Rechecker | undefined =>
  state.checks.recheck?.tools.find((tool) => tool.name === name);

/** Everybody who reported a finding, and whoever looks again. */
export const watchersOf = (state: RunState, id: string): string[] => [
  ...new Set([
    ...reviewersIn(state, id),
    ...(state.checks.recheck?.tools ?? []).filter((tool) => watched(tool, id).length > 0).map(({ name }) => name),
  ]),
];

/** The rules under which a tool counts a finding; none where it has nothing to say about it. */
export const rulesFor = (state: RunState, tool: string, finding: Finding): readonly string[] => {
  const rechecker = recheckerOf(state, tool);
  const seen = rechecker ? watched(rechecker, finding.id) : [];
  return seen.length > 0 || rechecker?.by === 'given' || rechecker?.by === 'recognised'
    ? seen
    : reportedRules(tool, finding);
};

/** Whether what a tool says can prove the finding gone: it has to have reported it in this run. */
export const canProve = (state: RunState, tool: string, finding: Finding): boolean => {
  const rechecker = recheckerOf(state, tool);
  if (rechecker) return watched(rechecker, finding.id).length > 0;
  // A round of reviews asked it about the start; what was imported under its name is its word from another day.
  return state.run.started.command !== 'fix' && reviewersOf(finding).includes(tool);
};

/** Whether any tool will look at it again. */
export const isWatched = (state: RunState, finding: Finding): boolean =>
  toolsOf(state).some(({ name }) => canProve(state, name, finding));
