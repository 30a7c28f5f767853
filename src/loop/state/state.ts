/** The state of a run: a fold of its events, and of nothing else. */
import type { Config } from '../../config/schema.ts';
import type { Attempt, Usage } from '../../model/attempt.ts';
import type { Bundle } from '../../model/repository/bundle.ts';
import type { CallSubject, Question } from '../../model/call.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import type { RunStatus, StopReason } from '../../model/run/outcome.ts';
import {
  type ClosingCause,
  type Finding,
  type FindingStatus,
  type ReadProblem,
  reviewersOf,
} from '../../model/finding.ts';
import type { MovedPlace, Place } from '../../model/place.ts';
import type { PlanStep, TodoNotes } from '../../model/todo.ts';
import type { ToolCounts, Verification } from '../../model/verification.ts';
import type { Revision } from '../../ports/repo.ts';
import type { Outbox } from '../../stages/leftovers/outbox.ts';
import type { MoneyState } from './spent/money.ts';
import type { AnsweredUnit, Pending, UnitState } from './unit.ts';

export type FindingState = {
  /** At the place where it is now. */
  finding: Finding;
  /** Where it was reported, if it has moved since. */
  reported?: Place & Pick<Finding, 'merged'>;
  /** The commit that it was reported about. */
  reportedAt?: string;
  /** The commit of another's fix that took its code away. */
  removedBy?: string;
  /** Names that files of its edits had when it was reported, by the ones that they have now. */
  editNames?: Record<string, string>;
  /** The unit of another finding whose fix took it along. */
  together?: string;
  status: FindingStatus;
  cause?: ClosingCause;
  reason?: string;
  commit?: string;
  /** Each time that it was reported again after its fix: by whom, in which round, and the commit that did not help. */
  reopened?: { round: number; by: readonly string[]; commit?: string; was: Finding }[];
  attempts: Attempt[];
};

/** A call of an agent in another role than the fixer's. */
export type CallState = Pending & {
  key: string;
  subject: CallSubject;
  agent: string;
  /** It waited for an agent that was replaced meanwhile: it still waits, for whoever took over. */
  passedOn?: true;
  answer?: RunEventOf<'call.finished'> & { at: string };
};

/** Fixes that are proven together: put on top of each other and of the verified head, in their order. */
export type GroupState = { n: number; commits: readonly Commit[] };

/** How often fixes of one kind were proven, and how often they turned out to be bad. */
export type FailureRate = { proven: number; bad: number };

export type CycleState = {
  n: number;
  /** The round of reviews that it belongs to; 0 when findings came from elsewhere. */
  round: number;
  startedAt: string;
  finishedAt?: string;
  steps: number;
  /** Those of which not everything is judged. */
  openSteps: Set<number>;
  verdict?: Verification['verdict'];
  /** A head was accepted in it: what is tried after that says nothing about its end. */
  hasAccepted?: true;
  /** What was verified last in it, whatever became of that. */
  shown?: Verification;
  /** As it was recorded at its end. */
  ended?: { fixed: number; open: number };
};

export type ReviewState = RunEventOf<'review.finished'> & { round: number };

/** Reviewers asked about one state of the code. */
export type RoundState = RunEventOf<'round.started'> & {
  /** Reviewers that are at work, by name. */
  started: Set<string>;
  scopes: Map<string, RunEventOf<'review.scoped'>>;
  reviews: Map<string, ReviewState>;
  /** Ids of what was reported in it: what is new, and what is open again. */
  found: string[];
  reopened: string[];
  /** When it began: how many findings were neither fixed nor dismissed, and what calls had used. */
  openBefore: number;
  usedBefore: Usage;
  measured?: RunEventOf<'round.measured'>;
  /** It began when the run was stopping: what it finds may be fixed by a resumed run. */
  isCutShort: boolean;
};

/** The order of fixes, and what is known about each. */
export type PlanState = {
  by: RunEventOf<'plan.made'>['by'];
  /** Of all rounds, one behind the other. */
  steps: PlanStep[];
  todos: Map<string, TodoNotes>;
  corrections: string[];
  file?: string;
  /** The round that was planned last. */
  round: number;
};

/** Which run it is, what it was started with, and how far its journal and its inbox were read. */
export type RunFacts = {
  id: string;
  started: RunEventOf<'run.started'>;
  seq: number;
  /** Number of the last command of the inbox that was carried out. */
  inbox: number;
  processes: { pid: number; startTime: string; host?: string }[];
};

export type TimeState = {
  startedAt: string;
  lastAt: string;
  /** How long the run was under way before it was last resumed, and since when it is now. */
  activeMs: number;
  activeSince: string;
};

/** What the report says beside its results. */
export type RemarkState = { problems: ReadProblem[]; warnings: string[] };

export type ReviewsState = {
  rounds: RoundState[];
  /** Whether the findings of the current round were taken up. */
  admitted: boolean;
  /** Somebody wants it to go on although it got nowhere: what these many rounds and commits have shown is known. */
  overruled?: { rounds: number; commits: number };
};

/** What people are asked, and what they say. */
export type PeopleState = {
  /** Whoever started the run, or resumed it last, is there to answer. */
  attended: boolean;
  /** What was asked about findings, by id of the question; the answer is missing until somebody gives one.
   * `command` is the message that brought it. */
  questions: Map<string, Question & { answer?: string; command?: string }>;
  /** How many rounds of questions were answered. */
  answeredRounds: number;
  /** Nothing is left to do until these questions are answered. */
  waitingFor?: readonly Question[];
  /** It has waited for answers before. */
  hasWaited: boolean;
};

