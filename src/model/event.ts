/** Everything that happens in a run, as one union. The journal of these events is the only truth about a run. */
import { z } from 'zod';
import { AttemptResult, Claim, FileChange, GateName, GateResult, Session, Usage } from './attempt.ts';
import { CallAnswer, CallSubject, Question, Verdict } from './call.ts';
import { Bundle } from './repository/bundle.ts';
import { Origin } from './repository/origin.ts';
import { Challenge } from './challenge.ts';
import { ClosingCause, DraftFinding, Finding, ReadProblem } from './finding.ts';
import { MovedPlace } from './place.ts';
import { NotRechecked, Proof, Rechecker } from './proof.ts';
import { NotReviewed, ReviewPart } from './review-scope.ts';
import { PlanStep, TodoNotes } from './todo.ts';
import { StartRequest } from './start-request.ts';
import { ToolCounts, Verification } from './verification.ts';

/** What an agent call came to. `ok` says only that it ended well, never that anything is fixed. */
export const AgentOutcome = z.enum([
  'ok',
  'quota',
  'auth',
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'cancelled',
  'crashed',
  'refused',
]);
export type AgentOutcome = z.infer<typeof AgentOutcome>;

export const RunStatus = z.enum(['clean', 'leftovers', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof RunStatus>;

/** Why a run ended before it was through. Each of them can be resumed. */
export const StopReason = z.enum([
  'quota',
  'auth',
  'rate-limit',
  'budget',
  'cancelled',
  'setup',
  'baseline',
  'tampered',
]);
export type StopReason = z.infer<typeof StopReason>;

/** What an agent left behind in its workspace, as stored in the control repository. */
export const Snapshot = z.object({
  commit: z.string().describe('Commit whose parent is the base that the agent started from'),
  tree: z.string(),
  files: z.array(FileChange),
  patch: z.string().describe('Artifact that holds the patch'),
  ignored: z.array(z.string()).describe('Files left in ignored places; they do not count'),
  protected: z
    .array(z.string())
    .optional()
    .describe('Changed paths that a fix may not change, such as those behind a git filter'),
  places: z
    .record(z.string(), MovedPlace)
    .optional()
    .describe('Where the findings are in it whose files were changed, by id'),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Files that have another name in it, with the one that they had'),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const Commit = z.object({
  commit: z.string(),
  tree: z.string(),
  unit: z.string(),
  findings: z.array(z.string()),
  files: z.array(z.string()),
});
export type Commit = z.infer<typeof Commit>;

export const UnitPlan = z.object({
  unit: z.string().describe('Key, unique within the run'),
  findings: z.array(z.string()).min(1),
  agent: z.string(),
});
export type UnitPlan = z.infer<typeof UnitPlan>;

/** Set aside from the budget for a call. */
export const Reserved = z.object({ usd: z.number(), tokens: z.number() });
export type Reserved = z.infer<typeof Reserved>;

const unitRef = { unit: z.string() };
const callRef = { call: z.string().describe('Key, unique within the run') };
/** The agent cannot take the call now. */
const postponement = {
  outcome: AgentOutcome,
  message: z.string(),
  until: z.string(),
  waitMs: z.number(),
  usage: Usage.optional(),
};
const byCommand = {
  inbox: z.int().optional().describe('Number of the command in the inbox that is carried out by this'),
};
const Revision = z.object({ commit: z.string(), tree: z.string() });
const isAttended = z.boolean().optional().describe('Whoever started it is there to answer questions');

export const Command = z.enum(['fix', 'run', 'review', 'plan']);
export type Command = z.infer<typeof Command>;

export const RunEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.started'),
    command: Command,
    request: StartRequest.optional().describe(
      'What was asked for, as it was asked; runs of earlier versions have none',
    ),
    root: z.string().describe('Root of the user’s repository, where it was last seen'),
    repository: Origin.optional().describe('What names the repository wherever it lies'),
    base: z
      .object({ ref: z.string(), commit: z.string() })
      .optional()
      .describe('What reviewing agents compare the start with; the ref is what it was called'),
    prompts: z
      .record(z.string(), z.string())
      .optional()
      .describe('Prompts and reviewer skills that the repository has of its own, by name'),
    configuration: z
      .object({
        file: z.string().nullable().describe('The file that was read, from the root where it lies in the repository'),
        ref: z.string().optional().describe('What --config-from named'),
        commit: z
          .string()
          .optional()
          .describe('Commit that configuration, prompts, dispositions and conventions are taken from'),
      })
      .optional()
      .describe('Where the configuration comes from'),
    progress: z.string().optional().describe('File that entries in the form of PROGRESS.txt are added to'),
    answers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Answers to questions, given beforehand, by id of the question'),
    attended: isAttended,
    start: z.object({ commit: z.string(), tree: z.string() }),
    includesDirty: z.boolean(),
    dirty: z.boolean().describe('The checkout had changes that were not committed'),
    sources: z.array(z.string()),
    only: z.array(z.string()).optional(),
    newSince: z
      .object({ ref: z.string(), commit: z.string() })
      .optional()
      .describe('Only what came in since this commit is fixed; the ref is what it was called'),
    reviewReport: z.string().optional().describe('A review report that reaches every prompt'),
    agent: z.string().optional().describe('Why this agent fixes, when nobody chose one'),
    record: z.string().optional().describe('Folder in which every call of an agent is kept'),
    replay: z.string().optional().describe('Folder with the recorded calls that are played in place of agents'),
    seal: z.string().optional().describe('Hash of the control repository, against tampering'),
    config: z.unknown().describe('The configuration, normalised; frozen for the whole run'),
    version: z.string(),
  }),
  z.object({
    type: z.literal('run.resumed'),
    version: z.string(),
    attended: isAttended,
    limits: z.record(z.string(), z.number().nullable()).optional().describe('Limits that are other from here on'),
    starts: z
      .array(z.object({ what: z.string(), command: z.string() }))
      .optional()
      .describe('What may be started from here on because the configuration says so'),
  }),
  z.object({
    type: z.literal('process.started'),
    pid: z.int(),
    startTime: z.string(),
    host: z.string().optional().describe('The machine that it was started on'),
    what: z.string(),
  }),
  z
    .object({ type: z.literal('run.moved'), root: z.string(), seal: z.string() })
    .describe('The run goes on at another place: its control repository was rebuilt there'),
  z
    .object({ type: z.literal('commits.kept'), ...Bundle.shape })
    .describe('Commits that later events name are kept as a bundle, from which the run can be rebuilt elsewhere'),
  z.object({ type: z.literal('warning'), message: z.string() }),
  z
    .object({
      type: z.literal('round.started'),
      round: z.int(),
      cause: z.enum(['first', 'sequence', 'again']),
      reviewers: z.array(z.string()),
      base: z.string().nullable().describe('Commit that reviewing agents compare with; null when nobody compares'),
      head: Revision.describe('What is reviewed'),
    })
    .describe('Reviewers are asked: at the beginning, one after the other, or again after fixes'),
  z.object({ type: z.literal('review.started'), reviewer: z.string() }),
  z.object({
    type: z.literal('review.scoped'),
    reviewer: z.string(),
    skipped: z.string().optional().describe('Why it is not asked at all'),
    parts: z.array(ReviewPart),
    left: z.array(NotReviewed),
  }),
  z.object({
    type: z.literal('review.finished'),
    reviewer: z.string(),
    verdict: Verdict,
    findings: z.array(DraftFinding),
    counts: ToolCounts,
    problems: z.array(ReadProblem),
    message: z.string().optional(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('findings.admitted'),
    findings: z.array(Finding),
    leftOut: z.int().describe('Findings that --only left out'),
    problems: z.array(ReadProblem),
  }),
  z.object({
    type: z.literal('finding.closed'),
    id: z.string(),
    status: z.enum(['blocked', 'dismissed']),
    cause: ClosingCause,
    reason: z.string(),
  }),
  z
    .object({
      type: z.literal('finding.fixed'),
      id: z.string(),
      commit: z.string(),
      unit: z.string().describe('Whose fix it was'),
      reason: z.string(),
    })
    .describe('The fix of another finding took this one along: the tool that reported it has looked again'),
  z
    .object({
      type: z.literal('places.moved'),
      head: z.string().describe('Commit at which places are from here on'),
      places: z
        .record(z.string(), MovedPlace)
        .describe('By id of the finding; those that are missing are where they were'),
      removed: z
        .record(z.string(), z.string())
        .describe('Commits that took the code of findings away, by id of the finding'),
      renamed: z
        .record(z.string(), z.string())
        .describe('Files that have another name now, with the one that they had'),
    })
    .describe('The code has changed: findings are where it is now'),
  z.object({
    type: z.literal('call.started'),
    ...callRef,
    subject: CallSubject,
    agent: z.string(),
    reserved: Reserved.optional(),
  }),
  z.object({ type: z.literal('call.postponed'), ...callRef, ...postponement }),
  z.object({
    type: z.literal('call.finished'),
    ...callRef,
    agent: z.string(),
    outcome: AgentOutcome,
    message: z.string().optional(),
    answer: CallAnswer.nullable().describe('null when it failed'),
    session: Session.optional(),
    usage: Usage,
    artifacts: z.array(z.string()),
    durationMs: z.number(),
  }),
  z
    .object({
      type: z.literal('run.waiting'),
      questions: z.array(Question).min(1).describe('Those that are still to be answered'),
    })
    .describe('Nothing is left to do until a person answers'),
  z
    .object({
      type: z.literal('question.answered'),
      question: z.string().describe('Its id'),
      answer: z.string().describe('Empty: whoever fixes has to decide'),
      command: z
        .string()
        .optional()
        .describe('Id of the message that brought it; not there where it was given beforehand'),
    })
    .describe('The first answer to a question; others change nothing'),
  z
    .object({
      type: z.literal('questions.answered'),
      n: z.int().describe('Of the round of questions'),
      answers: z
        .record(z.string(), z.string())
        .describe('By id of the question; those that are missing were not answered'),
    })
    .describe('A round of questions is over'),
  z.object({
    type: z.literal('plan.made'),
    round: z.int(),
    by: z.enum(['agent', 'computed', 'file']),
    steps: z.array(PlanStep),
    todos: z.record(z.string(), TodoNotes).describe('By id of the finding'),
    corrections: z.array(z.string()).describe('What was wrong with the plan, and what became of it'),
    file: z.string().optional().describe('Artifact: master_todo.json'),
  }),
  z.object({ type: z.literal('baseline.started') }),
  z.object({
    type: z.literal('baseline.finished'),
    verification: Verification,
    doubt: z.string().optional().describe('Why passing verification proves nothing here'),
  }),
  z
    .object({ type: z.literal('recheck.started'), ...Rechecker.pick({ name: true, command: true, by: true }).shape })
    .describe('A tool that is to look again at findings from elsewhere is asked about the untouched start'),
  z
    .object({ type: z.literal('recheck.finished'), tools: z.array(Rechecker), nobody: z.array(NotRechecked) })
    .describe('Who will look again at which findings, and who will not'),
  z.object({ type: z.literal('cycle.started'), cycle: z.int() }),
  z.object({
    type: z.literal('step.started'),
    cycle: z.int(),
    step: z.int(),
    base: z.string(),
    units: z.array(UnitPlan),
  }),
  z.object({
    type: z.literal('agent.replaced'),
    agent: z.string(),
    by: z.string(),
    reason: z.string().describe('Why the first one cannot go on'),
  }),
  z.object({
    type: z.literal('attempt.started'),
    ...unitRef,
    agent: z.string(),
    cycle: z.int(),
    reserved: Reserved.optional().describe('What the call is expected to use, set aside from the budget'),
  }),
  z
    .object({ type: z.literal('attempt.output'), ...unitRef, text: z.string() })
    .describe('Live only: not kept in the journal'),
  z
    .object({
      type: z.literal('attempt.activity'),
      ...unitRef,
      activity: z.enum(['tool', 'file']),
      name: z.string().describe('Of the tool, or the path of the file that was changed'),
      detail: z.string().optional(),
    })
    .describe('Live only: not kept in the journal'),
  z.object({ type: z.literal('attempt.postponed'), ...unitRef, ...postponement }),
  z.object({
    type: z.literal('attempt.finished'),
    ...unitRef,
    agent: z.string(),
    outcome: AgentOutcome,
    message: z.string().optional(),
    claims: z
      .record(
        z.string(),
        z.object({
          claim: Claim,
          explanation: z.string(),
          confidence: z.number().optional(),
          silent: z
            .boolean()
            .optional()
            .describe('It said nothing about its one finding, and what it changed is judged all the same'),
        }),
      )
      .describe('By id of the finding'),
    cut: z.array(z.string()).describe('Findings that did not fit into the prompt and wait for the next call'),
    unknownIds: z.array(z.string()),
    snapshot: Snapshot.nullable().describe('null when nothing was changed'),
    session: Session.optional(),
    usage: Usage,
    denials: z.array(z.string()).optional().describe('What the agent wanted to do and was not allowed to'),
    artifacts: z.array(z.string()),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('unit.split'),
    ...unitRef,
    holds: z
      .boolean()
      .optional()
      .describe('What was shown of the whole holds for each part; journals of earlier versions do not say so'),
    parts: z.array(z.object({ ...unitRef, findings: z.array(z.string()), snapshot: Snapshot })),
  }),
  z.object({ type: z.literal('check.started'), ...unitRef }),
  z.object({ type: z.literal('check.finished'), ...unitRef, verification: Verification }),
  z.object({
    type: z.literal('attempt.judged'),
    ...unitRef,
    results: z
      .record(
        z.string(),
        z.object({
          result: AttemptResult,
          gate: GateName.optional(),
          reason: z.string().optional(),
          challenge: Challenge.optional(),
          proof: z.array(Proof).optional().describe('What proves an accepted fix, as far as it is known by now'),
          flag: z.string().optional(),
          gates: z.array(GateResult).optional().describe('The gates that judged it, in their order'),
        }),
      )
      .describe('By id of the finding'),
  }),
  z.object({
    type: z.literal('units.integrated'),
    head: z.object({ commit: z.string(), tree: z.string() }),
    commits: z.array(Commit),
    conflicts: z.array(z.object({ ...unitRef, files: z.array(z.string()) })),
  }),
  z.object({ type: z.literal('head.check.started'), tree: z.string() }),
  z.object({ type: z.literal('head.checked'), verification: Verification }),
  z
    .object({
      type: z.literal('head.accepted'),
      head: Revision,
      verification: Verification.shape.verdict
        .optional()
        .describe('What verification of exactly this tree showed; nothing where nothing is configured'),
    })
    .describe('The head counts from here on: it is what is handed over'),
  z.object({
    type: z.literal('culprits.removed'),
    head: z.object({ commit: z.string(), tree: z.string() }),
    commits: z.array(Commit).describe('What stays of the step, rebuilt'),
    removed: z.array(z.object({ ...unitRef, reason: z.string() })),
    verification: Verification,
  }),
  z.object({ type: z.literal('step.finished'), cycle: z.int(), step: z.int() }),
  z.object({ type: z.literal('cycle.finished'), cycle: z.int(), fixed: z.int(), open: z.int() }),
  z.object({ type: z.literal('cancel.requested'), ...byCommand }),
  z.object({
    type: z.literal('limits.set'),
    ...byCommand,
    limits: z.record(z.string(), z.number().nullable()).describe('Limits that are other from here on'),
  }),
  z.object({
    type: z.literal('run.stopping'),
    reason: StopReason,
    message: z.string(),
    atOnce: z.boolean().optional().describe('What is under way is ended, not heard out'),
  }),
  z.object({
    type: z.literal('run.handed-over'),
    branch: z.string().nullable(),
    head: z.string().nullable(),
    patch: z.string().nullable(),
  }),
  z.object({
    type: z.literal('run.finished'),
    status: RunStatus,
    stopReason: StopReason.optional(),
    message: z.string().optional(),
  }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type RunEventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** An event with its place in the journal. Live events carry the number of the last stored one. */
export type StoredEvent = RunEvent & { run: string; seq: number; at: string };
