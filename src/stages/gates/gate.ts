/**
 * A gate between a fix and its commit: what it has to know, and how it judges. The loop gathers the evidence and
 * records it; judging is pure. A new gate is a file of its own and a line in gates.ts.
 */
import type { Config } from '../../config/schema.ts';
import type { Claim } from '../../model/attempt.ts';
import type { Challenge } from '../../model/challenge.ts';
import type { ReadDispute, Ruling } from '../../model/finding/dispute.ts';
import type { Snapshot } from '../../model/run/snapshot.ts';
import type { Finding } from '../../model/finding.ts';
import type { MovedPlace } from '../../model/place.ts';
import type { Proof } from '../../model/proof.ts';
import type { Remark } from '../../model/remark.ts';
import type { ToolCounts, Verification } from '../../model/verification.ts';

/**
 * What a gate can ask for. A kind that another gate needs one day is one more entry, and one in the loop's gathering.
 */
export type Evidence = {
  /** What the fixer said, by id of the finding. */
  answer: Readonly<Record<string, { claim: Claim; explanation: string; dispute?: ReadDispute | undefined }>>;
  /** All that the call changed; null when that is nothing. */
  change: Snapshot | null;
  /** The change of a unit that cannot be taken apart any further. */
  piece: Snapshot;
  /** By how many lines this change makes the code longer, and those that were taken in or wait to be. */
  growth: { own: number; run: number };
  /** What was noticed by reading a change that cannot be taken apart any further, or in which nothing was. */
  reading: readonly Remark[];
  /** What was decided about findings that the fixer calls wrong, by their ids. */
  ruling: Readonly<Record<string, Ruling>>;
  /** What a person says to a change that adds something lasting; null when nobody had to be asked. */
  decision: { verdict: 'yes' | 'no' | 'nobody'; words: string } | null;
  /** What hooks say of the very tree that would be committed by itself; null when nobody is asked. */
  check: Verification | null;
  proof: Shown;
  /** What challengers say, by id of the finding; empty when nobody is asked. */
  opinion: Readonly<Record<string, Challenge>>;
  combination: Combination;
};
export type EvidenceKind = keyof Evidence;

/** Verification and tools on the very tree that would be committed: with others of a group, or by itself. */
export type Shown = {
  /** Null when nothing is configured that could prove it. */
  verification: Verification | null;
  /** Where findings are in that tree whose files were changed, by id. */
  places: Readonly<Record<string, MovedPlace>>;
  /** What tools reported before the change, by tool; files have the names that they have after it. */
  before: Readonly<Record<string, ToolCounts>>;
  /** The rules under which a tool counts a finding, by tool and id of the finding. */
  rules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What proves each finding gone, as far as it is known before the change is taken in, by its id. */
  proof: Readonly<Record<string, readonly Proof[]>>;
  /** Why nobody looks again at a finding, by its id. */
  nobody: Readonly<Record<string, string>>;
};

/** The change together with the others of its group. */
export type Combination =
  | { fate: 'holds'; tree: string }
  | { fate: 'conflict'; files: readonly string[] }
  | { fate: 'fails'; reason: string };

/** Whom a gate judges. */
export type Subject = {
  findings: readonly Finding[];
  config: Config;
  isMachineMade: boolean;
};

export type Refusal = {
  result: 'refused' | 'no-change' | 'conflict';
  reason: string;
  /** It counts as the word of another gate. */
  as?: string;
  challenge?: Challenge;
  flag?: string;
  ruling?: Ruling;
};

/** By id of the finding; whoever is missing may pass. */
export type Refusals = ReadonlyMap<string, Refusal>;

/** What of the evidence was gathered so far. */
export type Gathered = { [Kind in EvidenceKind]?: Evidence[Kind] | undefined };

type Description<Kind extends EvidenceKind> = {
  name: string;
  /** Findings that the fixer says are fixed, or those that it gave up. */
  about: 'fixes' | 'excuses';
  needs: readonly Kind[];
  /** When a refused finding is tried again, and what that begins from. */
  retry: { when: 'at once' | 'next cycle'; from: 'refused change' | 'head' };
  judge: (evidence: Pick<Evidence, Kind>, subject: Subject) => Refusals;
};

export type Gate = Omit<Description<EvidenceKind>, 'judge'> & {
  /** Null: some of the evidence is not there yet. */
  judge: (gathered: Gathered, subject: Subject) => Refusals | null;
};

const hasAll = <Kind extends EvidenceKind>(
  gathered: Gathered,
  needs: readonly Kind[],
): gathered is Gathered & Pick<Evidence, Kind> => needs.every((kind) => gathered[kind] !== undefined);

export const gate = <Kind extends EvidenceKind>(description: Description<Kind>): Gate => ({
  ...description,
  judge: (gathered, subject) => (hasAll(gathered, description.needs) ? description.judge(gathered, subject) : null),
});

export const nobody: Refusals = new Map();

/** One refusal for all of them: what cannot be taken apart passes together or not at all. */
export const everybody = ({ findings }: Subject, refusal: Refusal): Refusals =>
  new Map(findings.map(({ id }) => [id, refusal]));

/** A refusal for those to whom one applies. */
export const whoever = ({ findings }: Subject, judge: (finding: Finding) => Refusal | null): Refusals =>
  new Map(
    findings.flatMap((finding): [string, Refusal][] => {
      const refusal = judge(finding);
      return refusal === null ? [] : [[finding.id, refusal]];
    }),
  );
