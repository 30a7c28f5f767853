/**
 * Review threads as GitHub's GraphQL API gives them, as comments of its REST API: the only place that tells which
 * threads are resolved.
 */
import { asArray, own } from '../../../plain/shape.ts';
import type { Collected } from '../format.ts';

/** A connection is a list of nodes, or of edges around them; `gh` also writes plain lists. */
const nodesOf = (connection: unknown): readonly unknown[] => {
  if (Array.isArray(connection)) return connection;
  const nodes = own(connection, 'nodes');
  if (Array.isArray(nodes)) return nodes;
  return asArray(own(connection, 'edges')).map((edge) => own(edge, 'node'));
};

/** Where an answer holds its threads, from the outside in. */
const around = ['data', 'repository', 'pullRequest', 'node', 'resource'] as const;

const connectionOf = (value: unknown, depth = 0): unknown => {
  const here = own(value, 'reviewThreads');
  if (here !== undefined || depth > around.length) return here;
  const inner = around.map((key) => own(value, key)).find((each) => each !== undefined);
  return inner === undefined ? undefined : connectionOf(inner, depth + 1);
};

/** Pages that were slurped are a list of answers. */
const connectionsOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).map((page) => connectionOf(page)).filter((each) => each !== undefined);

export const holdsThreads = (value: unknown): boolean => connectionsOf(value).length > 0;

const hasMore = (connection: unknown): boolean => own(own(connection, 'pageInfo'), 'hasNextPage') === true;

/** As REST names it; what a comment does not say of its place, its thread does. */
const restOf = (thread: unknown, comment: unknown, first: unknown): Record<string, unknown> => {
  const place = (key: string): unknown => own(thread, key) ?? own(comment, key);
  return {
    id: own(comment, 'databaseId') ?? own(comment, 'id') ?? own(comment, 'url'),
    in_reply_to_id: first,
    path: place('path'),
    body: own(comment, 'body'),
    line: place('line'),
    start_line: place('startLine'),
    original_line: place('originalLine'),
    original_start_line: place('originalStartLine'),
    side: own(thread, 'diffSide'),
    start_side: own(thread, 'startDiffSide'),
    subject_type: typeof place('subjectType') === 'string' ? String(place('subjectType')).toLowerCase() : undefined,
    diff_hunk: own(comment, 'diffHunk'),
    html_url: own(comment, 'url'),
    created_at: own(comment, 'createdAt'),
    user: { login: own(own(comment, 'author'), 'login') },
  };
};

type Listed = { place: string; item: unknown };

const commentsOf = (thread: unknown, place: string): Listed[] => {
  const items: Listed[] = [];
  let first: unknown;
  for (const [index, comment] of nodesOf(own(thread, 'comments')).entries()) {
    // Without an id of its own it has that of its place, so that replies find it.
    const rest = restOf(thread, comment, first);
    const id = rest['id'] ?? `${place}/${index}`;
    items.push({ place: `${place}.comments[${index}]`, item: { ...rest, id } });
    first ??= id;
  }
  return items;
};

/** Threads that are resolved are no findings; how many there were is said. */
export const openComments = (value: unknown, into: Collected): Listed[] => {
  const connections = connectionsOf(value);
  const threads = connections.flatMap(nodesOf);
  const open = threads
    .map((thread, index) => ({ thread, place: `reviewThreads[${index}]` }))
    .filter(({ thread }) => own(thread, 'isResolved') !== true);
  const say = (message: string): void => void into.problems.push({ place: 'reviewThreads', message });
  const resolved = threads.length - open.length;
  if (resolved > 0) say(`left out: ${resolved === 1 ? '1 thread is' : `${resolved} threads are`} resolved`);
  const last = connections.at(-1);
  if (hasMore(last)) say('there are more threads than these: ask for the next page too (gh api graphql --paginate)');
  return open.flatMap(({ thread, place }) => commentsOf(thread, place));
};
