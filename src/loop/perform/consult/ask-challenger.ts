/** Asks a challenger about a patch: the very change that would be committed, with others beside it (6.1). */
import { settingsOf } from '../../../config/agents.ts';
import { showCommand } from '../../../config/values.ts';
import type { ChallengeInput } from '../../../model/answer.ts';
import type { CallSubject } from '../../../model/call.ts';
import type { Shown } from '../../../model/challenge.ts';
import type { Snapshot } from '../../../model/run/snapshot.ts';
import { readChallengeAnswer } from '../../../stages/challenge/answer.ts';
import { challengePrompt } from '../../../stages/challenge/prompt.ts';
import { challengeSchema } from '../../../stages/challenge/schema.ts';
import { excerptOf } from '../../../stages/fix/excerpt.ts';
import { askedAbout } from '../../decide/gates/challenge.ts';
import type { Performing } from '../../engine.ts';
import { claimed } from '../../decide/gates/claims.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import { answeredUnit, type FindingState, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { besideIt } from './beside-it.ts';
import type { Consultation } from './consultation.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';

export const askChallenger = async (
  performing: Performing,
  subject: Extract<CallSubject, { role: 'challenge' }>,
  agent: string,
): Promise<Consultation> => {
  const { engine, state } = performing;
  const unit = answeredUnit(state, subject.unit);
  const snapshot = unit?.answer.snapshot;
  if (!snapshot) throw new Error(`unit ${subject.unit} has nothing to judge`);
  const ids = askedAbout(state, subject, claimed(unit));
  const findings = ids.flatMap((id) => state.findings.get(id) ?? []);
  const { patch } = await engine.custody.diff(unit.base, snapshot.tree);
  const { threshold, timeout } = state.config.challenger;
  const shown = await besideIt(performing, unit);
  const asked: Asked = {
    outcomes: ids.map((id) => outcomeOf(state, unit, id)),
    ...shown,
    diff: new TextDecoder().decode(patch),
    threshold,
    verify: state.config.verify.commands.map(showCommand),
    conventions: await conventionsOf(performing),
    ...notesOf(state.config),
  };
  const plain = findings.map(({ finding }) => inSnapshot(finding, snapshot));
  return {
    question: {
      prompt: await promptFor(performing, agent, snapshot, findings, asked),
      input: { role: 'challenge', run: state.run.id, findings: plain, ...asked },
      answerSchema: challengeSchema(),
    },
    timeout: { ms: timeout, key: 'challenger.timeout' },
    read: async (result) => {
      const reading = readChallengeAnswer(result.answer, plain, threshold);
      return { answer: { role: 'challenge', ...reading, shown: inShort(shown) }, message: reading.problems.join('; ') };
    },
  };
};

/** What the fixer thinks of its change is no evidence of anything. */
const outcomeOf = (
  { config, findings }: RunState,
  { answer }: AnsweredUnit,
  id: string,
): Asked['outcomes'][number] => ({
  id: findings.get(id)?.finding.code ?? id,
  outcome: 'fixed',
  ...(config.challenger.explanation && { explanation: answer.claims[id]?.explanation ?? '' }),
});

const inShort = ({ beside, noticed }: Shown) => ({ beside: beside.flatMap(({ codes }) => codes), noticed });

type Asked = Omit<ChallengeInput, 'role' | 'run' | 'findings'>;

const promptFor = async (
  performing: Performing,
  agent: string,
  snapshot: Snapshot,
  findings: readonly FindingState[],
  asked: Asked,
): Promise<string> => {
  const { config, run } = performing.state;
  const prompt = challengePrompt({
    findings: await Promise.all(findings.map((finding) => withExcerpt(performing, snapshot, finding))),
    context: settingsOf(config, agent)?.context,
    template: run.started.prompts?.['challenge'],
    ...asked,
  });
  return prompt.text;
};

/** Its excerpt is of the changed code. */
const withExcerpt = async (
  { engine }: Performing,
  snapshot: Snapshot,
  { finding: before, attempts }: FindingState,
): Promise<Parameters<typeof challengePrompt>[0]['findings'][number]> => {
  const finding = inSnapshot(before, snapshot);
  const text = finding.file === undefined ? null : await engine.custody.readText(snapshot.tree, finding.file);
  return {
    finding,
    excerpt: text === null ? null : excerptOf(text, finding.line, finding.endLine, engine.clean),
    earlier: attempts.flatMap(({ challenge }) =>
      challenge ? [{ score: challenge.score, feedback: challenge.feedback }] : [],
    ),
  };
};
