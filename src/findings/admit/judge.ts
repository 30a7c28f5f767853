/**
 * Findings that nothing is spent on: those without evidence, those that a person dismissed, and those that were there
 * before.
 */
import type { Config } from '../../config/schema.ts';
import type { Disposition } from '../../model/disposition.ts';
import { type FileFacts, textOf } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';
import { type Returned, dismissals } from '../dispositions/dismissals.ts';
import { isDeleted } from './deleted.ts';
import { evidenceAgainst, notFound } from './evidence.ts';
import { newSince } from './new-since.ts';

export type Dismissed = { id: string; cause: 'no-evidence' | 'not-found' | 'disposition' | 'not-new'; reason: string };

export type Grounds = {
  /** By file, as the start holds it. A file that is not named here is not judged by. */
  facts: ReadonlyMap<string, FileFacts>;
  /** `blocked`: a file that never was is no reason to dismiss; it is for 1.7, like one that was deleted. */
  missing?: Config['findings']['missing'];
  dispositions: readonly Disposition[];
  now: Date;
  since?: Since | undefined;
};

/** `--new-since`: what it was called, and the text of each file at that time, null where it was not there. */
export type Since = { ref: string; before: ReadonlyMap<string, string | null> };

const without = (findings: readonly Finding[], dismissed: readonly Dismissed[]): Finding[] => {
  const ids = new Set(dismissed.map(({ id }) => id));
  return findings.filter(({ id }) => !ids.has(id));
};

const withoutEvidence = (findings: readonly Finding[], { facts, missing }: Grounds): Dismissed[] =>
  findings.flatMap((finding): Dismissed[] => {
    const known = finding.file === undefined ? undefined : facts.get(finding.file);
    const lost = known && notFound(finding, known);
    if (lost) return [{ id: finding.id, cause: 'not-found', reason: lost }];
    if (known?.kind === 'missing' && missing === 'blocked') return [];
    const reason = known ? evidenceAgainst(finding, known) : null;
    return reason === null ? [] : [{ id: finding.id, cause: 'no-evidence', reason }];
  });

const reasonOf = ({ as, reason, by }: Disposition): string => `${as}: ${reason} (${by})`;

const notNew = (findings: readonly Finding[], { facts, since }: Grounds): Dismissed[] => {
  if (!since) return [];
  const isNew = newSince((file) => {
    const now = facts.get(file);
    return { before: since.before.get(file) ?? null, now: now?.kind === 'text' ? now.text : null };
  });
  const reason = `it was there before ${since.ref}`;
  return findings.filter((finding) => !isNew(finding)).map(({ id }) => ({ id, cause: 'not-new', reason }));
};

export type Judged = {
  dismissed: Dismissed[];
  /** Dismissed once, and back because the code changed or the time ran out. */
  returned: Returned[];
  /** Ids of the others whose file was deleted. */
  deleted: string[];
};

export const judge = (findings: readonly Finding[], grounds: Grounds): Judged => {
  const empty = withoutEvidence(findings, grounds);
  const evident = without(findings, empty);
  const { dismissed, returned } = dismissals(evident, grounds.dispositions, grounds.now, (file) =>
    textOf(grounds.facts.get(file)),
  );
  const decided = [...dismissed].map(([id, disposition]): Dismissed => ({
    id,
    cause: 'disposition',
    reason: reasonOf(disposition),
  }));
  const old = notNew(without(evident, decided), grounds);
  const all = [...empty, ...decided, ...old];
  const gone = without(findings, all).filter((finding) => isDeleted(finding, grounds.facts, grounds.missing));
  return { dismissed: all, returned, deleted: gone.map(({ id }) => id) };
};
