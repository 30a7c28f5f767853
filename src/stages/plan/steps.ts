/**
 * Decides which units run side by side: never two of one group or about the same file, unless both are machine-made and
 * their edits keep apart.
 */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { compareEdits, TakenEdits } from './taken-edits.ts';

export type Turn = {
  finding: Finding;
  agent: string;
  alone: boolean;
  /** Findings of one group are not fixed side by side, as if they were about one file. */
  group?: string | null;
  /** The revision that its edits are about, unless that is the start. */
  reportedAt?: string | undefined;
};
export type PlannedUnit = { findings: string[]; agent: string; alone?: boolean };

/** Who is at work already. */
export type Busy = {
  /** Calls that are under way, or wait for their turn. */
  atWork: number;
  /** Files and groups that somebody works on, or whose fix is not proven yet. */
  claims: ReadonlySet<string>;
  /** One of them may be about anything, or has to be alone. */
  isExclusive: boolean;
  isAnybody: boolean;
};

/** Nobody is at work. */
export const idle: Busy = { atWork: 0, claims: new Set(), isExclusive: false, isAnybody: false };

export type StepRules = {
  mode: 'perFinding' | 'batch' | 'delegated';
  similar: 'apart' | 'together';
  concurrency: number;
};

/**
 * The next step: free machine-made fixes first, all of them, then as many units on different files as agents are free;
 * what must run alone runs alone.
 */
export const planStep = (turns: readonly Turn[], rules: StepRules, busy: Busy): PlannedUnit[] => {
  if (busy.isExclusive) return [];
  const free = rules.concurrency - busy.atWork;
  const machineMade = turns.filter(isMachineMade);
  const apart = keptApart(machineMade, busy);
  if (apart.length > 0) return apart;
  const others = turns.filter((turn) => !isMachineMade(turn));
  const alone = others.find((turn) => turn.alone);
  const [first] = others;
  if (!first || ((alone || rules.mode !== 'perFinding') && busy.isAnybody)) return [];
  if (alone) return [{ findings: [alone.finding.id], agent: alone.agent, alone: true }];
  if (rules.mode !== 'perFinding') return [allFor(first.agent, others)];
  return onDifferentFiles(rules.similar === 'together' ? similarTogether(others) : others.map(asUnit), busy, free);
};

/** They take no time, so that a step holds as many as there are. What overlaps follows in a later one. */
const keptApart = (turns: readonly Turn[], busy: Busy): PlannedUnit[] => {
  const taken = new TakenEdits();
  const groups = new Set<string>();
  const chosen = new Set<Turn>();
  for (const turn of byPlace(turns)) {
    const { finding, group = null, reportedAt } = turn;
    if (group !== null && groups.has(group)) continue;
    if (asUnit(turn).claims.some((claim) => busy.claims.has(claim))) continue;
    if (!taken.take(finding.edits ?? [], reportedAt)) continue;
    if (group !== null) groups.add(group);
    chosen.add(turn);
  }
  return turns.filter((turn) => chosen.has(turn)).map(({ finding, agent }) => ({ findings: [finding.id], agent }));
};

/** File by file, in each from its beginning to its end: as a linter does, whatever it reported first. */
const byPlace = (turns: readonly Turn[]): Turn[] =>
  [...Map.groupBy(turns, ({ finding }) => finding.edits?.[0]?.file).values()].flatMap((ofFile) =>
    ofFile.toSorted((a, b) => compareEdits(a.finding.edits?.[0], b.finding.edits?.[0])),
  );

/** A call has one agent: findings whose turn goes to another one wait for the next step. */
const allFor = (agent: string, turns: readonly Turn[]): PlannedUnit => ({
  findings: turns.filter((turn) => turn.agent === agent).map((turn) => turn.finding.id),
  agent,
});

/** `claims`: what nobody else may work on meanwhile: its files and groups. */
type Candidate = PlannedUnit & { claims: readonly string[]; isAnywhere: boolean };

const asUnit = (turn: Turn): Candidate => unitOf([turn], turn.agent);

const unitOf = (turns: readonly Turn[], agent: string): Candidate => {
  const files = turns.flatMap(({ finding }) => filesOf(finding));
  const groups = turns.flatMap(({ group }) => group ?? []);
  return {
    findings: turns.map(({ finding }) => finding.id),
    agent,
    claims: claimsOf(files, groups),
    isAnywhere: files.length === 0,
  };
};

/** No file has such a name. */
const groupMark = '\0';

/** Each once, groups under names that no file has. */
export const claimsOf = (files: readonly string[], groups: readonly string[]): string[] => [
  ...new Set([...files, ...groups.map((group) => `${groupMark}${group}`)]),
];

/** Findings of one rule in one file are one unit, as far as the same agent is to fix them. */
const similarTogether = (turns: readonly Turn[]): Candidate[] => {
  const groups = Map.groupBy(turns, ({ finding, agent }) =>
    JSON.stringify([finding.file, finding.reviewer, finding.rule ?? finding.category, agent]),
  );
  return [...groups.values()].map((group) => unitOf(group, group[0]?.agent ?? ''));
};

/**
 * In the order of the findings, so that a plan never depends on timing. A unit without a file could change anything: it
 * goes alone.
 */
const onDifferentFiles = (units: readonly Candidate[], busy: Busy, limit: number): PlannedUnit[] => {
  const taken = new Set(busy.claims);
  const step: PlannedUnit[] = [];
  for (const { findings, agent, claims, isAnywhere } of units) {
    if (step.length >= limit) break;
    if (isAnywhere) {
      if (step.length === 0 && !busy.isAnybody) return [{ findings, agent }];
      continue;
    }
    if (claims.some((claim) => taken.has(claim))) continue;
    for (const claim of claims) taken.add(claim);
    step.push({ findings, agent });
  }
  return step;
};
