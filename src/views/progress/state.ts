/** What PROGRESS.txt needs to know of a run, learnt from its events. */
import { z } from 'zod';
import type { RunEventOf } from '../../model/event.ts';
import { type Finding, Level } from '../../model/finding.ts';

/** What is needed of the configuration; that of a journal which is not ours may be anything. */
export const Settings = z.object({
  reviewers: z.array(z.object({ name: z.string(), level: Level.catch('blocking') })).catch([]),
  limits: z
    .object({ cycles: z.number().catch(0), attemptsPerFinding: z.number().nullable().catch(null) })
    .catch({ cycles: 0, attemptsPerFinding: null }),
});

export type Settings = z.infer<typeof Settings>;

export type Review = RunEventOf<'review.finished'> & { at: string };

type Unit = { agent: string; files: readonly string[]; said: Map<string, string> };

export type Followed = { finding: Finding; attempts: number; isFixed: boolean; isDismissed: boolean };

export type State = {
  settings: Settings;
  /** The findings come from this very file: it has their reviews. */
  isSource: boolean;
  /** Reviews whose findings are not taken up yet, by reviewer, in the order in which they were asked. */
  reviews: Map<string, Review | null>;
  findings: Map<string, Followed>;
  units: Map<string, Unit>;
};

export const isOpen = ({ isFixed, isDismissed }: Followed): boolean => !isFixed && !isDismissed;

export const limitOf = ({ settings: { limits } }: State): number => limits.attemptsPerFinding ?? limits.cycles;
