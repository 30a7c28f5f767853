/** Puts together what a fixer is asked: the prompt and the structured input, with the values of secrets taken out. */
import { settingsOf } from '../../config/agents.ts';
import { showCommand } from '../../config/values.ts';
import type { Convention, FixInput } from '../../model/answer.ts';
import type { Attempt } from '../../model/attempt.ts';
import { severityRank } from '../../model/finding.ts';
import type { Custody } from '../../ports/repo.ts';
import { excerptOf, type Redact } from '../../stages/fix/excerpt.ts';
import { answerSchema, fixPrompt, type PromptFinding } from '../../stages/fix/prompt.ts';
import type { Performing } from '../engine.ts';
import type { FindingState } from '../state.ts';

export type Question = { prompt: string; input: FixInput; answerSchema: Readonly<Record<string, unknown>>; cut: string[] };

const conventionFiles = ['AGENTS.md', 'CLAUDE.md'];

/** Where the text of files comes from. */
type Source = Pick<Custody, 'start' | 'readText'>;

export type Asking = Pick<Performing, 'state' | 'config'> & { source: Source; redact: (text: string) => string };

export const askFor = async (
  { source, redact, state, config }: Asking,
  ids: readonly string[],
  base: string,
  agent: string,
): Promise<Question> => {
  const findings = ids.flatMap((id) => state.findings.get(id) ?? []);
  const ordered = findings.toSorted((a, b) => severityRank[a.finding.severity] - severityRank[b.finding.severity]);
  const verify = config.verify.commands.map(showCommand);
  const conventions = await readConventions(source);
  const { notes } = config.fix;
  const prompt = fixPrompt({
    findings: await Promise.all(ordered.map((finding) => withExcerpt(source, finding, base, redact))),
    verify,
    conventions,
    notes,
    reviewReport: state.started?.reviewReport,
    context: settingsOf(config, agent)?.context ?? 150_000,
  });
  const included = findings.filter(({ finding }) => prompt.included.includes(finding.id));
  const input: FixInput = {
    role: 'fix',
    run: state.run,
    findings: included.map(({ finding }) => finding),
    attempts: Object.fromEntries(included.map(({ finding, attempts }) => [finding.id, attempts])),
    verify,
    conventions: conventions.map(({ file, text }) => ({ file, text: redact(text) })),
    ...(notes !== undefined && { notes }),
  };
  return { prompt: redact(prompt.text), input: redacted(input, redact), answerSchema: answerSchema(), cut: prompt.cut };
};

const withExcerpt = async (source: Source, { finding, attempts }: FindingState, base: string, redact: Redact): Promise<PromptFinding> => {
  const text = finding.file === undefined ? null : await source.readText(base, finding.file);
  const excerpt = text === null ? null : excerptOf(text, finding.line, finding.endLine, redact);
  return { finding, attempts: relevant(attempts), excerpt };
};

/** The last attempts say the most; a cancelled one says nothing. */
const relevant = (attempts: readonly Attempt[]): Attempt[] => attempts.filter((attempt) => attempt.result !== 'cancelled').slice(-3);

const known = new WeakMap<Source, Promise<Convention[]>>();

/** As they were at the start: an agent cannot write its own conventions. Read once per run. */
const readConventions = (source: Source): Promise<Convention[]> => {
  const earlier = known.get(source);
  if (earlier) return earlier;
  const reading = Promise.all(conventionFiles.map(async (file) => ({ file, text: await source.readText(source.start.commit, file) }))).then(
    (files) => files.flatMap(({ file, text }) => (text === null ? [] : [{ file, text: text.slice(0, 30_000) }])),
  );
  known.set(source, reading);
  return reading;
};

/** Every text that the agent is given, cleaned. The text of an edit is left alone: it is code that is put back as it is. */
const redacted = <T>(value: T, redact: (text: string) => string): T =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) => (typeof inner === 'string' && key !== 'text' ? redact(inner) : inner));
