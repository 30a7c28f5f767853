/** Review comments of a pull request, as GitHub's REST or GraphQL API gives them, with suggestion blocks as edits. */
import type { DraftFinding } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { toRepoPath } from '../../read/paths.ts';
import { findingText, oneLine } from '../../read/text.ts';
import type { Collected, FormatContext, JsonFormat } from '../format.ts';
import { splitBody } from './fences.ts';
import { holdsThreads, openComments } from './graphql.ts';
import { severityIn, titleIn } from './marks.ts';
import { Comment, type Placed, type Thread, toThreads } from './threads.ts';
import { type Where, whereOf } from './where.ts';
import { asArray, firstIssue, own } from '../../../plain/shape.ts';
import { type Suggested, suggestedBy } from './suggested.ts';

const who = ({ comment }: Placed): string => oneLine(comment.user?.login ?? '');

const readThread = ({ root, replies }: Thread, context: FormatContext, into: Collected): void => {
  const bodies = [root, ...replies].map(({ body }) => body);
  const where = whereOf(root.comment);
  const lines = bodies.some(({ isOpen }) => isOpen) ? { reason: 'its block has no end' } : where.lines;
  const blocks = bodies.flatMap((body) => body.blocks);
  const { reason, ...suggested } = suggestedBy(blocks, root.file, lines, root.body.words !== '');
  if (reason !== undefined)
    into.problems.push({ place: root.place, message: `its suggestion is not applied: ${reason}` });
  const answered = replies
    .filter(({ body }) => body.words !== '')
    .map((reply) => `${who(reply) || 'Reply'}: ${reply.body.words}`);
  into.findings.push(draft(root, where, { ...suggested, words: root.body.words, answered }, context));
};

type Said = Omit<Suggested, 'reason'> & { words: string; answered: readonly string[] };

const draft = (root: Placed, where: Where, said: Said, context: FormatContext): DraftFinding => {
  const words = said.words || 'Suggested change';
  const reviewer = who(root);
  return {
    severity: severityIn(words) ?? 'medium',
    category: 'general',
    title: titleIn(words),
    description: findingText(
      [words, ...said.answered, where.note, root.comment.html_url ?? ''].filter(Boolean).join('\n\n'),
    ),
    ...given({ suggestion: said.suggestion || undefined }),
    ...(root.file !== undefined && { file: root.file, ...where.place }),
    ...(said.edits.length > 0 && { edits: said.edits }),
    ...(!context.fromTool && reviewer && { reviewer }),
  };
};

/** Pages that were slurped are lists in a list. */
const placed = (value: unknown): { place: string; item: unknown }[] =>
  asArray(value).flatMap((item, index) =>
    Array.isArray(item)
      ? item.map((inner: unknown, n) => ({ place: `[${index}][${n}]`, item: inner }))
      : [{ place: `[${index}]`, item }],
  );

const isComment = (value: unknown): boolean =>
  typeof own(value, 'path') === 'string' &&
  typeof own(value, 'body') === 'string' &&
  ['diff_hunk', 'subject_type', 'pull_request_review_id'].some((key) => own(value, key) !== undefined);

/** Null, and said, for what is no comment about this repository; answers to it are then findings themselves. */
const toComment = (item: unknown, place: string, context: FormatContext, into: Collected): Placed | null => {
  const say = (message: string): null => {
    into.problems.push({ place, message });
    return null;
  };
  const parsed = Comment.safeParse(item);
  if (!parsed.success) return say(`not a review comment: ${firstIssue(parsed.error)}`);
  const body = splitBody(parsed.data.body);
  if (body.words === '' && body.blocks.length === 0) return say('not a review comment: it says nothing');
  const { file, problem } = toRepoPath(parsed.data.path, context);
  return problem ? say(`left out: ${problem}`) : { place, comment: parsed.data, file, body };
};

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const listed = holdsThreads(value) ? openComments(value, into) : placed(value);
  const comments = listed.flatMap(({ place, item }) => toComment(item, place, context, into) ?? []);
  for (const thread of toThreads(comments)) readThread(thread, context, into);
  return into;
};

export const github: JsonFormat = {
  of: 'json',
  name: 'github',
  title: 'review comments of a GitHub pull request (gh api repos/OWNER/REPO/pulls/NUMBER/comments, or reviewThreads)',
  recognises: (value) =>
    holdsThreads(value) ||
    (Array.isArray(value) && (value.flat().length === 0 || placed(value).some(({ item }) => isComment(item)))),
  read,
};
