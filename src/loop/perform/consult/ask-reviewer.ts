/** Asks a reviewing agent about a part of what changed. */
import type { CallSubject } from '../../../model/call.ts';
import { loadSkill } from '../../../prompts/skills.ts';
import type { Workspace } from '../../../ports/repo.ts';
import { reviewPrompt, reviewSchema } from '../../../stages/review/prompt.ts';
import type { Performing } from '../../engine.ts';
import type { Consultation } from './consult.ts';
import { conventionsOf, notesOf } from '../fix/conventions.ts';
import { scopeOf } from './scope.ts';

export const askReviewer = async (
  performing: Performing,
  { round: n, reviewer: name, part: number }: Extract<CallSubject, { role: 'review' }>,
  workspace: Workspace,
): Promise<Consultation> => {
  const { engine, state, config } = performing;
  const reviewer = config.reviewers.find((candidate) => candidate.name === name);
  const round = state.rounds.find((candidate) => candidate.round === n);
  if (reviewer?.kind !== 'agent' || !round) throw new Error(`there is no reviewing agent ${name} in round ${n}`);
  const own = state.started?.prompts ?? {};
  const skill = loadSkill(reviewer.skill ?? name, own);
  const { parts } = await scopeOf(performing, round, reviewer);
  const part = parts.find((candidate) => candidate.part === number);
  if (!part) throw new Error(`there is no part ${number} for ${name}`);
  const conventions = await conventionsOf(performing);
  const base = round.cause === 'again' ? 'the state before the fixes' : (state.started?.base?.ref ?? 'the start');
  const files = [...new Set(part.covers.map(({ file }) => file))];
  const about = { ...notesOf(config), ...(config.review.spec !== undefined && { spec: config.review.spec }) };
  const prompt = reviewPrompt({
    skill,
    reviewer: name,
    base,
    part: number,
    parts: parts.length,
    files,
    diff: part.text,
    conventions,
    template: own['review'],
    ...about,
  });
  const input = {
    role: 'review',
    run: state.run,
    findings: [],
    reviewer: name,
    skill: skill.name,
    base,
    diff: part.text,
    files,
    conventions,
    ...about,
  } as const;
  return {
    question: {
      prompt,
      input: { ...input, findings: [] },
      answerSchema: reviewSchema(skill),
    },
    read: async (result, changed) => {
      const read = await engine.readReview(result, name, workspace.path);
      const findings = read.findings.map((finding) => ({ ...finding, reviewer: name, level: reviewer.level }));
      return {
        answer: { role: 'review', verdict: read.verdict, findings, problems: read.problems, changed },
        message: read.message,
      };
    },
  };
};
