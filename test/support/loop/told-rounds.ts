/** Rounds of reviews and fixes, as tests of where they lead tell them. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { Finding, Severity } from '../../../src/model/finding.ts';
import type { Commit } from '../../../src/model/run/snapshot.ts';
import { attempted, exampleConfig, exampleFinding, exampleSnapshot, findingsAdmitted, runStarted } from './examples.ts';

export const toldConfig = exampleConfig({
  reviewers: [{ name: 'lint', kind: 'tool', command: 'lint' }],
  review: { rounds: 9 },
  fix: { agent: 'house' },
});

export const finding = (id: string, severity: Severity = 'medium'): Finding =>
  exampleFinding(id, { severity, reviewer: 'lint', category: id });

type Report = { round: number; head: string; all: readonly Finding[]; fresh?: readonly Finding[]; minted?: string[] };

/** What the tool reports of a head, of which some is new. */
export const look = ({ round, head, all, fresh = all, minted = [] }: Report): RunEvent[] => [
  {
    type: 'round.started',
    round,
    cause: round === 1 ? 'first' : 'again',
    reviewers: ['lint'],
    base: null,
    head: { commit: head, tree: `t${head.slice(1)}` },
  },
  {
    type: 'review.finished',
    reviewer: 'lint',
    verdict: all.length === 0 ? 'PASSED' : 'NEEDS_WORK',
    findings: all.map(({ id: _id, code: _code, reviewer: _reviewer, level: _level, ...draft }) => draft),
    counts: {},
    problems: [],
    durationMs: 1,
  },
  { type: 'round.measured', round, added: 1, removed: 1, minted },
  findingsAdmitted(...fresh),
];

/** A cycle with one fix, which is accepted as a commit of its own. */
export const fix = (cycle: number, id: string, tree = `t${cycle}`): RunEvent[] => {
  const unit = `${cycle}.1.1`;
  const commit: Commit = { commit: `c${cycle}`, tree, unit, findings: [id], files: [`${id}.ts`] };
  return [
    { type: 'cycle.started', cycle },
    { type: 'step.started', cycle, step: 1, base: `c${cycle - 1}`, units: [{ unit, findings: [id], agent: 'house' }] },
    { type: 'attempt.started', unit, agent: 'house', cycle },
    attempted(unit, [id], { snapshot: { ...exampleSnapshot(`${id}.ts`), commit: commit.commit, tree } }),
    { type: 'units.integrated', group: cycle, head: { commit: commit.commit, tree }, commits: [commit], conflicts: [] },
    { type: 'head.accepted', head: { commit: commit.commit, tree }, group: cycle, units: [unit] },
    { type: 'attempt.judged', unit, results: { [id]: { result: 'accepted' } } },
    { type: 'step.finished', cycle, step: 1 },
    { type: 'cycle.finished', cycle, fixed: 1, open: 0 },
  ];
};

/** From its start on; `lint` is the only reviewer. */
export const run = (...events: RunEvent[]): RunEvent[] => [runStarted(toldConfig, { command: 'run' }), ...events];