/** Who tries what, and when. */
export type FixingState = {
  plan?: PlanState;
  cycles: CycleState[];
  /** By key. */
  units: Map<string, UnitState>;
  /** Those that are not judged yet. */
  working: Set<string>;
  /** How many groups there were, and the one that is being proven. */
  groups: number;
  group?: GroupState;
  /** By kind of fixer. */
  rates: Map<string, FailureRate>;
};

/** Commits: which there are, and which count. */
export type CodeState = {
  /** The newest commit that accepted fixes led to, verified or not yet. */
  head: Revision;
  /** The newest head that was verified as exactly that tree: the only one that is ever handed over. */
  verifiedHead: Revision;
  /** The commit at which the places of findings are. */
  placesAt: string;
  /** Commits of the verified head, oldest first. */
  commits: Commit[];
  /** Heads that were accepted on the way to the verified one, oldest first. */
  accepted: Revision[];
  /** What was gone back to, and why. */
  restored?: RunEventOf<'head.restored'>;
  /** Bundles, in the order in which they were written, and the commits that are in them. */
  bundles: Bundle[];
  kept: Set<string>;
};

/** What commands and tools have shown. */
export type ChecksState = {
  /** Of the untouched start. */
  baseline?: Verification;
  /** Why passing verification proves nothing here. */
  doubt?: string;
  /** What is known about trees, so that none is verified twice. */
  verified: Map<string, Verification>;
  /** How often in a row the trees of groups failed: a failure is believed when it comes again. */
  runs: Map<string, number>;
  /** Where findings are in the tree of a group that was verified last, by tree. */
  places: Map<string, Readonly<Record<string, MovedPlace>>>;
  /** How often the commands were gone through, for whatever tree. */
  commandRuns: number;
  /** A command has failed and passed on one and the same tree. */
  isFlaky: boolean;
  /** Who looks again at findings that came from elsewhere. */
  recheck?: RunEventOf<'recheck.finished'>;
  /** What each tool reviewer reports at the head, by file. */
  toolCounts: Map<string, ToolCounts>;
};

/** How agents are: what they were asked apart from fixes, and whether they can be. */
export type AgentsState = {
  /** By key. */
  calls: Map<string, CallState>;
  /** Calls of an agent in a row that came to nothing. */
  failures: Map<string, { count: number; message: string }>;
  /** Who goes on for whom. */
  replaced: Map<string, string>;
  waitedMs: number;
};

export type EndState = {
  cancelled: boolean;
  stopping?: { reason: StopReason; message: string; atOnce: boolean };
  handedOver?: RunEventOf<'run.handed-over'>;
  finished?: { status: RunStatus; stopReason?: StopReason; message?: string };
};

/** What is left over, and where it goes. */
export type LeftoversState = {
  outbox: Outbox;
  /** Written down, and sent as far as possible, since the run was last under way. */
  filed?: RunEventOf<'leftovers.filed'>;
};

/** A run that was started. Before that there is no state. */
export type RunState = {
  run: RunFacts;
  /** As it was at the start, with the limits that were set since. */
  config: Config;
  time: TimeState;
  remarks: RemarkState;
  reviews: ReviewsState;
  people: PeopleState;
  /** By id. */
  findings: Map<string, FindingState>;
  fixing: FixingState;
  code: CodeState;
  checks: ChecksState;
  money: MoneyState;
  agents: AgentsState;
  leftovers: LeftoversState;
  end: EndState;
};

export const isOpen = (finding: FindingState): boolean => finding.status === 'open' || finding.status === 'deferred';

/** Neither fixed nor dismissed, whether anybody goes on with it or not. */
export const isUnresolved = ({ status }: FindingState): boolean => status !== 'fixed' && status !== 'dismissed';

export const currentCycle = (state: RunState): CycleState | undefined => {
  const last = state.fixing.cycles.at(-1);
  return last?.finishedAt === undefined ? last : undefined;
};

export const currentRound = (state: RunState): RoundState | undefined => state.reviews.rounds.at(-1);

/** The cycles of the current round of reviews. */
export const cyclesOfRound = ({ fixing, reviews }: RunState): CycleState[] =>
  fixing.cycles.filter(({ round }) => round === reviews.rounds.length);

/** Units that are not judged yet, in the order in which they were planned. */
export const workingUnits = ({ fixing }: RunState): UnitState[] => {
  const units: UnitState[] = [];
  // Asked several times for every decision.
  for (const key of fixing.working) {
    const unit = fixing.units.get(key);
    if (unit) units.push(unit);
  }
  return units;
};

/** Its finding was given up, since nobody was there to ask. */
export const isUndecided = ({ findings }: RunState, { finding }: Pick<Question, 'finding'>): boolean =>
  findings.get(finding)?.cause === 'needs-decision';

/** Undefined when it is not there, or was not answered yet. */
export const answeredUnit = ({ fixing }: RunState, key: string): AnsweredUnit | undefined => {
  const unit = fixing.units.get(key);
  return unit?.answer ? unit : undefined;
};

/** Everybody who reported a finding. */
export const reviewersIn = (state: RunState, id: string): readonly string[] => {
  const finding = state.findings.get(id)?.finding;
  return finding ? reviewersOf(finding) : [];
};
