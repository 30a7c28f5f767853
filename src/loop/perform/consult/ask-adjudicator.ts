/**
 * Asks another agent about findings that a fixer calls wrong (7.8): it sees the findings and the lines that are cited,
 * and neither what the fixer wants nor why.
 */
import type { AdjudicateInput } from '../../../model/answer.ts';
import type { CallSubject } from '../../../model/call.ts';
import type { Citation, Opinion } from '../../../model/finding/dispute.ts';
import type { Finding } from '../../../model/finding.ts';
import { readOpinions } from '../../../stages/dispute/answer.ts';
import { lookUp } from '../../../stages/dispute/citation.ts';
import { weigh } from '../../../stages/dispute/direction.ts';
import { adjudicatePrompt, type DisputedFinding } from '../../../stages/dispute/prompt.ts';
import { adjudicateSchema } from '../../../stages/dispute/schema.ts';
import { excerptOf } from '../../../stages/fix/excerpt.ts';
import { askedToDecide } from '../../decide/disputes/cases.ts';
import type { Performing } from '../../engine.ts';
import { answeredUnit } from '../../state/state.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';
import { citedText } from '../fix/look-up-disputes.ts';
import type { Consultation } from './consultation.ts';

export const askAdjudicator = async (
  performing: Performing,
  subject: Extract<CallSubject, { role: 'adjudicate' }>,
): Promise<Consultation> => {
  const { state } = performing;
  const unit = answeredUnit(state, subject.unit);
  const cases = unit ? askedToDecide(state, unit, subject) : [];
  if (!unit || cases.length === 0) throw new Error(`nothing is in dispute in unit ${subject.unit}`);
  const { base } = unit;
  const disputes = cases.flatMap(({ finding: { finding }, dispute: { ground, evidence } }) =>
    ground === undefined ? [] : [{ finding, ground, evidence }],
  );
  const findings = disputes.map(({ finding }) => finding);
  const around = { conventions: await conventionsOf(performing), ...notesOf(state.config) };
  const prompt = adjudicatePrompt({
    findings: await Promise.all(disputes.map((each) => withExcerpts(performing, base, each))),
    template: state.run.started.prompts?.['adjudicate'],
    ...around,
  });
  const told: AdjudicateInput['disputes'] = disputes.map(({ finding, ground, evidence }) => ({
    id: finding.code,
    ground,
    evidence,
  }));
  return {
    question: {
      prompt,
      input: { role: 'adjudicate', run: state.run.id, findings, ...around, disputes: told },
      answerSchema: adjudicateSchema(),
    },
    timeout: { ms: state.config.challenger.timeout, key: 'challenger.timeout' },
    read: async (result) => {
      const { opinions, problems } = readOpinions(result.answer, findings);
      const weighed = await weighAll(performing, base, findings, opinions);
      return { answer: { role: 'adjudicate', opinions: weighed, problems }, message: problems.join('; ') };
    },
  };
};

type Disputed = { finding: Finding; ground: DisputedFinding['ground']; evidence: readonly Citation[] };

const withExcerpts = async (
  performing: Performing,
  base: string,
  { finding, ground, evidence }: Disputed,
): Promise<DisputedFinding> => {
  const { clean } = performing.engine;
  const excerpt = async (file: string | undefined, line?: number, endLine?: number): Promise<string | null> => {
    const text = file === undefined ? null : await performing.engine.custody.readText(base, file);
    return text === null ? null : excerptOf(text, line, endLine, clean);
  };
  return {
    finding,
    ground,
    excerpt: await excerpt(finding.file, finding.line, finding.endLine),
    evidence: await Promise.all(
      evidence.map(async (citation) => ({ citation, excerpt: await excerpt(citation.file, citation.line) })),
    ),
  };
};

/** A line that is not there was not read: then nothing is decided. */
const weighAll = async (
  performing: Performing,
  base: string,
  findings: readonly Finding[],
  opinions: Readonly<Record<string, Opinion>>,
): Promise<Record<string, Opinion>> => {
  const weighed = findings.map(async (finding): Promise<[string, Opinion][]> => {
    const opinion = opinions[finding.id];
    return opinion ? [[finding.id, weigh(await lookedUp(performing, base, opinion), finding)]] : [];
  });
  return Object.fromEntries((await Promise.all(weighed)).flat());
};

const lookedUp = async (performing: Performing, base: string, opinion: Opinion): Promise<Opinion> => {
  const { read, ...rest } = opinion;
  if (!read) return opinion;
  const found = lookUp(read, await citedText(performing, base, read.file));
  if ('citation' in found) return { ...rest, read: found.citation };
  return { ...rest, reason: `${rest.reason} (${found.problem})` };
};
