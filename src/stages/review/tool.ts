/** A tool as a reviewer: runs its command in a clean room and reads what it prints. */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { ToolReviewerConfig } from '../../config/schema.ts';
import { type Command, showCommand } from '../../config/values.ts';
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import { headAndTail } from '../../plain/text.ts';
import type { ProcessOutcome } from '../../ports/process.ts';

export type ToolContext = {
  reviewer: ToolReviewerConfig;
  /** The files to look at; all of them when absent. */
  files?: readonly string[];
  /** Runs it in a folder of a clean room. */
  run: (command: { command: Command; folder: string; timeoutMs: number; keepBytes: number }) => Promise<ProcessOutcome>;
  read: (text: string) => Promise<{ findings: DraftFinding[]; problems: ReadProblem[] }>;
};

export type ToolReview =
  | { status: 'ran'; findings: DraftFinding[]; problems: ReadProblem[]; durationMs: number }
  | { status: 'cancelled' }
  | { status: 'error'; message: string; durationMs: number };

/** The folder that a tool runs in, from the root of the repository; empty for the root. */
export const toolFolder = ({ cwd = '.' }: Pick<ToolReviewerConfig, 'cwd'>): string => {
  const folder = posix.normalize(cwd.replaceAll('\\', '/')).replace(/\/+$/, '');
  return folder === '.' ? '' : folder;
};

/** Many tools report findings by their exit code: only output that cannot be read is an error. */
const outputBytes = 256 * 1024 * 1024;

/** Why a run of the tool says nothing; undefined for one whose output is worth reading. */
const whyUnread = ({ status, stdout, exitCode }: ProcessOutcome): string | undefined => {
  if (status === 'timeout' || status === 'idle') return 'ran out of time';
  if (status !== 'exited') return 'could not be run';
  // Some tools print nothing when they find nothing, which their format says; one that failed may print nothing as
  // well.
  return stdout.trim() === '' && exitCode !== 0 ? `printed nothing (exit ${exitCode})` : undefined;
};

/** Words say less than an exit code; a document without findings is the tool's own answer. */
const failedInWords = ({ stdout, exitCode }: ProcessOutcome, findings: readonly DraftFinding[]): boolean =>
  findings.length === 0 && exitCode !== 0 && !isDocument(stdout);

export const reviewWithTool = async (context: ToolContext): Promise<ToolReview> => {
  const { reviewer } = context;
  const folder = toolFolder(reviewer);
  const command = withFiles(reviewer.command, fromFolder(folder, context.files));
  const outcome = await context.run({ command, folder, timeoutMs: reviewer.timeout, keepBytes: outputBytes });
  if (outcome.status === 'cancelled') return { status: 'cancelled' };
  const { durationMs, exitCode } = outcome;
  const error = (what: string): ToolReview => ({
    status: 'error',
    message: `\`${showCommand(command)}\` ${what}${complaint(outcome.error ?? outcome.stderr)}`,
    durationMs,
  });
  const unread = whyUnread(outcome);
  if (unread !== undefined) return error(unread);
  try {
    const { findings, problems } = await context.read(outcome.stdout);
    if (failedInWords(outcome, findings)) return error(`says that it found nothing, and failed (exit ${exitCode})`);
    return { status: 'ran', findings: findings.filter(inPaths(reviewer.paths)), problems, durationMs };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return error(`printed what cannot be read (exit ${exitCode}): ${reason}`);
  }
};

/** As the tool names them from where it runs. What lies outside is not its business, unless there is nothing else. */
const fromFolder = (folder: string, files: readonly string[] | undefined): readonly string[] => {
  if (!files || files.length === 0) return ['.'];
  const named = files.map((file) => posix.relative(folder, file));
  const inside = named.filter((file) => !file.startsWith('../'));
  return inside.length > 0 ? inside : named;
};

const isDocument = (text: string): boolean => /^[ \t]*[[{<]/m.test(text);

/** `{files}` stands for the files that are asked about; a shell line gets them quoted. */
const withFiles = (command: Command, files: readonly string[]): Command => {
  if (typeof command !== 'string')
    return command.flatMap((part) => (part === '{files}' ? files.map(notAFlag) : [part]));
  return command.replaceAll('{files}', () => showCommand(files.map(notAFlag)));
};

/** A file name that starts with a dash must not be read as a flag. */
const notAFlag = (file: string): string => (file.startsWith('-') ? `./${file}` : file);

const inPaths = (globs: readonly string[]): ((draft: DraftFinding) => boolean) => {
  if (globs.length === 0) return () => true;
  const matches = picomatch([...globs], { dot: true });
  return (draft) => draft.file !== undefined && matches(draft.file);
};

const complaint = (stderr: string): string => (stderr.trim() === '' ? '' : `: ${headAndTail(stderr.trim(), 500)}`);
