/** Review comments of a pull request, as GitHub's REST API gives them, with suggestion blocks as edits. */
import { type DraftFinding, type TextEdit, endOfLine } from '../../../model/finding.ts';
import { toRepoPath } from '../paths.ts';
import { cleanText, oneLine } from '../text.ts';
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { splitBody } from './github/fences.ts';
import { severityIn, titleIn } from './github/marks.ts';
import { Comment, type Placed, type Thread, toThreads } from './github/threads.ts';
import { type Where, whereOf } from './github/where.ts';
import { asArray, firstIssue, own } from './shape.ts';

const who = ({ comment }: Placed): string => oneLine(comment.user?.login ?? '');

/** A block of one empty line leaves an empty line; a block of none removes the lines. */
const editOf = (block: readonly string[], file: string, lines: { startLine: number; endLine: number }): TextEdit =>
  block.length === 1 && block[0] === ''
    ? { file, range: { by: 'position', ...lines, startColumn: 1, endColumn: endOfLine, unit: 'utf16' }, text: '' }
    : { file, range: { by: 'lines', ...lines }, text: block.join('\n') };

const inWords = (blocks: readonly (readonly string[])[]): string =>
  cleanText(blocks.map((block) => (block.length === 0 ? 'Suggested: remove the lines' : `Suggested:\n${block.join('\n')}`)).join('\n\n'));

/** `reason`: why a suggestion that is there is not made. */
type Suggested = { edits: TextEdit[]; suggestion: string; reason?: string };

/** The blocks of a thread are for the same lines, and so alternatives: the first counts. */
const suggestedBy = (blocks: readonly string[][], file: string | undefined, lines: Where['lines'], hasWords: boolean): Suggested => {
  const [first, ...others] = blocks;
  if (!first) return { edits: [], suggestion: '' };
  if ('reason' in lines) return { edits: [], suggestion: inWords(blocks), reason: lines.reason };
  if (file === undefined) return { edits: [], suggestion: inWords(blocks), reason: 'it names no file' };
  // Without any words, whoever goes on when the edit cannot be made has to know what was meant.
  return { edits: [editOf(first, file, lines)], suggestion: inWords(hasWords ? others : blocks) };
};

const readThread = ({ root, replies }: Thread, context: FormatContext, into: Collected): void => {
  const say = (message: string): void => void into.problems.push({ place: root.place, message });
  const path = toRepoPath(root.comment.path, context.roots);
  if (path.problem) return say(`left out: ${path.problem}`);
  const { words, blocks: proposed, isOpen } = splitBody(root.comment.body);
  const answers = replies.map((reply) => ({ from: who(reply) || 'Reply', ...splitBody(reply.comment.body) }));
  const answered = answers.filter((answer) => answer.words !== '').map((answer) => `${answer.from}: ${answer.words}`);
  const blocks = [...proposed, ...answers.flatMap((answer) => answer.blocks)];
  if (words === '' && blocks.length === 0 && answered.length === 0) return say('not a comment: it says nothing');
  const where = whereOf(root.comment);
  const isCut = isOpen || answers.some((answer) => answer.isOpen);
  const lines = isCut ? { reason: 'its block has no end' } : where.lines;
  const { edits, suggestion, reason } = suggestedBy(blocks, path.file, lines, words !== '');
  if (reason !== undefined) say(`its suggestion is not applied: ${reason}`);
  into.findings.push(draft(root, path.file, where, { words, answered, edits, suggestion }, context));
};

type Said = Suggested & { words: string; answered: readonly string[] };

const draft = (root: Placed, file: string | undefined, where: Where, said: Said, context: FormatContext): DraftFinding => {
  const words = said.words || 'Suggested change';
  const reviewer = who(root);
  return {
    severity: severityIn(words) ?? 'medium',
    category: 'general',
    title: titleIn(words),
    description: cleanText([words, ...said.answered, where.note, root.comment.html_url ?? ''].filter(Boolean).join('\n\n')),
    ...(said.suggestion && { suggestion: said.suggestion }),
    ...(file !== undefined && { file, ...where.place }),
    ...(said.edits.length > 0 && { edits: said.edits }),
    ...(!context.fromTool && reviewer && { reviewer }),
  };
};

/** Pages that were slurped are lists in a list. */
const placed = (value: unknown): { place: string; item: unknown }[] =>
  asArray(value).flatMap((item, index) =>
    Array.isArray(item) ? item.map((inner: unknown, n) => ({ place: `[${index}][${n}]`, item: inner })) : [{ place: `[${index}]`, item }],
  );

const isComment = (value: unknown): boolean =>
  typeof own(value, 'path') === 'string' &&
  typeof own(value, 'body') === 'string' &&
  ['diff_hunk', 'subject_type', 'pull_request_review_id'].some((key) => own(value, key) !== undefined);

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  const comments: Placed[] = [];
  for (const { place, item } of placed(value)) {
    const parsed = Comment.safeParse(item);
    if (parsed.success) comments.push({ place, comment: parsed.data });
    else into.problems.push({ place, message: `not a review comment: ${firstIssue(parsed.error)}` });
  }
  for (const thread of toThreads(comments)) readThread(thread, context, into);
  return into;
};

export const github: JsonFormat = {
  of: 'json',
  name: 'github',
  title: 'review comments of a GitHub pull request (gh api repos/OWNER/REPO/pulls/NUMBER/comments)',
  recognises: (value) => Array.isArray(value) && (value.flat().length === 0 || placed(value).some(({ item }) => isComment(item))),
  read,
};
