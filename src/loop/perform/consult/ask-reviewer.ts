/** Asks a reviewing agent about a part of what changed. */
import type { AgentReviewerConfig } from '../../../config/schema.ts';
import type { AgentInput, ReviewInput } from '../../../model/answer.ts';
import type { CallSubject } from '../../../model/call.ts';
import { given } from '../../../plain/given.ts';
import { loadSkill } from '../../../prompts/skills.ts';
import type { Workspace } from '../../../ports/repo.ts';
import { reviewPrompt, reviewSchema } from '../../../stages/review/prompt.ts';
import type { Performing } from '../../engine.ts';
import type { RoundState, RunState } from '../../state/state.ts';
import type { Consultation } from './consultation.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';
import { scopeOf } from './scope.ts';

export const askReviewer = async (
  performing: Performing,
  { round: n, reviewer: name, part: number }: Extract<CallSubject, { role: 'review' }>,
  workspace: Workspace,
): Promise<Consultation> => {
  const { state } = performing;
  const { config } = state;
  const reviewer = config.reviewers.find((candidate) => candidate.name === name);
  const round = state.reviews.rounds.find((candidate) => candidate.round === n);
  if (reviewer?.kind !== 'agent' || !round) throw new Error(`there is no reviewing agent ${name} in round ${n}`);
  const own = state.run.started.prompts ?? {};
  const skill = loadSkill(reviewer.skill ?? name, own);
  const { parts } = await scopeOf(performing, round, reviewer);
  const part = parts.find((candidate) => candidate.part === number);
  if (!part) throw new Error(`there is no part ${number} for ${name}`);
  const asked: Asked = {
    reviewer: name,
    base: nameOfBase(state, round),
    diff: part.text,
    files: [...new Set(part.covers.map(({ file }) => file))],
    conventions: await conventionsOf(performing),
    ...notesOf(config),
    ...given({ spec: config.review.spec }),
  };
  const ofPart = { part: number, parts: parts.length, template: own['review'] };
  const input: AgentInput = { role: 'review', run: state.run.id, findings: [], skill: skill.name, ...asked };
  return {
    question: {
      prompt: reviewPrompt({ skill, ...ofPart, ...asked }),
      input,
      answerSchema: reviewSchema(skill),
    },
    read: readerFor(performing, reviewer, workspace),
  };
};

const nameOfBase = ({ run }: RunState, { cause }: RoundState): string =>
  cause === 'again' ? 'the state before the fixes' : (run.started.base?.ref ?? 'the start');

type Asked = Omit<ReviewInput, 'role' | 'run' | 'findings' | 'skill'>;

const readerFor =
  ({ engine }: Performing, { name, level }: AgentReviewerConfig, workspace: Workspace): Consultation['read'] =>
  async (result, changed) => {
    const read = await engine.readReview(result, name, workspace.path);
    const findings = read.findings.map((finding) => ({ ...finding, reviewer: name, level }));
    const { verdict, problems, summary, message } = read;
    return { answer: { role: 'review', verdict, findings, problems, ...given({ summary }), changed }, message };
  };
