/** Puts together what a fixer is asked: the prompt and the structured input. */
import { settingsOf } from '../../../config/agents.ts';
import type { Config } from '../../../config/schema.ts';
import { showCommand } from '../../../config/values.ts';
import type { FindingGroup, FixInput } from '../../../model/answer.ts';
import type { Attempt } from '../../../model/attempt.ts';
import { type Finding, severityRank } from '../../../model/finding.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { excerptOf } from '../../../stages/fix/excerpt.ts';
import { answerSchema, fixPrompt, type PromptFinding } from '../../../stages/fix/prompt.ts';
import { fixTodoOf } from '../../../stages/plan/todo-files.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import type { Performing } from '../../engine.ts';
import { asReported, codesOfCommit } from '../../state/places.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { notesOf, readConventions, type Source } from './conventions.ts';

export type FixQuestion = {
  prompt: string;
  input: FixInput;
  answerSchema: Readonly<Record<string, unknown>>;
  cut: string[];
};

export type Asking = Pick<Performing, 'state'> & { source: Source; clean: Secrets['clean'] };

export type Asked = {
  ids: readonly string[];
  base: string;
  agent: string;
  /** The workspace holds the change of the last attempt, which was refused. */
  fromRefused?: boolean;
};

export const askFor = async (
  asking: Asking,
  { ids, base, agent, fromRefused = false }: Asked,
): Promise<FixQuestion> => {
  const { source, clean, state } = asking;
  const { config } = state;
  const findings = ids.flatMap((id) => state.findings.get(id) ?? []);
  const ordered = findings.toSorted((a, b) => severityRank[a.finding.severity] - severityRank[b.finding.severity]);
  const common = {
    verify: config.verify.commands.map(showCommand),
    conventions: await readConventions(source, state),
    groups: config.fix.mode === 'delegated' && findings.length > 1 ? groupsOf(state, ordered) : undefined,
  };
  const entries = await Promise.all(ordered.map((finding) => withExcerpt(source, finding, base, clean, state)));
  const prompt = fixPrompt({
    findings: entries,
    ...common,
    ...settingsFor(asking, agent),
    fromRefused,
  });
  const included = findings.filter(({ finding }) => prompt.included.includes(finding.id));
  const input = inputFor(asking, agent, included, entries, common);
  return {
    prompt: prompt.text,
    input,
    answerSchema: answerSchema(),
    cut: prompt.cut,
  };
};

type Common = { verify: string[]; conventions: FixInput['conventions']; groups: FindingGroup[] | undefined };

const settingsFor = ({ state: { run, config } }: Asking, agent: string) => ({
  notes: config.fix.notes,
  reviewReport: run.started.reviewReport,
  weakReasons: reasonsIn(config),
  challenged: config.challenger.agents.length > 0 ? config.challenger.threshold : undefined,
  own: run.started.prompts,
  context: settingsOf(config, agent)?.context ?? 150_000,
});

const inputFor = (
  { state }: Asking,
  agent: string,
  included: readonly FindingState[],
  entries: readonly PromptFinding[],
  { verify, conventions, groups }: Common,
): FixInput => {
  const excerpts = new Map(entries.map(({ finding, excerpt }) => [finding.id, excerpt]));
  const todoOf = ({ finding }: FindingState): [string, FixInput['todo'][string]] => {
    const notes = state.fixing.plan?.todos.get(finding.id);
    const { finding: _, ...todo } = fixTodoOf({ finding, notes, snippet: excerpts.get(finding.id) ?? '' });
    return [finding.code, todo];
  };
  return {
    role: 'fix',
    run: state.run.id,
    findings: included.map((finding) => (isMachineMade({ agent }) ? forEdits(finding) : finding.finding)),
    attempts: Object.fromEntries(included.map(({ finding, attempts }) => [finding.id, attempts])),
    todo: Object.fromEntries(included.map(todoOf)),
    ...(groups && { groups }),
    verify,
    conventions,
    ...notesOf(state.config),
  };
};

/** Edits are about the lines as they were reported; the file has the name that it has now. */
const forEdits = (state: FindingState): Finding => {
  const { file } = state.finding;
  return { ...asReported(state), ...(file !== undefined && { file }) };
};

const withExcerpt = async (
  source: Source,
  { finding, attempts, removedBy }: FindingState,
  base: string,
  clean: Secrets['clean'],
  state: RunState,
): Promise<PromptFinding> => {
  const text = finding.file === undefined ? null : await source.readText(base, finding.file);
  const excerpt = text === null ? null : excerptOf(text, finding.line, finding.endLine, clean);
  const removed = removedBy === undefined ? undefined : codesOfCommit(state, removedBy);
  return { finding, attempts: relevant(attempts), excerpt, removed, todo: state.fixing.plan?.todos.get(finding.id) };
};

/** What the fixer is told not to say. */
const reasonsIn = ({ justification }: Config): readonly string[] =>
  justification.weak === 'off' ? [] : justification.phrases;

/** As the plan has them; what a reviewer has grouped, by its groups; the rest by file. */
const groupsOf = (state: RunState, findings: readonly FindingState[]): FindingGroup[] => {
  const planned = state.fixing.plan?.by === 'computed' ? [] : (state.fixing.plan?.steps ?? []);
  const stepOf = new Map(
    planned.flatMap(({ reason, findings: ids }, index) => ids.map((id) => [id, stepWords(index + 1, reason)])),
  );
  const groups = Map.groupBy(
    findings,
    ({ finding }) => stepOf.get(finding.id) ?? finding.group ?? finding.file ?? 'no file',
  );
  return [...groups].map(([description, members]) => ({
    description,
    findings: members.map(({ finding }) => finding.code),
  }));
};

/** Steps follow each other, also those that are there for the same reason. */
const stepWords = (step: number, reason: string): string =>
  `Step ${step}${step === 1 ? '' : `, after step ${step - 1}`}: ${reason}`;

/** The last attempts say the most; a cancelled one says nothing. */
const relevant = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((attempt) => attempt.result !== 'cancelled').slice(-3);
