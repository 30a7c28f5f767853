/** What is wanted of the issues of a run that ends: pure, from its state and from what the tracker holds. */
import { showCommand } from '../../../config/values.ts';
import type { RunEventOf } from '../../../model/event.ts';
import type { ReportFinding } from '../../../model/finding/reported.ts';
import type { IssueText, TrackerKind, TrackerPlace, WantedIssue } from '../../../model/finding/leftover.ts';
import { given } from '../../../plain/given.ts';
import type { HeldIssue } from '../../../stages/leftovers/decide.ts';
import type { IssueContext } from '../../../stages/leftovers/issue-body.ts';
import { issueText } from '../../../stages/leftovers/issue-text.ts';
import { leftoversOf, wantedIssue } from '../../decide/leftovers.ts';
import { buildReport } from '../../report.ts';
import type { FindingState, RunState } from '../../state/state.ts';

/** What is known outside of the run. */
export type Surroundings = {
  to: TrackerKind;
  /** Undefined where nothing says which repository has the issues. */
  place: TrackerPlace | undefined;
  /** What the tracker has; null where it could not be asked. */
  held: ReadonlyMap<string, readonly HeldIssue[]> | null;
  /** The newest commit up to the start that a remote has. */
  published: string | null;
};

type Planned = RunEventOf<'leftover.planned'>;

export const planIssues = (state: RunState, surroundings: Surroundings): Planned[] => {
  const texts = new Map(buildReport(state).findings.map((finding) => [finding.id, finding]));
  return [...state.findings.values()].flatMap((finding) => {
    const want = wantedIssue(state, finding);
    const reported = texts.get(finding.finding.id);
    if (want === null || !reported || !mayMatter(finding, want, surroundings)) return [];
    return planOne(state, finding, { reported, want, surroundings });
  });
};

/** An issue that is to be closed has to be there; where nobody could look, it may be. */
const mayMatter = ({ finding }: FindingState, want: WantedIssue, { held }: Surroundings): boolean =>
  want === 'open' || held === null || held.has(finding.id);

type Wanted = { reported: ReportFinding; want: WantedIssue; surroundings: Surroundings };

/** What this run has planned already, it does not plan again. */
const planOne = (state: RunState, finding: FindingState, { reported, want, surroundings }: Wanted): Planned[] => {
  const { id } = finding.finding;
  const earlier = state.leftovers.outbox.get(id);
  const text = issueText(reported, want, contextOf(state, finding, surroundings));
  if (earlier?.want === want && earlier.digest === text.digest) return [];
  return [
    {
      type: 'leftover.planned',
      ...plannedText(text),
      finding: id,
      plan: nextPlan(state, earlier?.plan),
      want,
      ...whither(surroundings),
    },
  ];
};

const plannedText = ({ note, ...text }: IssueText): IssueText => ({ ...text, ...given({ note }) });

const whither = ({ to, place }: Surroundings): Pick<Planned, 'to' | 'place'> => ({ to, ...given({ place }) });

const nextPlan = ({ run }: RunState, earlier: string | undefined): string =>
  `${run.id}.${Number(earlier?.split('.').at(-1) ?? 0) + 1}`;

/** Lines are those of the start: what was reported about a later state of the code is linked to without them. */
const isExact = ({ run: { started } }: RunState, { reportedAt }: FindingState, published: string | null): boolean =>
  published === started.start.commit && (reportedAt === undefined || reportedAt === started.start.commit);

const toolOf = ({ config }: RunState, name: string): string | undefined => {
  const reviewer = config.reviewers.find((each) => each.name === name);
  return reviewer?.kind === 'tool' ? showCommand(reviewer.command) : undefined;
};

const contextOf = (state: RunState, finding: FindingState, { place, published }: Surroundings): IssueContext => ({
  run: state.run.id,
  start: state.run.started.start.commit,
  tracker: place,
  published: { commit: published, exact: isExact(state, finding, published) },
  labels: leftoversOf(state).labels ?? [],
  verify: state.config.verify.commands.map(showCommand),
  tool: toolOf(state, finding.finding.reviewer),
  branch: state.end.handedOver?.branch ?? null,
});
