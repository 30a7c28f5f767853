/** Comments as threads: a comment with the replies to it, in their order. */
import { z } from 'zod';
import { compareText } from '../../compare-text.ts';
import type { Body } from './fences.ts';

const Id = z.union([z.number(), z.string()]);

export const Comment = z.object({
  id: Id.nullish(),
  in_reply_to_id: Id.nullish(),
  path: z.string(),
  body: z.string(),
  line: z.number().nullish(),
  start_line: z.number().nullish(),
  original_line: z.number().nullish(),
  original_start_line: z.number().nullish(),
  position: z.number().nullish(),
  side: z.string().nullish(),
  start_side: z.string().nullish(),
  subject_type: z.string().nullish(),
  diff_hunk: z.string().nullish(),
  html_url: z.string().nullish(),
  created_at: z.string().nullish(),
  original_commit_id: z.string().nullish(),
  user: z.object({ login: z.string().nullish() }).nullish(),
});
export type Comment = z.infer<typeof Comment>;

/** A comment with what was read from it; `file` is missing for the repository as a whole. */
export type Placed = { place: string; comment: Comment; file: string | undefined; body: Body };
export type Thread = { root: Placed; replies: Placed[] };

/** GitHub gives the first comment of a thread as the one that is answered; longer ways are followed so far. */
const farthest = 20;

const idOf = ({ comment, place }: Placed): string =>
  comment.id === undefined || comment.id === null ? place : String(comment.id);

/** The first comment of the thread, or what is known of it. */
const rootOf = (placed: Placed, byId: ReadonlyMap<string, Placed>): string => {
  let at: Placed | undefined = placed;
  let id = idOf(placed);
  for (let steps = 0; at && steps < farthest; steps += 1) {
    const before: Comment['id'] = at.comment.in_reply_to_id;
    if (before === undefined || before === null) return id;
    id = String(before);
    at = byId.get(id);
  }
  return id;
};

const byTime = (a: Placed, b: Placed): number => compareText(a.comment.created_at ?? '', b.comment.created_at ?? '');

/** Pages of an answer may overlap: the same comment counts once. */
const distinct = (all: readonly Placed[]): Placed[] => {
  const seen = new Set<string>();
  return all.filter((placed) => {
    const key = JSON.stringify([idOf(placed), placed.comment.body]);
    return !seen.has(key) && seen.add(key);
  });
};

/** Where the first of a thread is missing, the next stands for it. */
export const toThreads = (all: readonly Placed[]): Thread[] => {
  const comments = distinct(all);
  const byId = new Map(comments.map((placed) => [idOf(placed), placed]));
  return [...Map.groupBy(comments, (placed) => rootOf(placed, byId))].flatMap(([id, members]) => {
    const inOrder = members.toSorted(byTime);
    const root = members.find((placed) => idOf(placed) === id) ?? inOrder[0];
    return root ? [{ root, replies: inOrder.filter((placed) => placed !== root) }] : [];
  });
};
