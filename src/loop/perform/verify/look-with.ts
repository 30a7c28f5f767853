/** Has a tool look at files of a revision, in a clean room. */
import picomatch from 'picomatch';
import { formatNames } from '../../../config/sections/reviewing.ts';
import type { Command } from '../../../config/values.ts';
import type { DraftFinding } from '../../../model/finding.ts';
import type { Rechecker } from '../../../model/proof.ts';
import type { ToolCounts, ToolResult } from '../../../model/verification.ts';
import { reviewWithTool, type ToolReview } from '../../../stages/review/tool.ts';
import { countReported, toolResult } from '../../../stages/verify/tool-counts.ts';
import type { Performing } from '../../engine.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { recheckerOf, rulesFor } from '../../decide/gates/watching.ts';
import { inRoom, isNoRoom, reasonOf } from './room.ts';

export type Looked =
  | { status: 'ran'; findings: DraftFinding[]; format: string | undefined }
  | { status: 'cancelled' }
  | { status: 'error'; message: string };

export const takesFiles = (command: Command): boolean =>
  typeof command === 'string' ? command.includes('{files}') : command.includes('{files}');

type Tool = Pick<Rechecker, 'name' | 'command' | 'timeoutMs'> & { format?: string | undefined };

/** In place of a tool that has no file to look at: most would look at everything, or fail. */
export const nothingToLookAt = async (): Promise<ToolReview> => ({
  status: 'ran',
  findings: [],
  problems: [],
  durationMs: 0,
});

/** Files as a program has to be given them. */
export const realNames = ({ engine }: Performing, revision: string, files: readonly string[]): Promise<string[]> =>
  Promise.all(files.map((file) => engine.custody.realName(revision, file)));

/** `files`: what the tool is given where its command takes any. */
export const lookWith = async (
  performing: Performing,
  tool: Tool,
  revision: string,
  files: readonly string[],
): Promise<Looked> => {
  const { engine } = performing;
  const known = formatNames.find((each) => each === tool.format);
  let format: string | undefined = known;
  const given = await realNames(performing, revision, files);
  const review = await inRoom(performing, { revision, what: `tool ${tool.name}` }, (room) =>
    reviewWithTool({
      reviewer: { ...tool, kind: 'tool', format: known, level: 'blocking', timeout: tool.timeoutMs, paths: [] },
      files: given,
      run: room.raw,
      read: async (text) => {
        const read = await engine.readToolOutput(text, { name: tool.name, ...(known && { format: known }) }, room.path);
        format ??= read.format;
        return read;
      },
    }),
  );
  if (isNoRoom(review))
    return review.noRoom.cancelled ? { status: 'cancelled' } : { status: 'error', message: reasonOf(review.noRoom) };
  if (review.status !== 'ran') return review;
  return { status: 'ran', findings: review.findings, format };
};

/**
 * What a check is about: the files of the findings, where a fix may show although it lies elsewhere, and what was
 * changed.
 */
export const touchedBy = ({ state }: Performing, units: readonly AnsweredUnit[]): string[] => [
  ...new Set(
    units.flatMap(({ plan, answer }) => [
      ...plan.findings.flatMap((id) => state.findings.get(id)?.finding.file ?? []),
      ...(answer.snapshot?.files ?? []).map(({ path }) => path),
    ]),
  ),
];

/** Of the touched files, those that a tool can be given: they are there, and of its kind. */
export const filesFor = async (
  { engine, state }: Performing,
  name: string,
  tree: string,
  touched: readonly string[],
): Promise<string[]> => {
  const there = await engine.custody.existing(tree, touched);
  const { files: globs = [], watches = {} } = recheckerOf(state, name) ?? {};
  const fits = globs.length === 0 ? (): boolean => true : picomatch([...globs], { dot: true });
  const own = new Set(Object.keys(watches).map((id) => state.findings.get(id)?.finding.file));
  return touched.filter((file) => there.has(file) && (own.has(file) || fits(file)));
};

/** Files that were changed between two revisions, or that these findings are about. */
export type Touched = { touched: readonly string[]; base: string; tree: string; findings: readonly string[] };

/**
 * Names that no file has, under which a tool says what it said of these findings: it may call their files otherwise
 * now, as a setting that comes with a patch can make it do.
 */
const nobodysFiles = async (
  { engine, state }: Performing,
  tool: string,
  drafts: readonly DraftFinding[],
  { touched, tree, findings }: Touched,
): Promise<string[]> => {
  const about = findings.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const rules = new Set(about.flatMap((finding) => rulesFor(state, tool, finding)));
  const named = drafts.flatMap((draft) => (rules.has(draft.rule ?? draft.category) ? (draft.file ?? []) : []));
  const elsewhere = [...new Set(named)].filter((file) => !touched.includes(file));
  const there = await engine.custody.existing(tree, elsewhere);
  return elsewhere.filter((file) => !there.has(file));
};

/**
 * What a tool said of the touched files, with what it says of those that it was never asked about as they were before.
 */
export const resultOf = async (
  performing: Performing,
  tool: Tool,
  drafts: readonly DraftFinding[],
  about: Touched,
): Promise<ToolResult | null> => {
  const others = await nobodysFiles(performing, tool.name, drafts, about);
  const result = toolResult(tool.name, drafts, [...about.touched, ...others]);
  const before = await countsBefore(performing, tool, about);
  if (before === null) return null;
  if (before.status === 'error')
    return {
      reviewer: tool.name,
      status: 'crashed',
      message: before.message,
      counts: {},
      places: [],
    };
  return { ...result, ...(before.counts && { before: before.counts }) };
};

type Before = { status: 'known'; counts?: ToolCounts } | { status: 'error'; message: string };

/**
 * Only where the tool looks at single files, and was asked about some of them only. Null when the run was cancelled.
 */
const countsBefore = async (performing: Performing, tool: Tool, { touched, base }: Touched): Promise<Before | null> => {
  const { state } = performing;
  const known = state.checks.toolCounts.get(tool.name) ?? {};
  if (!recheckerOf(state, tool.name) || !takesFiles(tool.command)) return { status: 'known' };
  const strange = touched.filter((file) => !Object.hasOwn(known, file));
  const files = await filesFor(performing, tool.name, base, strange);
  if (files.length === 0) return { status: 'known' };
  const looked = await lookWith(performing, tool, base, files);
  if (looked.status === 'cancelled') return null;
  if (looked.status === 'error') return looked;
  return {
    status: 'known',
    counts: countReported(looked.findings.filter(({ file }) => file !== undefined && files.includes(file))),
  };
};
