/** Puts together what a fixer is asked: the prompt and the structured input. */
import { settingsOf } from '../../../config/agents.ts';
import type { Config } from '../../../config/schema.ts';
import { targetsIn } from '../../../config/sections/targets.ts';
import { showCommand } from '../../../config/values.ts';
import type { FixInput } from '../../../model/answer.ts';
import type { Attempt } from '../../../model/attempt.ts';
import type { Finding } from '../../../model/finding.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { present } from '../../../plain/present.ts';
import { excerptOf, snippetOf } from '../../../stages/fix/excerpt.ts';
import { fixPrompt, type PromptFinding } from '../../../stages/fix/prompt.ts';
import { answerSchema } from '../../../stages/fix/prompt-shared.ts';
import { targetCommand } from '../../../stages/verify/targets.ts';
import { fixTodoOf } from '../../../stages/plan/todo-files.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import { hearsDisputes } from '../../decide/disputes/disputed.ts';
import type { Performing } from '../../engine.ts';
import { asReported, codesOfCommit } from '../../state/places.ts';
import type { FindingState } from '../../state/state.ts';
import { type AskedGroups, companionsOf, groupsOf, inOrder } from './ask-groups.ts';
import { notesOf, readConventions, type Source } from './conventions.ts';
import { reviewedChange, type Versions } from './reviewed-change.ts';
import { given } from '../../../plain/given.ts';

export type FixQuestion = {
  prompt: string;
  input: FixInput;
  answerSchema: Readonly<Record<string, unknown>>;
  cut: string[];
};

export type Asking = Pick<Performing, 'state'> & { source: Source; versions: Versions; clean: Secrets['clean'] };

export type Asked = {
  ids: readonly string[];
  base: string;
  agent: string;
  /** The workspace holds the change of the last attempt, which was refused. */
  fromRefused?: boolean;
};

export const askFor = async (asking: Asking, asked: Asked): Promise<FixQuestion> => {
  const { source, state } = asking;
  const { agent, fromRefused = false } = asked;
  const findings = asked.ids.flatMap((id) => state.findings.get(id) ?? []);
  const ordered = inOrder(state, findings);
  const common: Common = {
    verify: mustPass(state.config, findings),
    conventions: await readConventions(source, state),
    ...groupsOf(state, ordered),
  };
  const entries = await entriesFor(asking, asked, ordered);
  const prompt = fixPrompt({ findings: entries, ...common, ...settingsFor(asking, agent), fromRefused });
  const included = findings.filter(({ finding }) => prompt.included.includes(finding.id));
  return {
    prompt: prompt.text,
    input: inputFor(asking, agent, included, entries, { ...common, diff: prompt.diff }),
    answerSchema: answerSchema(hearsDisputes(state)),
    cut: prompt.cut,
  };
};

/** What speaks about the files of the findings, then what speaks about everything. */
const mustPass = (config: Config, findings: readonly FindingState[]): string[] => {
  const files = findings.flatMap(({ finding }) => finding.file ?? []);
  const own = targetsIn(config).flatMap((target) =>
    present(files.map((file) => targetCommand(target, file))).map(showCommand),
  );
  return [...new Set([...own, ...config.verify.commands.map(showCommand)])];
};

type Common = Pick<FixInput, 'verify' | 'conventions'> & AskedGroups;

/** With the code as it is, and, for whoever reads it, as plain text. */
type Entry = PromptFinding & { snippet: string };

/** A machine-made edit is not about what anybody sees. */
const entriesFor = (asking: Asking, asked: Asked, findings: readonly FindingState[]): Promise<Entry[]> => {
  const { state, versions, clean } = asking;
  const changeAround = isMachineMade(asked) ? async () => [] : reviewedChange(versions, state, clean);
  return Promise.all(
    findings.map(async (finding) => ({
      ...(await withExcerpt(asking, asked, finding)),
      change: await changeAround(finding),
      companions: companionsOf(state, finding, asked.ids),
    })),
  );
};

const settingsFor = ({ state: { run, config } }: Asking, agent: string) => ({
  notes: config.fix.notes,
  reviewReport: run.started.reviewReport,
  weakReasons: reasonsIn(config),
  challenged: config.challenger.agents.length > 0 ? config.challenger.threshold : undefined,
  disputes: hearsDisputes({ config }),
  own: run.started.prompts,
  base: run.started.base?.ref,
  context: settingsOf(config, agent)?.context ?? 150_000,
});

const inputFor = (
  { state }: Asking,
  agent: string,
  included: readonly FindingState[],
  entries: readonly Entry[],
  { verify, conventions, groups, diff }: Common & { diff: string },
): FixInput => {
  const snippets = new Map(entries.map(({ finding, snippet }) => [finding.id, snippet]));
  const todoOf = ({ finding }: FindingState): [string, FixInput['todo'][string]] => {
    const notes = state.fixing.plan?.todos.get(finding.id);
    const { finding: _, ...todo } = fixTodoOf({ finding, notes, snippet: snippets.get(finding.id) ?? '' });
    return [finding.code, todo];
  };
  return {
    role: 'fix',
    run: state.run.id,
    findings: included.map((finding) => (isMachineMade({ agent }) ? forEdits(finding) : finding.finding)),
    attempts: Object.fromEntries(included.map(({ finding, attempts }) => [finding.id, attempts])),
    todo: Object.fromEntries(included.map(todoOf)),
    ...(groups && { groups }),
    ...(diff !== '' && { diff }),
    verify,
    conventions,
    ...notesOf(state.config),
  };
};

/** Edits are about the lines as they were reported; the file has the name that it has now. */
export const forEdits = (state: FindingState): Finding => {
  const { file } = state.finding;
  return { ...asReported(state), ...given({ file }) };
};

const withExcerpt = async (
  { source, clean, state }: Asking,
  { base }: Asked,
  { finding, attempts, removedBy }: FindingState,
): Promise<Entry> => {
  const { file, line, endLine } = finding;
  const text = file === undefined ? null : await source.readText(base, file);
  const removed = removedBy === undefined ? undefined : codesOfCommit(state, removedBy);
  return {
    finding,
    attempts: relevant(attempts),
    excerpt: text === null ? null : excerptOf(text, line, endLine, clean),
    snippet: text === null ? '' : snippetOf(text, line, endLine, clean),
    removed,
    todo: state.fixing.plan?.todos.get(finding.id),
  };
};

/** What the fixer is told not to say. */
const reasonsIn = ({ justification }: Config): readonly string[] =>
  justification.weak === 'off' ? [] : justification.phrases;

/** The last attempts say the most; a cancelled one says nothing. */
const relevant = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((attempt) => attempt.result !== 'cancelled').slice(-3);
